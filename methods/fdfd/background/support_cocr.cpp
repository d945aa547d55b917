#include <curlew/methods/fdfd/background/support_cocr.hpp>

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/fdfd/background/bilinear.hpp>
#include <curlew/solvers/krylov/divergence.hpp>

#include <cmath>

namespace curlew::fdfd {
namespace {

// y += alpha p, r -= alpha q; sums |scale r|^2.
template <class Space> struct Step {
  Complex alpha;
  Vector<Space> p, q, y, r;
  Kokkos::View<const double *, Space> scale;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset i, double (&sum)[1]) const {
    y(i) += alpha * p(i);
    const Complex value = r(i) - alpha * q(i);
    r(i) = value;
    sum[0] += scale(i) * scale(i) * squared(value);
  }
};

// z -= alpha M q
template <class Space> struct StepInverse {
  Complex alpha;
  Vector<Space> inverse, z;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const { z(i) -= alpha * inverse(i); }
};

// p := z + beta p, q := K z + beta q; sums q . q.
template <class Space> struct Turn {
  Complex beta;
  Vector<Space> z, product, p, q;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset i, double (&sums)[2]) const {
    p(i) = z(i) + beta * p(i);
    const Complex value = product(i) + beta * q(i);
    q(i) = value;
    add_to(sums, value * value);
  }
};

template <class Space> struct ScaledNorm {
  Vector<Space> r;
  Kokkos::View<const double *, Space> scale;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset i, double (&sum)[1]) const {
    sum[0] += scale(i) * scale(i) * squared(r(i));
  }
};

} // namespace

template <class Space>
double residual_norm(const Space &space, const Support<Space> &support, const Vector<Space> &r) {
  return std::sqrt(sums_of_ranks<1>(support.ranks(), space, "curlew::fdfd::support_norm",
                                    support.size(),
                                    ScaledNorm<Space>{r, support.residual_scale()})[0]);
}

template <class Space>
SupportCocr<Space>::SupportCocr(const Support<Space> &support)
    : support_(support), p_("curlew::fdfd::support_p", support.size()),
      q_("curlew::fdfd::support_q", support.size()),
      product_("curlew::fdfd::support_product", support.size()) {
  if (!support.has_inverse())
    return;
  z_ = Vector<Space>("curlew::fdfd::support_z", support.size());
  inverse_ = Vector<Space>("curlew::fdfd::support_inverse", support.size());
}

template <class Space>
std::string SupportCocr<Space>::solve(const Space &space, const Vector<Space> &r,
                                      const Vector<Space> &y, const Stopping &stopping,
                                      SolveReport &report) {
  const Offset n = support_.size();
  Complex beta = 0, rho_before = 0;
  Kokkos::deep_copy(space, p_, Complex(0));
  Kokkos::deep_copy(space, q_, Complex(0));
  const bool has_inverse = support_.has_inverse();
  const Vector<Space> z = has_inverse ? z_ : r;
  if (has_inverse)
    support_.invert(space, r, z);
  DivergenceWatch divergence;
  while (report.iterations < stopping.max_iterations) {
    support_.apply(space, z, product_);
    ++report.applications;
    const Complex rho = bilinear_product(support_.ranks(), space, z, product_);
    if (rho_before != Complex(0))
      beta = rho / rho_before;
    rho_before = rho;
    const auto square = sums_of_ranks<2>(support_.ranks(), space, "curlew::fdfd::support_turn", n,
                                         Turn<Space>{beta, z, product_, p_, q_});
    Complex denominator(square[0], square[1]);
    if (has_inverse) {
      support_.invert(space, q_, inverse_);
      denominator = bilinear_product(support_.ranks(), space, q_, inverse_);
    }
    const Complex alpha = rho / denominator;
    if (!std::isfinite(alpha.real()) || !std::isfinite(alpha.imag()) || alpha == Complex(0))
      return "the method broke down";
    const auto norm = sums_of_ranks<1>(support_.ranks(), space, "curlew::fdfd::support_step", n,
                                       Step<Space>{alpha, p_, q_, y, r, support_.residual_scale()});
    if (has_inverse)
      Kokkos::parallel_for("curlew::fdfd::support_step_inverse", RangePolicy<Space>(space, 0, n),
                           StepInverse<Space>{alpha, inverse_, z});
    ++report.iterations;
    if (stopping.reached(std::sqrt(norm[0]), report))
      return "";
    if (divergence.has_diverged(report.residual))
      return DivergenceWatch::k_text;
  }
  return "the iterations are over";
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template class SupportCocr<Space>;                                                               \
  template double residual_norm(const Space &, const Support<Space> &, const Vector<Space> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
