#include <curlew/methods/dgtd/surfaces/found_surfaces.hpp>

namespace curlew::dgtd {

FoundSurfaces find_surfaces(const Case &input, const Problem &problem) {
  FoundSurfaces found;
  found.waves = find_waves(input, problem);
  found.huygens = find_huygens_surface(input, problem, found.waves);
  found.flux = find_flux_points(input, problem);
  return found;
}

} // namespace curlew::dgtd
