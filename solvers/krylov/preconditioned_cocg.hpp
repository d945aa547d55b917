#pragma once

#include <curlew/solvers/krylov/solve_report.hpp>
#include <curlew/solvers/operator/linear_operator.hpp>

namespace curlew {

// Conjugate orthogonal conjugate gradients, @cite vandervorst1990, with a preconditioner M about
// A^-1: solves A x = b from the x given, one column, for a complex symmetric A = A^T and a fixed M
// = M^T (make_jacobi, make_gradient_jacobi, make_multigrid with Chebyshev's smoother). Products are
// unconjugated: x.y = sum x_i y_i.
//
// It stops on the recurrence's residual and then computes b - A x; where that is too large it
// starts again from x. Throws NotConverged, after filling the report, when five such starts were in
// vain, the iterations are over or a product that it divides by vanishes. Collective; the same
// report on every rank; the same bits for any number of threads.
template <class Space>
void solve_preconditioned_cocg(const LinearOperator<Space, Kokkos::complex<double>> &a,
                               const DistributedVector<Space, Kokkos::complex<double>> &b,
                               const DistributedVector<Space, Kokkos::complex<double>> &x,
                               const LinearOperator<Space, Kokkos::complex<double>> &preconditioner,
                               const SolveOptions &options, SolveReport &report);

} // namespace curlew
