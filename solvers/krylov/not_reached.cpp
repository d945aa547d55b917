#include <curlew/solvers/krylov/not_reached.hpp>

#include <fmt/format.h>

namespace curlew {

std::string not_reached_text(const std::string &solver, std::int64_t equations, double tolerance,
                             int max_iterations, int iterations, double residual) {
  return fmt::format("{} on {} equations did not reach a relative residual of {:.3g} in {} "
                     "iterations ({} allowed), it is {:.3g}",
                     solver, equations, tolerance, iterations, max_iterations, residual);
}

} // namespace curlew
