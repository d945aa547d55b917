#pragma once

#include <curlew/solvers/operator/linear_operator.hpp>

namespace curlew {

// How far A is from A^T: |x.Ay - y.Ax| / (|x| |Ay|) of two vectors x and y of random numbers,
// always the same; rounding for a symmetric A. Two products. `like` gives the space, the sizes and
// the ranks. COCG takes an unsymmetric matrix without a word.
template <class Space>
double asymmetry(const LinearOperator<Space, Kokkos::complex<double>> &a,
                 const DistributedVector<Space, Kokkos::complex<double>> &like);

} // namespace curlew
