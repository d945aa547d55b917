#include <curlew/methods/fdfd/krylov/krylov_loop.hpp>

namespace curlew::fdfd {
namespace {

enum CocrScalar { k_beta, k_alpha, k_minus_alpha, k_rho, k_scalars };

// z := A r, r.z and |r|^2
struct CocrProduct {
  static constexpr int k_sums = 3, k_weighted = 2;
  Complex *z;
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &weight, const Number &r,
                                         const Number &product, Sums &sums) const {
    put(z, e, product);
    add_to(sums, weight * r * product);
    sums[2] += squared(r);
  }
};

struct CocrBeta {
  Complex *scalars;
  double *squared;
  bool is_first;
  KOKKOS_INLINE_FUNCTION void operator()(const double *totals) const {
    const Complex rho(totals[0], totals[1]);
    scalars[k_beta] = is_first ? Complex(0) : rho / scalars[k_rho];
    scalars[k_rho] = rho;
    if (squared != nullptr)
      *squared = totals[2];
  }
};

// x takes the last step; p := r + beta p, ap := z + beta ap, ap.ap
struct CocrUpdate {
  static constexpr int k_sums = 2, k_weighted = 2;
  Complex *x, *p, *ap;
  const Complex *r, *z, *scalars;
  Complex alpha, beta;
  KOKKOS_INLINE_FUNCTION void begin() {
    alpha = scalars[k_alpha];
    beta = scalars[k_beta];
  }
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &weight, Sums &sums) const {
    const Number old = get(p, e), product = get(z, e) + beta * get(ap, e);
    const Number next = get(r, e) + beta * old;
    put(x, e, get(x, e) + alpha * old);
    put(p, e, next);
    put(ap, e, product);
    add_to(sums, weight * product * product);
  }
};

struct CocrAlpha {
  Complex *scalars;
  KOKKOS_INLINE_FUNCTION void operator()(const double *totals) const {
    scalars[k_alpha] = scalars[k_rho] / Complex(totals[0], totals[1]);
    scalars[k_minus_alpha] = -scalars[k_alpha];
  }
};

struct CocrLastStep {
  static constexpr int k_sums = 0, k_weighted = 0;
  Complex *x;
  const Complex *p, *scalars;
  Complex alpha;
  KOKKOS_INLINE_FUNCTION void begin() { alpha = scalars[k_alpha]; }
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &, Sums &) const {
    put(x, e, get(x, e) + alpha * get(p, e));
  }
};

template <class Space> class Cocr {
public:
  static constexpr const char *k_name = "cocr";
  static constexpr const char *k_advice = ". Try the preconditioner \"background\" or bicgstab";

  Cocr(Stepper<Space> &stepper, const Vector<Space> &x)
      : stepper_(stepper), x_(x), r_{Vector<Space>("curlew::fdfd::r", x.extent(0)),
                                     Vector<Space>("curlew::fdfd::r_next", x.extent(0))},
        z_("curlew::fdfd::z", x.extent(0)), p_("curlew::fdfd::p", x.extent(0)),
        ap_("curlew::fdfd::ap", x.extent(0)), scalars_("curlew::fdfd::scalars", k_scalars) {}

  const Vector<Space> &residual() {
    now_ = 0;
    return r_[0];
  }

  void start(const Complex &, double) {
    set_scalars(scalars_, std::vector<Complex>(k_scalars, Complex(0)));
    Kokkos::deep_copy(stepper_.space(), p_, Complex(0));
    Kokkos::deep_copy(stepper_.space(), ap_, Complex(0));
    is_first_ = true;
  }

  // The product that opens the next iteration closes this one: it has the residual.
  void step(double *squared) {
    if (is_first_)
      multiply(nullptr);
    stepper_.sweep(
        "curlew::fdfd::cocr_update",
        CocrUpdate{
            x_.data(), p_.data(), ap_.data(), r_[now_].data(), z_.data(), scalars_.data(), {}, {}},
        CocrAlpha{scalars_.data()});
    multiply(squared);
  }

  void finish() {
    stepper_.sweep("curlew::fdfd::cocr_last",
                   CocrLastStep{x_.data(), p_.data(), scalars_.data(), {}}, NoConclusion());
  }

private:
  // r' := r - alpha ap, z := A r'
  void multiply(double *squared) {
    stepper_.multiply(
        CombinedSource<Space>(r_[now_], ap_, r_[1 - now_], scalars_.data() + k_minus_alpha),
        CocrProduct{z_.data()}, CocrBeta{scalars_.data(), squared, is_first_});
    now_ = 1 - now_;
    is_first_ = false;
  }

  Stepper<Space> &stepper_;
  Vector<Space> x_, r_[2], z_, p_, ap_;
  Kokkos::View<Complex *, Space> scalars_;
  int now_ = 0;
  bool is_first_ = true;
};

} // namespace

template <class Space>
void solve_cocr(const Space &space, const System<Space> &system, const Vector<Space> &f,
                const Vector<Space> &x, const SolveOptions &options, SolveReport &report,
                const ApplyFunction<Space> &apply) {
  Stepper<Space> stepper(space, system, apply);
  Cocr<Space> method(stepper, x);
  KrylovLoop<Space, Cocr<Space>>(stepper, f, x, options, report, method).run();
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template void solve_cocr<Space>(const Space &, const System<Space> &, const Vector<Space> &,     \
                                  const Vector<Space> &, const SolveOptions &, SolveReport &,      \
                                  const ApplyFunction<Space> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
