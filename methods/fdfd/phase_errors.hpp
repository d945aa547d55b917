#pragma once

#include <curlew/methods/fdfd/problem.hpp>
#include <curlew/methods/fdfd/warnings.hpp>

#include <string>
#include <vector>

namespace curlew::fdfd {

// Returns a warning where waves along an axis of the grid, which are slower than those of the
// medium by (k h)^2 / 24 of their phase, are off by more than a tenth of a radian over the length
// of an object's material in the grid; empty where they are not. `resolutions`: cells per
// wavelength.
std::string phase_error_warning(const Case &input, const Problem &problem,
                                const std::vector<MaterialResolution> &resolutions);

} // namespace curlew::fdfd
