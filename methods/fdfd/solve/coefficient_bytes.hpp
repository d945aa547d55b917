#pragma once

#include <curlew/methods/fdfd/problem.hpp>

namespace curlew::fdfd {

// Bytes that a variant stores besides vectors, per cell of the grid (not padded): for the paper's
// comparison of 39 N, 24 N and 12 N coefficients of 16 bytes.
struct CoefficientBytes {
  double csr;        // 39 N coefficients, their columns and the rows' starts
  double two_matrix; // 24 N: the two steps as matrices
  double cas;        // 12 N
  double cis;        // 12 bytes
  double fused;      // 6 bytes, 12 where mu is not 1
};
CoefficientBytes coefficient_bytes(const Problem &problem);

} // namespace curlew::fdfd
