#pragma once

#include <curlew/methods/fem/absorbing_layers.hpp>
#include <curlew/methods/fem/model.hpp>

#include <vector>

namespace curlew::fem {

// A face that the far field is taken from, seen from the tet inside.
struct RadiatingFace {
  Index face = -1, tet = -1;
  Point normal{}; // unit, outwards
};
RadiatingFace face_seen_from(const Model &model, Index face, Index inside);

// The faces around all that radiates: of the group that "far_field" names, else the absorbing ones,
// or those where absorbing layers begin. Empty where nothing absorbs. Throws what
// find_named_surface() does.
std::vector<RadiatingFace> radiating_faces(const Case &input, const Model &model,
                                           const AbsorbingLayers &layers);

// Whether a material of the case is vacuum at all its frequencies, as currents of a far field need.
bool is_vacuum(const Case &input, const Material &material);

} // namespace curlew::fem
