#include <curlew/solvers/krylov/recycling_gcr.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/krylov/not_reached.hpp>
#include <curlew/solvers/vector/vector_algebra.hpp>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

template <class Scalar, class View> struct Squares {
  View v;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i, double (&sum)[1]) const {
    sum[0] += squared(v(i));
  }
};

template <class View> struct ScaleCopy {
  View from, to;
  double factor;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const { to(i) = factor * from(i); }
};

template <class Space, class View>
void scale_copy(const Space &space, double factor, const View &from, const View &to) {
  Kokkos::parallel_for("curlew::solvers::gcr_scale", RangePolicy<Space>(space, 0, to.extent(0)),
                       ScaleCopy<View>{from, to, factor});
}

template <class Space, class Scalar>
Kokkos::View<Scalar *, Space> column(const Columns<Space, Scalar> &columns, Index k) {
  return Kokkos::subview(columns, Kokkos::ALL, k);
}

} // namespace

template <class Space, class Scalar>
RecyclingGcr<Space, Scalar>::RecyclingGcr(Operator a, const MV &like, Index capacity,
                                          std::optional<Operator> preconditioner)
    : a_(std::move(a)), preconditioner_(std::move(preconditioner)), capacity_(capacity),
      residual_(like.like(1)), source_(like.like(1)) {
  const auto columns = [&](const std::string &label) { // columns that are never used cost no time
    return Columns<Space, Scalar>(Kokkos::view_alloc(label, Kokkos::WithoutInitializing),
                                  like.local(), capacity);
  };
  directions_ = columns("curlew::solvers::gcr_directions");
  images_ = columns("curlew::solvers::gcr_images");
  partial_ = Vector("curlew::solvers::gcr_partial",
                    ColumnProducts<Space, Scalar>::chunk_count(like.owned()) * capacity);
  products_ = Vector("curlew::solvers::gcr_products", capacity);
}

template <class Space, class Scalar>
double RecyclingGcr<Space, Scalar>::bytes(Offset length, Index capacity) {
  const double chunks = ColumnProducts<Space, Scalar>::chunk_count(length);
  return sizeof(Scalar) * ((2.0 * capacity + 2) * length + (chunks + 1) * capacity);
}

template <class Space, class Scalar>
auto RecyclingGcr<Space, Scalar>::owned(const Vector &v) const -> Vector {
  return Kokkos::subview(v, Kokkos::make_pair(Offset(0), residual_.owned()));
}

template <class Space, class Scalar>
double RecyclingGcr<Space, Scalar>::norm(const Vector &v) const {
  const auto sums = ordered_sums<1>(space(), "curlew::solvers::gcr_norm", residual_.owned(),
                                    Squares<Scalar, Vector>{v});
  return std::sqrt(residual_.ranks().sum(sums[0]));
}

// products := columns^H v, over all ranks.
template <class Space, class Scalar>
void RecyclingGcr<Space, Scalar>::products_of(const Columns<Space, Scalar> &columns, Index count,
                                              const Vector &v) {
  conjugate_products(space(), columns, count, owned(v), partial_, products_);
  if (residual_.ranks().is_alone())
    return;
  const auto part = Kokkos::subview(products_, Kokkos::make_pair(Index(0), count));
  std::vector<Scalar> sums = to_vector(space(), part);
  std::vector<double> parts(sums.size() * k_doubles<Scalar>);
  std::copy_n(reinterpret_cast<const double *>(sums.data()), parts.size(), parts.begin());
  residual_.ranks().sum(parts);
  copy_to_view(space(), from_doubles<Scalar>(parts), part);
}

// from := from - images images^H from; adds the subtracted coefficients to `products`. Returns the
// norm left.
template <class Space, class Scalar>
double RecyclingGcr<Space, Scalar>::subtract_products(Index count, const Vector &from,
                                                      std::vector<Scalar> &products) {
  products_of(images_, count, from);
  add_columns(space(), -1, images_, count, products_, owned(from));
  const auto found =
      to_vector(space(), Kokkos::subview(products_, Kokkos::make_pair(Index(0), count)));
  for (Index k = 0; k < count; ++k)
    products[k] += found[k];
  return norm(from);
}

// Takes the residual and subtracts its part in the basis. Returns the norm left.
template <class Space, class Scalar> double RecyclingGcr<Space, Scalar>::start(const Vector &r) {
  const Vector residual = residual_.column(0);
  scale_copy(space(), 1, owned(r), owned(residual));
  solution_.assign(count_, Scalar(0));
  return count_ > 0 ? subtract_products(count_, residual, solution_) : norm(residual);
}

