#include <curlew/methods/dgtd/surfaces/found_surfaces.hpp>

#include <curlew/methods/dgtd/surfaces/radiating_images.hpp>

namespace curlew::dgtd {

FoundSurfaces find_surfaces(const Case &input, const Problem &problem) {
  FoundSurfaces found;
  found.waves = find_waves(input, problem);
  found.huygens = find_huygens_surface(input, problem, found.waves);
  if (problem.ownership.ranks.is_root())
    found.images = radiating_images(input, problem.mesh);
  found.flux = find_flux_points(input, problem);
  return found;
}

} // namespace curlew::dgtd
