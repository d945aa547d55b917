#include <curlew/solvers/krylov/solve_scaled.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/krylov/not_reached.hpp>
#include <curlew/solvers/vector/vector_algebra.hpp>

#include <cmath>

namespace curlew {
namespace {

using Complex = Kokkos::complex<double>;

// Rounds after the first; each lowers the tolerance by what is missing.
constexpr int k_rounds = 8;
// Of the lowered tolerance, so that the next round does not end a hair above the goal.
constexpr double k_margin = 0.7;

// Adds the report of a round.
void add(const SolveReport &round, SolveReport &all) {
  all.iterations += round.iterations;
  all.applications += round.applications;
  const bool is_first = all.history.empty(); // later ones start with the last one's end
  if (!round.history.empty())
    all.history.insert(all.history.end(), round.history.begin() + (is_first ? 0 : 1),
                       round.history.end());
}

// |b - A x| / |b| of x = S y.
template <class Space>
double residual_of(const DiagonalScaling<Space> &scaling,
                   const LinearOperator<Space, Complex> &scaled,
                   const DistributedVector<Space, Complex> &scaled_b,
                   const DistributedVector<Space, Complex> &y, double norm_b) {
  const auto r = y.like(1);
  scaled.apply(y, r);
  combine(Complex(1), scaled_b, Complex(-1), r, r);
  scaling.divide(r, r);
  return norms(r)[0] / norm_b;
}

} // namespace

template <class Space>
void solve_scaled(const DiagonalScaling<Space> &scaling,
                  const LinearOperator<Space, Complex> &scaled,
                  const DistributedVector<Space, Complex> &b,
                  const DistributedVector<Space, Complex> &x, const SolveOptions &options,
                  SolveReport &report, const ScaledSolver<Space> &solve) {
  SolveReport all;
  all.solver = report.solver;
  all.setup_s = report.setup_s;
  report = all;
  const double norm_b = norms(b)[0];
  if (norm_b == 0) {
    fill(x, Complex(0));
    report.history = {0};
    return;
  }
  const auto scaled_b = b.like(1), y = b.like(1);
  scaling.multiply(b, scaled_b);
  scaling.divide(x, y);
  SolveOptions now = options;
  if (options.watch)
    now.watch = [&](int iteration, double residual) {
      options.watch(report.iterations + iteration, residual);
    };
  const auto conclude = [&](const SolveReport &round) {
    add(round, report);
    report.residual = residual_of(scaling, scaled, scaled_b, y, norm_b);
    ++report.applications;
    scaling.multiply(y, x);
  };
  for (int round = 0;; ++round) {
    now.max_iterations = options.max_iterations - report.iterations;
    SolveReport one;
    try {
      solve(scaled_b, y, now, one);
    } catch (const NotConverged &) {
      conclude(one);
      throw;
    }
    conclude(one);
    if (report.residual <= options.tolerance)
      return;
    if (round == k_rounds || report.iterations >= options.max_iterations ||
        !std::isfinite(report.residual))
      throw NotConverged(not_reached_text("the scaled system", b.global(), options.tolerance,
                                          options.max_iterations, report.iterations,
                                          report.residual) +
                         options.advice);
    now.tolerance *= k_margin * options.tolerance / report.residual;
  }
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template void solve_scaled(                                                                      \
      const DiagonalScaling<Space> &, const LinearOperator<Space, Complex> &,                      \
      const DistributedVector<Space, Complex> &, const DistributedVector<Space, Complex> &,        \
      const SolveOptions &, SolveReport &, const ScaledSolver<Space> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew
