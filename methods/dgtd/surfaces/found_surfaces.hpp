#pragma once

#include <curlew/methods/dgtd/surfaces/flux_points.hpp>
#include <curlew/methods/dgtd/surfaces/huygens_surface.hpp>
#include <curlew/methods/shared/far_field/image_planes.hpp>

namespace curlew::dgtd {

// Faces and points inside of a mesh where a case samples fields or feeds waves.
struct FoundSurfaces {
  std::vector<TotalFieldWave> waves;
  HuygensSurface huygens; // surface of the far field
  FluxPoints flux;
  std::vector<ImagePlane> images; // planes whose images' currents radiate too; at the root
};

// Finds the surfaces on the whole mesh, or for a large array in this rank's block of cells. Throws
// what find_waves(), find_huygens_surface(), find_flux_points() and radiating_images() do.
FoundSurfaces find_surfaces(const Case &input, const Problem &problem);

} // namespace curlew::dgtd
