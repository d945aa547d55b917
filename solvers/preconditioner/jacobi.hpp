#pragma once

#include <curlew/solvers/operator/linear_operator.hpp>

namespace curlew {

// M = D^-1 as by make_jacobi() of preconditioners.hpp, made from A's diagonal alone; for operators
// that store no matrix. Throws NotConverged, with the row, where the diagonal is 0 or not finite.
template <class Space, class Scalar>
LinearOperator<Space, Scalar> make_jacobi(const Space &space,
                                          const Kokkos::View<Scalar *, Space> &diagonal);

} // namespace curlew
