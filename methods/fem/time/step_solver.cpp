#include <curlew/methods/fem/time/step_solver.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/reduce.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/solvers/krylov/belos_solver.hpp>
#include <curlew/solvers/preconditioner/matrix_preconditioner.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace curlew::fem {
namespace {

// Products of r with itself, and with itself times the preconditioner; `inverse_diagonal` may be
// null.
struct ResidualTerms {
  const double *r, *inverse_diagonal;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i, double *sum) const {
    sum[0] += r[i] * r[i];
    sum[1] += inverse_diagonal == nullptr ? r[i] * r[i] : r[i] * r[i] * inverse_diagonal[i];
  }
};

struct ProductTerms {
  const double *x, *y;
  KOKKOS_INLINE_FUNCTION double operator()(const Offset i) const { return x[i] * y[i]; }
};

// p := M r + factor p
struct Direction {
  const double *r, *inverse_diagonal;
  double *p;
  double factor;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    const double z = inverse_diagonal == nullptr ? r[i] : r[i] * inverse_diagonal[i];
    p[i] = factor == 0 ? z : z + factor * p[i];
  }
};

// x += alpha p, r -= alpha q, and the sums of ResidualTerms.
struct StepTerms {
  double alpha;
  const double *p, *q, *inverse_diagonal;
  double *x, *r;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i, double *sum) const {
    const double left = r[i] - alpha * q[i];
    x[i] += alpha * p[i];
    r[i] = left;
    sum[0] += left * left;
    sum[1] += inverse_diagonal == nullptr ? left * left : left * left * inverse_diagonal[i];
  }
};

// Adds up the sums of all ranks.
std::array<double, 2> of_all(const Communicator &ranks, const std::array<double, 2> &mine) {
  if (ranks.is_alone())
    return mine;
  std::vector<double> sums(mine.begin(), mine.end());
  ranks.sum(sums);
  return {sums[0], sums[1]};
}

std::vector<double> inverse_diagonal_of(const HostSparse<double> &a) {
  std::vector<double> inverse(a.rows, 0);
  for (Index row = 0; row < a.rows; ++row)
    for (Offset k = a.row_begin[row]; k < a.row_begin[row + 1]; ++k)
      if (a.columns[k] == row)
        inverse[row] = 1 / a.values[k];
  return inverse;
}

} // namespace

template <class Space>
StepSolver<Space>::StepSolver(const Space &space, HostSparse<double> a, const SolverChoice &choice,
                              double tolerance, int max_iterations, int threads)
    : space_(space), choice_(choice), tolerance_(tolerance), max_iterations_(max_iterations),
      rows_(a.rows) {
  if (choice.method == SolverMethod::direct) {
    factor_.emplace(std::move(a), symmetric_factor(threads));
    return;
  }
  a_ = to_space<double>(space_, a);
  product_.emplace(a_);
  if (choice.method == SolverMethod::bicgstab) {
    preconditioner_ = matrix_preconditioner(space_, a_, choice_.preconditioner);
    return;
  }
  prepare_cg(a);
}

template <class Space>
StepSolver<Space>::StepSolver(const Space &space, RowPart<double> a, const SolverChoice &choice,
                              double tolerance, int max_iterations, const Communicator &ranks)
    : space_(space), choice_(choice), tolerance_(tolerance), max_iterations_(max_iterations),
      rows_(a.owned), ranks_(ranks), exchange_(std::in_place, ranks, a.owned, a.peers) {
  a_ = to_space<double>(space_, a.rows);
  product_.emplace(a_);
  prepare_cg(a.rows);
}

template <class Space> void StepSolver<Space>::prepare_cg(const HostSparse<double> &a) {
  if (choice_.has(PreconditionerKind::jacobi))
    inverse_diagonal_ = to_view<Space>("curlew::fem::inverse_diagonal", inverse_diagonal_of(a));
  r_ = Vector("curlew::fem::residual", a.rows);
  p_ = Vector("curlew::fem::direction", a.column_count);
  q_ = Vector("curlew::fem::image", a.rows);
}

template <class Space> void StepSolver<Space>::fetch_ghosts(const Vector &x) {
  if (!exchange_)
    return;
  exchange_->start(space_, x);
  exchange_->finish(space_, x);
}

