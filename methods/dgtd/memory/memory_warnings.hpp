#pragma once

#include <curlew/methods/dgtd/problem.hpp>

#include <string>
#include <vector>

namespace curlew::dgtd {

// Returns warnings of poles that a step does not resolve or that give energy to the fields, and of
// dispersive media behind absorbing walls, each with its place in the case. Collective.
std::vector<std::string> memory_warnings(const Case &input, const Problem &problem, double dt_s);

} // namespace curlew::dgtd
