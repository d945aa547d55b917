#pragma once

#include <vector>

namespace curlew {

// Largest eigenvalue of a symmetric tridiagonal matrix and the last component of its unit
// eigenvector.
struct TridiagonalPair {
  double value;
  double last_component;
};

// `diagonal` has n entries, `off_diagonal` n - 1. By bisection and inverse iteration, in O(n)
// operations: LAPACK's dstevx.
TridiagonalPair largest_tridiagonal_pair(const std::vector<double> &diagonal,
                                         const std::vector<double> &off_diagonal);

} // namespace curlew
