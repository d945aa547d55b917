#pragma once

#include <curlew/solvers/krylov/solve_report.hpp>
#include <curlew/solvers/preconditioner/diagonal_scaling.hpp>

#include <functional>

namespace curlew {

// Solver of the scaled system: the right-hand side, the solution, from which it starts, and where
// its report goes. It throws NotConverged after it has filled the report.
template <class Space>
using ScaledSolver = std::function<void(const DistributedVector<Space, Kokkos::complex<double>> &b,
                                        const DistributedVector<Space, Kokkos::complex<double>> &x,
                                        const SolveOptions &, SolveReport &)>;

// Solves A x = b from the x given through the scaled system: `solve` solves (S A S) y = S b, where
// `scaled` is S A S. The residual of x itself, |b - A x| / |b|, decides: where it is above the
// tolerance, the solver goes on from there with a smaller one. `report` has this residual, the
// iterations of all rounds and their residuals of the scaled system; its `solver` and `setup_s` are
// left alone. Throws NotConverged after it has filled the report. Collective.
template <class Space>
void solve_scaled(const DiagonalScaling<Space> &scaling,
                  const LinearOperator<Space, Kokkos::complex<double>> &scaled,
                  const DistributedVector<Space, Kokkos::complex<double>> &b,
                  const DistributedVector<Space, Kokkos::complex<double>> &x,
                  const SolveOptions &options, SolveReport &report,
                  const ScaledSolver<Space> &solve);

} // namespace curlew
