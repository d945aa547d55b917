#pragma once

#include <curlew/methods/fdfd/problem.hpp>

#include <string>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::fdfd {

// Warns of point currents inside a medium with losses, whose delivered power has no limit, and,
// where there are currents, of metal objects that fill the cross section of the grid and go on into
// an absorbing layer: Krylov methods stall on them, and the background does not hold them.
std::vector<std::string> current_warnings(const Case &input, const Problem &problem);

} // namespace curlew::fdfd
