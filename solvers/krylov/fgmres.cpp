#include <curlew/solvers/krylov/fgmres.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/krylov/not_reached.hpp>
#include <curlew/solvers/krylov/plane_rotation.hpp>
#include <curlew/solvers/spaces_and_scalars.hpp>
#include <curlew/solvers/vector/vector_algebra.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>
#include <vector>

namespace curlew {
namespace {

template <class Scalar> struct HostNumber { using type = Scalar; };
template <> struct HostNumber<Kokkos::complex<double>> { using type = std::complex<double>; };

// The least-squares problem of a cycle, made triangular column by column.
template <class Number> class Triangle {
public:
  explicit Triangle(double residual_norm) : right_{Number(residual_norm)} {}

  // Takes the next column of the Hessenberg matrix, its last entry `below` being real. Returns the
  // norm of the residual that is left.
  double add(std::vector<Number> column, double below) {
    for (std::size_t i = 0; i < rotations_.size(); ++i) {
      const auto &[c, s, r] = rotations_[i];
      const Number upper = column[i], lower = column[i + 1];
      column[i] = c * upper + s * lower;
      column[i + 1] = -conjugate_of(s) * upper + c * lower;
    }
    const auto rotation = make_rotation(column.back(), Number(below));
    column.back() = rotation.r;
    const Number last = right_.back();
    right_.back() = rotation.c * last;
    right_.push_back(-conjugate_of(rotation.s) * last);
    rotations_.push_back(rotation);
    columns_.push_back(std::move(column));
    return std::abs(right_.back());
  }

  // The factors of the columns taken.
  std::vector<Number> solve() const {
    std::vector<Number> y(right_.begin(), right_.end() - 1);
    for (std::size_t k = y.size(); k-- > 0;) {
      // A pivot of 0: A maps the column's direction to 0, and x takes nothing of it.
      y[k] = columns_[k][k] == Number(0) ? Number(0) : y[k] / columns_[k][k];
      for (std::size_t i = 0; i < k; ++i)
        y[i] -= columns_[k][i] * y[k];
    }
    return y;
  }

private:
  std::vector<std::vector<Number>> columns_;
  std::vector<PlaneRotation<Number>> rotations_;
  std::vector<Number> right_;
};

template <class Space, class Scalar> class Fgmres {
  using Number = typename HostNumber<Scalar>::type;
  using MV = DistributedVector<Space, Scalar>;
  using OP = LinearOperator<Space, Scalar>;

public:
  Fgmres(const OP &a, const MV &b, const MV &x, const SolveOptions &options, int restart,
         SolveReport &report, const OP *preconditioner)
      : a_(a), b_(b), x_(x), options_(options), report_(report), preconditioner_(preconditioner),
        capacity_(std::max(1, std::min(restart, options.max_iterations))),
        basis_(b.like(capacity_ + 1)), r_(b.like(1)) {
    if (preconditioner_ != nullptr)
      directions_ = std::make_unique<MV>(b.like(capacity_));
  }

  void run() {
    const Kokkos::Timer timer;
    report_ = {};
    norm_b_ = norms(b_)[0];
    if (!std::isfinite(norm_b_))
      throw NotConverged("the right-hand side is not finite");
    if (norm_b_ == 0) {
      fill(x_, Scalar(0));
      return;
    }
    find_residual();
    report_.history = {report_.residual};
    int in_vain = 0;
    while (!(report_.residual <= options_.tolerance)) {
      const double before = report_.residual;
      if (!std::isfinite(before))
        fail("the method broke down", timer);
      if (report_.iterations >= options_.max_iterations)
        fail("the iterations are over", timer);
      const bool believed = cycle();
      find_residual();
      if (report_.residual <= options_.tolerance)
        break;
      // The two residuals differ by rounding, or the cycle was over without any progress.
      if ((believed || !(report_.residual < before)) && ++in_vain == k_rounds)
        fail("starting again from there did not help", timer);
    }
    report_.solve_s = timer.seconds();
  }

private:
  static constexpr int k_rounds = 5;

  MV column(const MV &of, int j) const { return of.view({j}); }

  void find_residual() {
    a_.apply(x_, r_);
    ++report_.applications;
    combine(Scalar(1), b_, Scalar(-1), r_, r_);
    norm_r_ = norms(r_)[0];
    report_.residual = norm_r_ / norm_b_;
  }

  // Iterates from the residual on until the recurrence's residual is small enough (returns true),
  // the basis is full or the iterations are over. Updates x.
  bool cycle() {
    combine(Scalar(1 / norm_r_), r_, Scalar(0), r_, column(basis_, 0));
    Triangle<Number> triangle(norm_r_);
    int count = 0;
    bool reached = false;
    while (count < capacity_ && report_.iterations < options_.max_iterations && !reached) {
      const MV v = column(basis_, count), next = column(basis_, count + 1);
      const MV z = preconditioner_ != nullptr ? column(*directions_, count) : v;
      if (preconditioner_ != nullptr)
        preconditioner_->apply(v, z);
      a_.apply(z, next);
      ++report_.applications;
      ++report_.iterations;
      const double before = norms(next)[0];
      std::vector<Number> h = orthogonalise(count + 1, next);
      const double left = norms(next)[0];
      const double residual = triangle.add(std::move(h), left) / norm_b_;
      ++count;
      report_.history.push_back(residual);
      if (options_.watch)
        options_.watch(report_.iterations, residual);
      // The space holds the solution, or the best that it can hold.
      const bool is_exhausted = !(left > k_nothing_new * before);
      reached = residual <= options_.tolerance || is_exhausted;
      if (!reached)
        combine(Scalar(1 / left), next, Scalar(0), next, next);
    }
    update(triangle.solve(), count);
    return reached;
  }

  // Limit over an image's norm: a remainder of Gram-Schmidt below it is rounding.
  static constexpr double k_nothing_new = 1e-14;

  // Subtracts from `next` its projection on the first vectors of the basis.
  std::vector<Number> orthogonalise(int count, const MV &next) const {
    std::vector<int> which;
    for (int i = 0; i < count; ++i)
      which.push_back(i);
    const MV before = basis_.view(which);
    std::vector<Number> h(count, Number(0));
    for (int pass = 0; pass < 2; ++pass) { // twice is enough
      SmallMatrix<Scalar> along = inner_products(before, next);
      for (int i = 0; i < count; ++i) {
        h[i] += Number(along(i, 0));
        along(i, 0) = -along(i, 0);
      }
      add_product(before, along, Scalar(1), next);
    }
    return h;
  }

  void update(const std::vector<Number> &factors, int count) {
    std::vector<int> which;
    SmallMatrix<Scalar> y(count, 1);
    for (int i = 0; i < count; ++i) {
      which.push_back(i);
      y(i, 0) = factors[i];
    }
    const MV &from = preconditioner_ != nullptr ? *directions_ : basis_;
    add_product(from.view(which), y, Scalar(1), x_);
  }

  [[noreturn]] void fail(const char *why, const Kokkos::Timer &timer) {
    report_.solve_s = timer.seconds();
    throw NotConverged(not_reached_text("gmres", b_.global(), options_.tolerance,
                                        options_.max_iterations, report_.iterations,
                                        report_.residual) +
                       ": " + why);
  }

  const OP &a_;
  const MV &b_, &x_;
  const SolveOptions &options_;
  SolveReport &report_;
  const OP *preconditioner_;
  int capacity_;
  MV basis_;
  // With a preconditioner: M times each basis vector.
  std::unique_ptr<MV> directions_;
  MV r_;
  double norm_b_ = 0, norm_r_ = 0;
};

} // namespace

template <class Space, class Scalar>
void solve_fgmres(const LinearOperator<Space, Scalar> &a, const DistributedVector<Space, Scalar> &b,
                  const DistributedVector<Space, Scalar> &x, const SolveOptions &options,
                  int restart, SolveReport &report,
                  const LinearOperator<Space, Scalar> *preconditioner) {
  require_equal_size("columns of a right-hand side", b.columns(), 1);
  require_equal_shape("solution", x, b);
  Fgmres<Space, Scalar>(a, b, x, options, restart, report, preconditioner).run();
}

#define CURLEW_INSTANTIATE(Space, Scalar)                                                          \
  template void solve_fgmres(const LinearOperator<Space, Scalar> &,                                \
                             const DistributedVector<Space, Scalar> &,                             \
                             const DistributedVector<Space, Scalar> &, const SolveOptions &, int,  \
                             SolveReport &, const LinearOperator<Space, Scalar> *);
CURLEW_FOR_EACH_SPACE_AND_SCALAR
#undef CURLEW_INSTANTIATE

} // namespace curlew
