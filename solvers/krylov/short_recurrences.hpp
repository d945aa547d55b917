#pragma once

#include <curlew/solvers/krylov/solve_report.hpp>
#include <curlew/solvers/operator/linear_operator.hpp>

namespace curlew {

// Solvers of A x = b from the x given, one column each, for any operator on any number of ranks,
// real or complex; the same algorithms as those that a physical method runs on its fused kernels
// (fused/krylov_loop.hpp). Each stops on its own residual and then computes b - A x; where the two
// differ by rounding it starts again from x, a few times. The solvers throw NotConverged, after
// filling the report, when that does not help, when the iterations are over or the method breaks
// down. Collective; every rank gets the same report.

// COCG, @cite vandervorst1990: for A = A^T, complex symmetric; 5 vectors.
template <class Space, class Scalar>
void solve_cocg(const LinearOperator<Space, Scalar> &a, const DistributedVector<Space, Scalar> &b,
                const DistributedVector<Space, Scalar> &x, const SolveOptions &options,
                SolveReport &report);

// COCR, @cite sogabe2007: the same with a smoother residual.
template <class Space, class Scalar>
void solve_cocr(const LinearOperator<Space, Scalar> &a, const DistributedVector<Space, Scalar> &b,
                const DistributedVector<Space, Scalar> &x, const SolveOptions &options,
                SolveReport &report);

// BiCGStab, @cite vandervorst1992: any A; two applications to an iteration.
template <class Space, class Scalar>
void solve_bicgstab(const LinearOperator<Space, Scalar> &a,
                    const DistributedVector<Space, Scalar> &b,
                    const DistributedVector<Space, Scalar> &x, const SolveOptions &options,
                    SolveReport &report);

} // namespace curlew
