#include <curlew/methods/fem/solve/iterate.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/krylov/belos_solver.hpp>
#include <curlew/solvers/krylov/fgmres.hpp>
#include <curlew/solvers/krylov/preconditioned_cocg.hpp>
#include <curlew/solvers/krylov/short_recurrences.hpp>

#include <algorithm>

namespace curlew::fem {
namespace {

using Complex = Kokkos::complex<double>;

constexpr int k_restart = 50; // restart length of flexible GMRES

template <class Space>
void solve_with_belos(const std::string &method, const LinearOperator<Space, Complex> &a,
                      const LinearOperator<Space, Complex> *preconditioner,
                      const DistributedVector<Space, Complex> &b,
                      const DistributedVector<Space, Complex> &x, const SolveOptions &options,
                      SolveReport &report) {
  KrylovOptions krylov;
  krylov.method = parse_krylov_method(method);
  krylov.tolerance = options.tolerance;
  krylov.max_iterations = options.max_iterations;
  krylov.watch = options.watch;
  const auto fill = [&](const KrylovReport &made) {
    report.iterations = made.iterations;
    report.applications = 2 * made.iterations;
    report.residual = made.residual;
    report.history = made.history;
  };
  try {
    fill(solve_krylov(a, b, x, krylov, preconditioner));
  } catch (const KrylovNotConverged &error) {
    fill(error.report());
    throw;
  }
}

} // namespace

template <class Space>
void iterate(const SolverChoice &choice, const LinearOperator<Space, Complex> &a,
             const LinearOperator<Space, Complex> *preconditioner,
             const DistributedVector<Space, Complex> &b, const DistributedVector<Space, Complex> &x,
             const SolveOptions &options, SolveReport &report) {
  // The solvers reset the report; `complete` restores its `solver` and `setup_s`.
  const auto complete = [&report, solver = report.solver, setup_s = report.setup_s] {
    report.solver = solver;
    report.setup_s = setup_s;
    report.applications = std::max(report.applications, report.iterations);
  };
  try {
    if (choice.method == SolverMethod::fgmres)
      solve_fgmres(a, b, x, options, k_restart, report, preconditioner);
    else if (choice.method == SolverMethod::cocg && preconditioner != nullptr)
      solve_preconditioned_cocg(a, b, x, *preconditioner, options, report);
    else if (choice.method == SolverMethod::cocg)
      solve_cocg(a, b, x, options.with_advice(". Try the preconditioner \"gradient\", or fgmres"),
                 report);
    else
      solve_with_belos(to_string(choice.method), a, preconditioner, b, x, options, report);
  } catch (const NotConverged &) {
    complete();
    throw;
  }
  complete();
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template void iterate(                                                                           \
      const SolverChoice &, const LinearOperator<Space, Complex> &,                                \
      const LinearOperator<Space, Complex> *, const DistributedVector<Space, Complex> &,           \
      const DistributedVector<Space, Complex> &, const SolveOptions &, SolveReport &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fem
