#pragma once

#include <cstddef>
#include <vector>

namespace curlew {

// The normal equations of a linear fit |A x - b| = min: columns of A of length 1 when they are
// added.
struct NormalEquations {
  std::vector<std::vector<double>> gram; // A^T A
  std::vector<double> projection;        // A^T b
};

// Returns x >= 0 with the least |A x - b|, by the active sets of Lawson and Hanson @cite
// lawson1974.
std::vector<double> solve_nonnegative(const NormalEquations &equations);

} // namespace curlew
