#include <curlew/solvers/krylov/fgmres.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/krylov/not_reached.hpp>
#include <curlew/solvers/krylov/plane_rotation.hpp>
#include <curlew/solvers/krylov/start_solve.hpp>
#include <curlew/solvers/spaces_and_scalars.hpp>
#include <curlew/solvers/vector/vector_algebra.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
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

// Columns that are made block by block, as the method comes to need them: a solution in a few
// iterations neither takes nor fills the memory of a whole cycle.
template <class Space, class Scalar> class GrowingColumns {
public:
  using MV = DistributedVector<Space, Scalar>;

  // `rows` has the rows of the columns; there will be `most` of them.
  GrowingColumns(const MV &rows, int most) : rows_(rows), most_(most) {}

  MV column(int j) {
    while (j >= k_block * static_cast<int>(blocks_.size()))
      blocks_.push_back(
          rows_.like(std::min(k_block, most_ - k_block * static_cast<int>(blocks_.size()))));
    return blocks_[j / k_block].view({j % k_block});
  }

  // Calls visit(columns, number of the first) for the blocks of the first `count` columns.
  template <class Visit> void each_block(int count, const Visit &visit) const {
    for (int first = 0; first < count; first += k_block) {
      std::vector<int> which;
      for (int j = first; j < std::min(count, first + k_block); ++j)
        which.push_back(j - first);
      visit(blocks_[first / k_block].view(which), first);
    }
  }

private:
  // Products of several columns take this many at a time at most, so that sums have one order.
  static constexpr int k_block = k_block_columns<double>;
  static_assert(k_block % k_block_columns<Scalar> == 0);

  MV rows_;
  int most_;
  std::vector<MV> blocks_;
};

template <class Space, class Scalar> class Fgmres {
  using Number = typename HostNumber<Scalar>::type;
  using MV = DistributedVector<Space, Scalar>;
  using OP = LinearOperator<Space, Scalar>;

public:
  Fgmres(const OP &a, const MV &b, const MV &x, const SolveOptions &options, int restart,
         SolveReport &report, const OP *preconditioner)
      : a_(a), b_(b), x_(x), options_(options), report_(report), preconditioner_(preconditioner),
        capacity_(std::max(1, std::min(restart, options.max_iterations))), basis_(b, capacity_ + 1),
        directions_(b, capacity_), r_(b.like(1)) {}

  void run() {
    const Kokkos::Timer timer;
    if (!start_solve(b_, x_, report_, norm_b_))
      return;
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
    combine(Scalar(1 / norm_r_), r_, Scalar(0), r_, basis_.column(0));
    Triangle<Number> triangle(norm_r_);
    int count = 0;
    bool reached = false;
    while (count < capacity_ && report_.iterations < options_.max_iterations && !reached) {
      const MV v = basis_.column(count), next = basis_.column(count + 1);
      const MV z = preconditioner_ != nullptr ? directions_.column(count) : v;
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
    std::vector<Number> h(count, Number(0));
    for (int pass = 0; pass < 2; ++pass) { // twice is enough
      std::vector<SmallMatrix<Scalar>> along;
      basis_.each_block(count, [&](const MV &before, int first) {
        SmallMatrix<Scalar> part = inner_products(before, next);
        for (int i = 0; i < before.columns(); ++i) {
          h[first + i] += Number(part(i, 0));
          part(i, 0) = -part(i, 0);
        }
        along.push_back(std::move(part));
      });
      auto part = along.begin();
      basis_.each_block(
          count, [&](const MV &before, int) { add_product(before, *part++, Scalar(1), next); });
    }
    return h;
  }

  void update(const std::vector<Number> &factors, int count) {
    const auto &from = preconditioner_ != nullptr ? directions_ : basis_;
    from.each_block(count, [&](const MV &columns, int first) {
      SmallMatrix<Scalar> y(columns.columns(), 1);
      for (int i = 0; i < columns.columns(); ++i)
        y(i, 0) = factors[first + i];
      add_product(columns, y, Scalar(1), x_);
    });
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
  GrowingColumns<Space, Scalar> basis_;
  GrowingColumns<Space, Scalar> directions_; // with a preconditioner: M times each basis vector
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
