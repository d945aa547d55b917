#pragma once

#include <curlew/methods/fem/media/absorbing_layers.hpp>
#include <curlew/methods/fem/model.hpp>
#include <curlew/methods/shared/surfaces/named_surface.hpp>

#include <vector>

namespace curlew::fem {

// A face that the far field is computed from, seen from the tet inside.
struct RadiatingFace {
  Index face = -1, tet = -1;
  Point normal{}; // unit vector, outwards
};
RadiatingFace face_seen_from(const Model &model, Index face, Index inside);
std::vector<RadiatingFace> faces_seen_from_inside(const Model &model, const NamedSurface &surface);

// Returns the faces around everything that radiates: those of the group that "far_field" names,
// else the absorbing faces, or those where absorbing layers begin. Empty where nothing absorbs.
// Throws what named_surface_of() does.
std::vector<RadiatingFace> radiating_faces(const Case &input, const Model &model,
                                           const AbsorbingLayers &layers);

} // namespace curlew::fem
