#pragma once

#include <curlew/methods/fdfd/problem.hpp>

#include <string>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::fdfd {

// Warns of point currents inside a medium with losses, whose delivered power has no limit.
std::vector<std::string> current_warnings(const Case &input, const Problem &problem);

} // namespace curlew::fdfd
