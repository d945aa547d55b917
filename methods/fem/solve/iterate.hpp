#pragma once

#include <curlew/methods/fem/solve/solver_choice.hpp>
#include <curlew/solvers/krylov/solve_report.hpp>
#include <curlew/solvers/operator/linear_operator.hpp>

namespace curlew::fem {

// Solves A x = b, starting from the given x, by the iteration of a choice (cocg, fgmres, bicgstab),
// with the preconditioner where it is given. The report keeps its `solver` and `setup_s`. Throws
// NotConverged after it has filled the report.
// Collective.
template <class Space>
void iterate(const SolverChoice &choice, const LinearOperator<Space, Kokkos::complex<double>> &a,
             const LinearOperator<Space, Kokkos::complex<double>> *preconditioner,
             const DistributedVector<Space, Kokkos::complex<double>> &b,
             const DistributedVector<Space, Kokkos::complex<double>> &x,
             const SolveOptions &options, SolveReport &report);

} // namespace curlew::fem
