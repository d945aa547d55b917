#pragma once

#include <curlew/methods/dgtd/surfaces/flux_points.hpp>
#include <curlew/methods/dgtd/surfaces/huygens_surface.hpp>

namespace curlew::dgtd {

// The faces and points inside of a mesh that a case takes fields from or feeds waves through.
struct FoundSurfaces {
  std::vector<TotalFieldWave> waves;
  HuygensSurface huygens; // of the far field
  FluxPoints flux;
};

// On the whole mesh. Throws what find_waves(), find_huygens_surface() and find_flux_points() do.
FoundSurfaces find_surfaces(const Case &input, const Problem &problem);

} // namespace curlew::dgtd