template <class Space> void StepSolver<Space>::solve_rows(const Vector &b, const Vector &x) {
  ++solves_;
  const double norm_b = std::sqrt(ranks_.sum(
      ordered_sum(space_, "curlew::fem::load_norm", rows_, ProductTerms{b.data(), b.data()})));
  if (norm_b == 0) {
    Kokkos::deep_copy(space_, x, 0.0);
    return;
  }
  if (!std::isfinite(norm_b))
    throw NotConverged("the right-hand side of a step is not finite");
  if (factor_)
    solve_direct(b, x);
  else if (choice_.method == SolverMethod::bicgstab)
    solve_by_belos(b, x);
  else
    iterate(b, x, norm_b);
}

template <class Space> void StepSolver<Space>::solve_direct(const Vector &b, const Vector &x) {
  std::vector<double> host = to_vector(space_, b);
  largest_residual_ = std::max(largest_residual_, factor_->solve(host.data()));
  ++iterations_;
  copy_to_view(space_, host, x);
}

template <class Space> void StepSolver<Space>::solve_by_belos(const Vector &b, const Vector &x) {
  KrylovOptions options;
  options.method = KrylovMethod::bicgstab;
  options.tolerance = tolerance_;
  options.max_iterations = max_iterations_;
  const LinearOperator<Space, double> a(
      [this](const Space &space, const Vector &from, const Vector &to) {
        (*product_)(space, 1, from, 0, to);
      },
      rows_);
  const KrylovReport report =
      solve_krylov(a, DistributedVector<Space, double>::of_column(space_, b),
                   DistributedVector<Space, double>::of_column(space_, x), options,
                   preconditioner_ ? &*preconditioner_ : nullptr);
  iterations_ += report.iterations;
  largest_residual_ = std::max(largest_residual_, report.residual);
}

template <class Space>
void StepSolver<Space>::iterate(const Vector &b, const Vector &x, double norm_b) {
  Kokkos::deep_copy(space_, r_, b);
  fetch_ghosts(x);
  (*product_)(space_, -1, x, 1, r_);
  auto sums = of_all(ranks_, ordered_sums<2>(space_, "curlew::fem::residual_norm", rows_,
                                             ResidualTerms{r_.data(), inverse_diagonal_.data()}));
  double factor = 0;
  for (int n = 0; !(std::sqrt(sums[0]) <= tolerance_ * norm_b); ++n) {
    if (n == max_iterations_ || !std::isfinite(sums[0]))
      throw NotConverged(fmt::format(
          "conjugate gradients on {} unknowns did not reach a relative residual of {:.3g} in {} "
          "iterations, it is {:.3g}; raise \"max_iterations\", or take \"direct\"",
          rows_, tolerance_, n, std::sqrt(sums[0]) / norm_b));
    Kokkos::parallel_for("curlew::fem::cg_direction", RangePolicy<Space>(space_, 0, rows_),
                         Direction{r_.data(), inverse_diagonal_.data(), p_.data(), factor});
    fetch_ghosts(p_);
    (*product_)(space_, 1, p_, 0, q_);
    const double curvature = ranks_.sum(ordered_sum(space_, "curlew::fem::cg_curvature", rows_,
                                                    ProductTerms{p_.data(), q_.data()}));
    const double before = sums[1];
    sums =
        of_all(ranks_, ordered_sums<2>(space_, "curlew::fem::cg_step", rows_,
                                       StepTerms{before / curvature, p_.data(), q_.data(),
                                                 inverse_diagonal_.data(), x.data(), r_.data()}));
    factor = sums[1] / before;
    ++iterations_;
  }
  largest_residual_ = std::max(largest_residual_, std::sqrt(sums[0]) / norm_b);
}

template <class Space> double StepSolver<Space>::minimum_bytes() const {
  const double n = static_cast<double>(rows_);
  if (factor_) // reads the factors twice, and vectors
    return 2 * 8 * factor_->report().entries + 8 * 6 * n;
  const double mean =
      solves_ > 0 ? static_cast<double>(iterations_) / static_cast<double>(solves_) : 0;
  if (choice_.method == SolverMethod::bicgstab) // without the reads of the preconditioner itself
    return (2 * mean + 1) * a_.bytes() + 8 * n * (5 + 20 * mean);
  return (mean + 1) * a_.bytes() + 8 * n * (5 + 14 * mean);
}

template <class Space> std::string StepSolver<Space>::description() const {
  if (!factor_)
    return to_string(choice_.method) + " + " + to_string(choice_.preconditioner.kind);
  const FactorReport &report = factor_->report();
  return fmt::format("direct: {} with {} ordering, {:.3g} M entries", report.library,
                     report.ordering, report.entries / 1e6);
}

#define CURLEW_INSTANTIATE(Space) template class StepSolver<Space>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fem
