#pragma once

#include <cstdint>
#include <string>

namespace curlew {

// Returns the beginning of the message of a solve that did not converge: solver, number of
// equations, tolerance, iterations and residual.
std::string not_reached_text(const std::string &solver, std::int64_t equations, double tolerance,
                             int max_iterations, int iterations, double residual);

} // namespace curlew
