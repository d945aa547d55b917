#include <curlew/methods/fdfd/background/shifted_cocr.hpp>

#include <curlew/methods/fdfd/background/bilinear.hpp>
#include <curlew/methods/fdfd/ranks/slab_stepper.hpp>
#include <curlew/solvers/krylov/fused/krylov_loop.hpp>

#include <cmath>

namespace curlew::fdfd {
namespace {

constexpr int k_vectors = 5;

// r := W (f - A x)
struct StartSink {
  static constexpr int k_sums = 0, k_weighted = 0;
  const Complex *f;
  Complex *r;
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &weight, const Number &,
                                         const Number &product, Sums &) const {
    put(r, e, weight * (get(f, e) - product));
  }
};

// w := W A u; sums u . w.
struct ProductSink {
  static constexpr int k_sums = 2, k_weighted = 0;
  Complex *w;
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &weight, const Number &u,
                                         const Number &product, Sums &sums) const {
    const Number value = weight * product;
    put(w, e, value);
    add_to(sums, u * value);
  }
};

// p := u + beta p, q := w + beta q
struct TurnBody {
  static constexpr int k_sums = 0, k_weighted = 0;
  Complex beta;
  const Complex *u, *w;
  Complex *p, *q;
  KOKKOS_INLINE_FUNCTION void begin() {}
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &, Sums &) const {
    put(p, e, get(u, e) + beta * get(p, e));
    put(q, e, get(w, e) + beta * get(q, e));
  }
};

// Sums q . w.
struct ProductBody {
  static constexpr int k_sums = 2, k_weighted = 0;
  const Complex *q, *w;
  KOKKOS_INLINE_FUNCTION void begin() {}
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &, Sums &sums) const {
    add_to(sums, get(q, e) * get(w, e));
  }
};

// x += alpha p, u -= alpha w, r -= alpha q; sums |r / W|^2.
struct StepBody {
  static constexpr int k_sums = 1, k_weighted = 0;
  Complex alpha;
  const Complex *p, *q, *w;
  Complex *x, *u, *r;
  KOKKOS_INLINE_FUNCTION void begin() {}
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &weight, Sums &sums) const {
    put(x, e, get(x, e) + alpha * get(p, e));
    put(u, e, get(u, e) - alpha * get(w, e));
    const Number value = get(r, e) - alpha * get(q, e);
    put(r, e, value);
    sums[0] += squared(value) / squared(weight);
  }
};

} // namespace

template <class Space, class Of>
ShiftedCocr<Space, Of>::ShiftedCocr(const Space &space, const Problem &problem, complex eps_b,
                                    Of &stepper, const DividedGrid<Space> &grid)
    : grid_(whole_grid(grid.whole_of(problem))),
      background_(
          make_uniform_inverse(space, grid.whole_of(problem), eps_b, grid_, grid_, grid.shares)),
      stepper_(stepper), totals_("curlew::fdfd::totals", 2) {
  Vector<Space> *const vectors[k_vectors] = {&r_, &p_, &q_, &u_, &w_};
  for (Vector<Space> *vector : vectors)
    *vector = Vector<Space>("curlew::fdfd::shifted", problem.unknowns());
}

template <class Space, class Of>
double ShiftedCocr<Space, Of>::bytes(const Problem &problem, const Share &share) {
  const Box grid = whole_grid(problem);
  return uniform_inverse_bytes<Space>(problem, grid, grid, share) +
         k_vectors * 3.0 * share.of(grid).entries() * sizeof(Complex);
}

template <class Space, class Of>
void ShiftedCocr<Space, Of>::invert(const Space &space, const Vector<Space> &from,
                                    const Vector<Space> &to, SolveReport &report) const {
  background_->apply(space, grid_, from, grid_, to);
  ++report.applications;
}

template <class Space, class Of>
std::string ShiftedCocr<Space, Of>::solve(const Space &space, const Vector<Space> &f,
                                          const Vector<Space> &x, const Stopping &stopping,
                                          SolveReport &report) {
  stepper_.multiply(PlainSource<Space>(x), StartSink{f.data(), r_.data()}, NoConclusion());
  invert(space, r_, u_, report);
  Kokkos::deep_copy(space, p_, Complex(0));
  Kokkos::deep_copy(space, q_, Complex(0));
  const auto total = [&] {
    const auto sums = to_vector(stepper_.space(), totals_);
    return Complex(sums[0], sums[1]);
  };
  Complex rho_before = 0;
  DivergenceWatch divergence;
  while (report.iterations < stopping.max_iterations) {
    stepper_.multiply(PlainSource<Space>(u_), ProductSink{w_.data()},
                      StoreTotals<2>{totals_.data()});
    const Complex rho = total(), beta = rho_before != Complex(0) ? rho / rho_before : Complex(0);
    rho_before = rho;
    stepper_.sweep("curlew::fdfd::shifted_turn",
                   TurnBody{beta, u_.data(), w_.data(), p_.data(), q_.data()}, NoConclusion());
    invert(space, q_, w_, report);
    stepper_.sweep("curlew::fdfd::shifted_product", ProductBody{q_.data(), w_.data()},
                   StoreTotals<2>{totals_.data()});
    const Complex alpha = rho / total();
    if (!std::isfinite(alpha.real()) || !std::isfinite(alpha.imag()) || alpha == Complex(0))
      return "the method broke down";
    stepper_.sweep("curlew::fdfd::shifted_step",
                   StepBody{alpha, p_.data(), q_.data(), w_.data(), x.data(), u_.data(), r_.data()},
                   StoreTotals<1>{totals_.data()});
    ++report.iterations;
    if (stopping.reached(std::sqrt(to_vector(stepper_.space(), totals_)[0]), report))
      return "";
    if (divergence.has_diverged(report.residual))
      return DivergenceWatch::k_text;
  }
  return "the iterations are over";
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template class ShiftedCocr<Space, Stepper<Space>>;                                               \
  template class ShiftedCocr<Space, SlabStepper<Space>>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
