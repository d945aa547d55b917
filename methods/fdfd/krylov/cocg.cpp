#include <curlew/methods/fdfd/krylov/krylov_loop.hpp>

namespace curlew::fdfd {
namespace {

enum CocgScalar { k_beta, k_alpha_even, k_alpha_odd, k_rho, k_scalars };

// q := A p, p.q
struct CocgProduct {
  static constexpr int k_sums = 2, k_weighted = 2;
  Entries<Complex> q;
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &weight, const Number &p,
                                         const Number &product, Sums &sums) const {
    put(q, e, product);
    add_to(sums, weight * p * product);
  }
};

struct CocgAlpha {
  Complex *scalars;
  int parity;
  KOKKOS_INLINE_FUNCTION void operator()(const double *totals) const {
    scalars[k_alpha_even + parity] = scalars[k_rho] / Complex(totals[0], totals[1]);
  }
};

// r -= alpha q, r.r and |r|^2; every second time x takes the steps of two iterations.
template <bool k_with_x> struct CocgUpdate {
  static constexpr int k_sums = 3, k_weighted = 2;
  Entries<Complex> r, x;
  Entries<const Complex> q, p_even, p_odd;
  const Complex *scalars;
  Complex alpha_even, alpha_odd;
  KOKKOS_INLINE_FUNCTION void begin() {
    alpha_even = scalars[k_alpha_even];
    alpha_odd = scalars[k_alpha_odd];
  }
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &weight, Sums &sums) const {
    // Nothing is read after something was written: compilers must think that it could be the same.
    const Number value = get(r, e) - (k_with_x ? alpha_odd : alpha_even) * get(q, e);
    if constexpr (k_with_x)
      put(x, e, get(x, e) + alpha_even * get(p_even, e) + alpha_odd * get(p_odd, e));
    put(r, e, value);
    add_to(sums, weight * value * value);
    sums[2] += squared(value);
  }
};

struct CocgBeta {
  Complex *scalars;
  double *squared;
  KOKKOS_INLINE_FUNCTION void operator()(const double *totals) const {
    const Complex rho(totals[0], totals[1]);
    scalars[k_beta] = rho / scalars[k_rho];
    scalars[k_rho] = rho;
    *squared = totals[2];
  }
};

// x += alpha p of an even iteration that no odd one followed.
struct CocgLastStep {
  static constexpr int k_sums = 0, k_weighted = 0;
  Complex *x;
  const Complex *p, *scalars;
  Complex alpha;
  KOKKOS_INLINE_FUNCTION void begin() { alpha = scalars[k_alpha_even]; }
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &, Sums &) const {
    put(x, e, get(x, e) + alpha * get(p, e));
  }
};

template <class Space> class Cocg {
public:
  static constexpr const char *k_name = "cocg";
  static constexpr const char *k_advice =
      ". Try the preconditioner \"background\", cocr or bicgstab";

  Cocg(Stepper<Space> &stepper, const Vector<Space> &x)
      : stepper_(stepper), x_(x), r_("curlew::fdfd::r", x.extent(0)),
        q_("curlew::fdfd::q", x.extent(0)), p_{Vector<Space>("curlew::fdfd::p_even", x.extent(0)),
                                               Vector<Space>("curlew::fdfd::p_odd", x.extent(0))},
        scalars_("curlew::fdfd::scalars", k_scalars) {}

  const Vector<Space> &residual() const { return r_; }

  void start(const Complex &rho, double) {
    set_scalars(scalars_, {Complex(0), Complex(0), Complex(0), rho});
    for (const Vector<Space> &p : p_)
      Kokkos::deep_copy(stepper_.space(), p, Complex(0));
    iteration_ = 0;
  }

  void step(double *squared) {
    const int parity = iteration_ % 2;
    Complex *scalars = scalars_.data();
    stepper_.multiply(CombinedSource<Space>(r_, p_[1 - parity], p_[parity], scalars + k_beta),
                      CocgProduct{q_.data()}, CocgAlpha{scalars, parity});
    if (parity == 0)
      update<false>(squared);
    else
      update<true>(squared);
    ++iteration_;
  }

  void finish() {
    if (iteration_ % 2 == 1)
      stepper_.sweep("curlew::fdfd::cocg_last",
                     CocgLastStep{x_.data(), p_[0].data(), scalars_.data(), {}}, NoConclusion());
  }

private:
  template <bool k_with_x> void update(double *squared) {
    stepper_.sweep(
        "curlew::fdfd::cocg_update",
        CocgUpdate<k_with_x>{
            r_.data(), x_.data(), q_.data(), p_[0].data(), p_[1].data(), scalars_.data(), {}, {}},
        CocgBeta{scalars_.data(), squared});
  }

  Stepper<Space> &stepper_;
  Vector<Space> x_, r_, q_, p_[2];
  Kokkos::View<Complex *, Space> scalars_;
  int iteration_ = 0;
};

} // namespace

template <class Space>
void solve_cocg(const Space &space, const System<Space> &system, const Vector<Space> &f,
                const Vector<Space> &x, const SolveOptions &options, SolveReport &report,
                const ApplyFunction<Space> &apply) {
  Stepper<Space> stepper(space, system, apply);
  Cocg<Space> method(stepper, x);
  KrylovLoop<Space, Cocg<Space>>(stepper, f, x, options, report, method).run();
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template void solve_cocg<Space>(const Space &, const System<Space> &, const Vector<Space> &,     \
                                  const Vector<Space> &, const SolveOptions &, SolveReport &,      \
                                  const ApplyFunction<Space> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
