#include <curlew/methods/fdfd/background/support_gcr.hpp>

#include <curlew/methods/fdfd/background/bilinear.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {
namespace {

// to := scale^power factor from
template <class Space> struct Rescale {
  Kokkos::View<const double *, Space> scale;
  Vector<Space> from, to;
  double factor;
  bool inverse;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    to(i) = (inverse ? factor / scale(i) : factor * scale(i)) * from(i);
  }
};

template <class Space> struct Squares {
  Vector<Space> v;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i, double (&sum)[1]) const {
    sum[0] += squared(v(i));
  }
};

template <class Space> double norm(const Space &space, const Vector<Space> &v) {
  return std::sqrt(
      ordered_sums<1>(space, "curlew::fdfd::gcr_norm", v.extent(0), Squares<Space>{v})[0]);
}

template <class Space> struct Multiply {
  Vector<Space> v;
  double factor;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const { v(i) *= factor; }
};

template <class Space> auto range(const Space &space, const Vector<Space> &v) {
  return Kokkos::RangePolicy<Space>(space, 0, v.extent(0));
}

template <class Space> Vector<Space> column(const Columns<Space> &columns, Index k) {
  return Kokkos::subview(columns, Kokkos::ALL, k);
}

} // namespace

template <class Space>
SupportGcr<Space>::SupportGcr(const Support<Space> &support, Index capacity)
    : support_(support), capacity_(capacity) {
  const Offset n = support.size();
  const auto columns = [&](const std::string &label) { // what is never used costs no time
    return Columns<Space>(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), n, capacity);
  };
  directions_ = columns("curlew::fdfd::gcr_directions");
  images_ = columns("curlew::fdfd::gcr_images");
  residual_ = Vector<Space>("curlew::fdfd::gcr_residual", n);
  if (support.has_inverse())
    unscaled_ = Vector<Space>("curlew::fdfd::gcr_unscaled", n);
  partial_ = Kokkos::View<Complex *, Space>("curlew::fdfd::gcr_partial",
                                            ColumnProducts<Space>::chunk_count(n) * capacity);
  products_ = Kokkos::View<Complex *, Space>("curlew::fdfd::gcr_products", capacity);
}

template <class Space> double SupportGcr<Space>::bytes(Offset size, Index capacity) {
  const double chunks = ColumnProducts<Space>::chunk_count(size);
  return sizeof(Complex) * ((2.0 * capacity + 2) * size + (chunks + 1) * capacity);
}

// from := from - images^H from images; adds what it took to `products`. Returns the norm left.
template <class Space>
double SupportGcr<Space>::subtract_products(const Space &space, Index count,
                                            const Vector<Space> &from,
                                            std::vector<Complex> &products) {
  conjugate_products(space, images_, count, from, partial_, products_);
  add_columns(space, -1, images_, count, products_, from);
  const auto found = to_vector(Kokkos::subview(products_, std::make_pair(Index(0), count)));
  for (Index k = 0; k < count; ++k)
    products[k] += found[k];
  return norm(space, from);
}

template <class Space> void SupportGcr<Space>::begin(const Space &space, const Vector<Space> &r) {
  Kokkos::parallel_for("curlew::fdfd::gcr_scale", range(space, r),
                       Rescale<Space>{support_.residual_scale(), r, residual_, 1, false});
  solution_.assign(count_, Complex(0));
}

// One direction more: the residual, or the last image where that got nowhere. Returns the norm of
// the residual left; negative where the direction leads nowhere new.
template <class Space>
double SupportGcr<Space>::expand(const Space &space, bool from_residual, double residual_norm) {
  // Of an image's norm before and after: nothing new; so much lost that rounding shows at 1e-12.
  constexpr double k_new = 1e-12, k_cancelled = 1e-3;
  const Vector<Space> direction = column(directions_, count_), image = column(images_, count_);
  const Vector<Space> source = from_residual ? residual_ : column(images_, count_ - 1);
  const Vector<Space> unscaled = support_.has_inverse() ? unscaled_ : direction;
  Kokkos::parallel_for("curlew::fdfd::gcr_direction", range(space, direction),
                       Rescale<Space>{support_.residual_scale(), source, unscaled,
                                      from_residual ? 1 / residual_norm : 1, true});
  if (support_.has_inverse())
    support_.invert(space, unscaled, direction);
  support_.apply(space, direction, image);
  Kokkos::parallel_for("curlew::fdfd::gcr_scale", range(space, image),
                       Rescale<Space>{support_.residual_scale(), image, image, 1, false});
  std::vector<Complex> factors(count_ + 1, Complex(0));
  const double before = norm(space, image);
  double left = before;
  for (int sweep = 0; count_ > 0 && sweep < 2; ++sweep) {
    const double last = left;
    left = subtract_products(space, count_, image, factors);
    if (left > k_cancelled * last)
      break;
  }
  if (!(left > k_new * before))
    return -1;
  factors[count_] = left;
  factors_.push_back(factors);
  Kokkos::parallel_for("curlew::fdfd::gcr_normalise", range(space, image),
                       Multiply<Space>{image, 1 / left});
  // Of all images only this one has something in common with the residual.
  const auto only = Kokkos::subview(images_, Kokkos::ALL, std::make_pair(count_, count_ + 1));
  conjugate_products(space, Columns<Space>(only), 1, residual_, partial_, products_);
  add_columns(space, -1, Columns<Space>(only), 1, products_, residual_);
  solution_.push_back(to_vector(Kokkos::subview(products_, std::make_pair(0, 1)))[0]);
  ++count_;
  return norm(space, residual_);
}

// y := y + directions factors^-1 solution
template <class Space> void SupportGcr<Space>::finish(const Space &space, const Vector<Space> &y) {
  std::vector<Complex> x = solution_;
  for (Index k = count_ - 1; k >= 0; --k) {
    x[k] /= factors_[k][k];
    for (Index i = 0; i < k; ++i)
      x[i] -= factors_[k][i] * x[k];
  }
  x.resize(capacity_, Complex(0));
  Kokkos::deep_copy(products_, to_view<Space>("curlew::fdfd::gcr_solution", x));
  add_columns(space, 1, directions_, count_, products_, y);
}

template <class Space>
std::string SupportGcr<Space>::solve(const Space &space, const Vector<Space> &r,
                                     const Vector<Space> &y, const Stopping &stopping,
                                     SolveReport &report) {
  constexpr double k_progress = 0.95; // an iteration that does less takes the other direction next
  begin(space, r);
  double now =
      count_ > 0 ? subtract_products(space, count_, residual_, solution_) : norm(space, residual_);
  bool progressed = true;
  std::string trouble;
  while (now > stopping.tolerance * stopping.norm_f && trouble.empty()) {
    if (report.iterations >= stopping.max_iterations) {
      trouble = "the iterations are over";
      break;
    }
    if (count_ == capacity_) {
      finish(space, y);
      count_ = 0;
      factors_.clear();
      solution_.clear();
    }
    const double next = expand(space, progressed || count_ == 0, now);
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
  finish(space, y);
  return trouble;
}

#define CURLEW_INSTANTIATE(Space) template class SupportGcr<Space>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)

} // namespace curlew::fdfd
