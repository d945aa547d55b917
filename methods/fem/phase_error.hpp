#pragma once

#include <curlew/methods/fem/model.hpp>
#include <curlew/methods/shared/setup/resolution.hpp>

#include <string>
#include <vector>

namespace curlew::fem {

// Returns a warning where the waves of the mesh are so much slower or faster than the medium's that
// phases along the longest side of a medium are off by more than a fiftieth of a radian; empty
// where they are not. `resolutions`: edges per wavelength of each medium at the highest frequency.
std::string phase_error_warning(const Case &input, const Model &model,
                                const std::vector<MaterialResolution> &resolutions);

} // namespace curlew::fem
