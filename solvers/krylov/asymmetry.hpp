#pragma once

#include <curlew/solvers/operator/linear_operator.hpp>

namespace curlew {

// Asymmetry of A: |x.Ay - y.Ax| / (|x| |Ay|) for two vectors x and y of random numbers, always the
// same; at the level of rounding for a symmetric A. Takes two products. `like` gives the space, the
// sizes and the ranks. Needed because COCG does not detect an unsymmetric matrix.
template <class Space>
double asymmetry(const LinearOperator<Space, Kokkos::complex<double>> &a,
                 const DistributedVector<Space, Kokkos::complex<double>> &like);

} // namespace curlew
