#pragma once

#include <curlew/methods/fem/media/absorbing_layers.hpp>
#include <curlew/methods/fem/model.hpp>

#include <vector>

namespace curlew::fem {

// A face that the far field is computed from, seen from the tet inside.
struct RadiatingFace {
  Index face = -1, tet = -1;
  Point normal{}; // unit vector, outwards
};
RadiatingFace face_seen_from(const Model &model, Index face, Index inside);

// Returns the faces around everything that radiates: those of the group that "far_field" names,
// else the absorbing faces, or those where absorbing layers begin. Empty where nothing absorbs.
// Throws what find_named_surface() does.
std::vector<RadiatingFace> radiating_faces(const Case &input, const Model &model,
                                           const AbsorbingLayers &layers);

// Returns true for a material that is vacuum at all frequencies of the case, as the currents of a
// far field require.
bool is_vacuum(const Case &input, const Material &material);

} // namespace curlew::fem
