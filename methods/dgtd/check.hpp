#pragma once

#include <string>

namespace curlew {
struct Case;
}

namespace curlew::dgtd {

// Reports everything that `curlew run` would find out before the first step, and the physics of the
// case: cells per wavelength in each material, time step, steps, memory. Throws the errors that
// run() would throw; prints warnings to the log. Kokkos must be running.
std::string check(const Case &input);

} // namespace curlew::dgtd