// Adds a direction: the residual, or the last image where the residual made no progress. Returns
// the norm of the residual left; negative where the direction adds nothing new.
template <class Space, class Scalar>
double RecyclingGcr<Space, Scalar>::expand(bool from_residual, double residual_norm) {
  // Ratios of an image's norm after and before orthogonalisation: below k_new nothing new is left;
  // below k_cancelled so much is lost that a second pass is needed (Kahan's rule). Each image that
  // is less orthogonal than rounding makes the next ones worse by this ratio: with 1e-3 residuals
  // stay at 1e-9 of the first.
  constexpr double k_new = 1e-12, k_cancelled = 0.7;
  const Vector direction = column(directions_, count_), image = column(images_, count_);
  const Vector residual = residual_.column(0);
  const Vector source = preconditioner_ ? source_.column(0) : direction;
  scale_copy(space(), from_residual ? 1 / residual_norm : 1,
             from_residual ? residual : column(images_, count_ - 1), source);
  if (preconditioner_)
    preconditioner_->apply(space(), source, direction);
  a_.apply(space(), direction, image);
  std::vector<Scalar> factors(count_ + 1, Scalar(0));
  const double before = norm(image);
  double left = before;
  for (int sweep = 0; count_ > 0 && sweep < 2; ++sweep) {
    const double last = left;
    left = subtract_products(count_, image, factors);
    if (left > k_cancelled * last)
      break;
  }
  if (!(left > k_new * before))
    return -1;
  factors[count_] = left;
  factors_.push_back(factors);
  scale_copy(space(), 1 / left, image, image);
  // Only this image is not yet orthogonal to the residual.
  const Columns<Space, Scalar> only =
      Kokkos::subview(images_, Kokkos::ALL, Kokkos::make_pair(count_, count_ + 1));
  products_of(only, 1, residual);
  add_columns(space(), -1, only, 1, products_, owned(residual));
  solution_.push_back(to_vector(space(), Kokkos::subview(products_, Kokkos::make_pair(0, 1)))[0]);
  ++count_;
  return norm(residual);
}

// x := x + directions factors^-1 solution
template <class Space, class Scalar> void RecyclingGcr<Space, Scalar>::finish(const Vector &x) {
  std::vector<Scalar> y = solution_;
  for (Index k = count_ - 1; k >= 0; --k) {
    y[k] /= factors_[k][k];
    for (Index i = 0; i < k; ++i)
      y[i] -= factors_[k][i] * y[k];
  }
  y.resize(capacity_, Scalar(0));
  copy_to_view(space(), y, products_);
  add_columns(space(), 1, directions_, count_, products_, owned(x));
}

template <class Space, class Scalar>
std::string RecyclingGcr<Space, Scalar>::advance(const Vector &r, const Vector &x,
                                                 const Stopping &stopping, SolveReport &report) {
  // An iteration with less progress takes the other direction next.
  constexpr double k_progress = 0.95;
  double now = start(r);
  bool progressed = true;
  std::string trouble;
  while (now > stopping.tolerance * stopping.norm_f && trouble.empty()) {
    if (report.iterations >= stopping.max_iterations) {
      trouble = "the iterations are over";
      break;
    }
    if (count_ == capacity_) {
      finish(x);
      count_ = 0;
      factors_.clear();
      solution_.clear();
    }
    const double next = expand(progressed || count_ == 0, now);
    ++report.iterations;
    ++report.applications;
    if (!(next >= 0) || !std::isfinite(next)) {
      trouble = "the method broke down";
    } else {
      progressed = next < k_progress * now;
      now = next;
    }
    stopping.reached(now, report);
  }
  finish(x);
  return trouble;
}

template <class Space, class Scalar>
void RecyclingGcr<Space, Scalar>::solve(const MV &b, const MV &x, const SolveOptions &options,
                                        SolveReport &report) {
  // Limit of restarts, which are needed where the recurrence's residual and the true one differ by
  // rounding.
  constexpr int k_rounds = 5;
  require_equal_shape("solution", x, b);
  require_equal_size("columns of a right-hand side", b.columns(), 1);
  const Kokkos::Timer timer;
  report = {};
  const double norm_b = norms(b)[0];
  if (!std::isfinite(norm_b))
    throw NotConverged("the right-hand side is not finite");
  if (norm_b == 0) {
    fill(x, Scalar(0));
    return;
  }
  const Stopping stopping{norm_b, options.tolerance, options.max_iterations, &options.watch};
  const MV r = b.like(1);
  const auto find_residual = [&] {
    a_.apply(x, r);
    ++report.applications;
    combine(Scalar(1), b, Scalar(-1), r, r);
    report.residual = norms(r)[0] / norm_b;
  };
  find_residual();
  report.history = {report.residual};
  std::string trouble;
  for (int round = 0; !(report.residual <= options.tolerance) && trouble.empty(); ++round) {
    trouble = round < k_rounds ? advance(r.column(0), x.column(0), stopping, report)
                               : "starting again from there did not help";
    find_residual();
  }
  report.solve_s = timer.seconds();
  if (report.residual <= options.tolerance)
    return;
  throw NotConverged(not_reached_text("gcr", b.global(), options.tolerance, options.max_iterations,
                                      report.iterations, report.residual) +
                     ": " + trouble);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template class RecyclingGcr<Space, double>;                                                      \
  template class RecyclingGcr<Space, Kokkos::complex<double>>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew
