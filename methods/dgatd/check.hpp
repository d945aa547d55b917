#pragma once

#include <string>

namespace curlew {
struct Case;
}

namespace curlew::dgatd {

// Runs all checks that `curlew run` makes before the first step, and returns a summary of the
// physics: cells per wavelength in each material, time step, steps, memory. Throws the errors that
// run() would throw; writes warnings to the log. Kokkos must be running.
std::string check(const Case &input);

} // namespace curlew::dgatd
