#pragma once

#include <curlew/methods/fdfd/krylov/stepper.hpp>

namespace curlew::fdfd {

// The paper's two ways to store the coefficients, @cite demir2012: `cas`, an array entry for each
// of the 12 N (two per component of E and of H), and `cis`, 6 N indices of 16 bits into the
// different pairs. Both give the same A as every other variant.
template <class Space> ApplyFunction<Space> make_cas(const Problem &problem);

// Throws InputError with the count when one component has more than 65,536 different pairs. Up to
// 2048 pairs in all are in the teams' scratch memory, more in global memory.
template <class Space> ApplyFunction<Space> make_cis(const Problem &problem);

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
