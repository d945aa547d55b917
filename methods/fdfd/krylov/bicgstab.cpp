#include <curlew/methods/fdfd/krylov/krylov_loop.hpp>

namespace curlew::fdfd {
namespace {

enum BicgstabScalar { k_alpha, k_beta, k_omega, k_rho, k_scalars };

// The vectors of an iteration and where its kernels put the next ones.
struct BicgstabVectors {
  const Complex *r, *p, *v, *t, *scalars;
  Complex *r_next, *p_next, *x;
};

// r' := r - alpha v - omega t, p' := r' + beta (p - omega v), and x takes the last step: the end of
// one iteration in the first product of the next.
struct DirectionSource : SourceRows<DirectionSource>, BicgstabVectors {
  Complex alpha, beta, omega;
  explicit DirectionSource(const BicgstabVectors &vectors) : BicgstabVectors(vectors) {}
  KOKKOS_INLINE_FUNCTION void begin() {
    alpha = scalars[k_alpha];
    beta = scalars[k_beta];
    omega = scalars[k_omega];
  }
  template <class At> KOKKOS_INLINE_FUNCTION auto residual(At e) const {
    return get(r, e) - alpha * get(v, e) - omega * get(t, e);
  }
  template <class At> KOKKOS_INLINE_FUNCTION auto value(At e) const {
    return residual(e) + beta * (get(p, e) - omega * get(v, e));
  }
  template <class At, class Number>
  KOKKOS_INLINE_FUNCTION void keep(At e, const Number &value) const {
    put(r_next, e, residual(e));
    put(p_next, e, value);
    put(x, e, get(x, e) + alpha * get(p, e) + omega * (get(r, e) - alpha * get(v, e)));
  }
};

// v := A p, r0^H v
struct DirectionSink {
  static constexpr int k_sums = 2, k_weighted = 0;
  Complex *v;
  const Complex *shadow;
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &, const Number &,
                                         const Number &product, Sums &sums) const {
    put(v, e, product);
    add_to(sums, conj(get(shadow, e)) * product);
  }
};

struct DirectionEnd {
  Complex *scalars;
  KOKKOS_INLINE_FUNCTION void operator()(const double *totals) const {
    scalars[k_alpha] = scalars[k_rho] / Complex(totals[0], totals[1]);
  }
};

// s := r - alpha v
struct StabiliserSource : SourceRows<StabiliserSource> {
  const Complex *r, *v, *scalars;
  Complex alpha;
  StabiliserSource(const Complex *residual, const Complex *product, const Complex *numbers)
      : r(residual), v(product), scalars(numbers) {}
  KOKKOS_INLINE_FUNCTION void begin() { alpha = scalars[k_alpha]; }
  template <class At> KOKKOS_INLINE_FUNCTION auto value(At e) const {
    return get(r, e) - alpha * get(v, e);
  }
  template <class At, class Number> KOKKOS_INLINE_FUNCTION void keep(At, const Number &) const {}
};

// t := A s, t^H s, r0^H t, |t|^2, |s|^2
struct StabiliserSink {
  static constexpr int k_sums = 6, k_weighted = 0;
  Complex *t;
  const Complex *shadow;
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &, const Number &s,
                                         const Number &product, Sums &sums) const {
    put(t, e, product);
    const Number r0t = conj(get(shadow, e)) * product;
    add_to(sums, conj(product) * s);
    sums[2] += r0t.real();
    sums[3] += r0t.imag();
    sums[4] += squared(product);
    sums[5] += squared(s);
  }
};

// r0^H s is 0 by the choice of alpha, so that r0^H r' = -omega r0^H t.
struct StabiliserEnd {
  Complex *scalars;
  double *squared;
  KOKKOS_INLINE_FUNCTION void operator()(const double *totals) const {
    const Complex ts(totals[0], totals[1]), r0t(totals[2], totals[3]);
    const Complex omega = ts / totals[4];
    const Complex rho = -omega * r0t;
    scalars[k_beta] = rho / scalars[k_rho] * (scalars[k_alpha] / omega);
    scalars[k_omega] = omega;
    scalars[k_rho] = rho;
    const double left = totals[5] - (ts.real() * ts.real() + ts.imag() * ts.imag()) / totals[4];
    *squared = left < 0 ? 0 : left; // NaN stays
  }
};

struct BicgstabLastStep {
  static constexpr int k_sums = 0, k_weighted = 0;
  Complex *x;
  const Complex *r, *p, *v, *scalars;
  Complex alpha, omega;
  KOKKOS_INLINE_FUNCTION void begin() {
    alpha = scalars[k_alpha];
    omega = scalars[k_omega];
  }
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &, Sums &) const {
    put(x, e, get(x, e) + alpha * get(p, e) + omega * (get(r, e) - alpha * get(v, e)));
  }
};

template <class Space> class Bicgstab {
public:
  static constexpr const char *k_name = "bicgstab";
  static constexpr const char *k_advice = "";

  Bicgstab(Stepper<Space> &stepper, const Vector<Space> &x)
      : stepper_(stepper), x_(x), r_{vector("r", x), vector("r_next", x)},
        p_{vector("p", x), vector("p_next", x)}, v_{vector("v", x), vector("v_next", x)},
        t_(vector("t", x)), shadow_(vector("shadow", x)),
        scalars_("curlew::fdfd::scalars", k_scalars) {}

  const Vector<Space> &residual() {
    now_ = 0;
    return r_[0];
  }

  void start(const Complex &, double squared) {
    set_scalars(scalars_, {Complex(0), Complex(0), Complex(0), Complex(squared)});
    Kokkos::deep_copy(stepper_.space(), shadow_, r_[0]);
    for (const Vector<Space> &one : {p_[0], v_[0], t_})
      Kokkos::deep_copy(stepper_.space(), one, Complex(0));
  }

  void step(double *squared) {
    const int next = 1 - now_;
    Complex *scalars = scalars_.data();
    stepper_.multiply(DirectionSource(BicgstabVectors{r_[now_].data(), p_[now_].data(),
                                                      v_[now_].data(), t_.data(), scalars,
                                                      r_[next].data(), p_[next].data(), x_.data()}),
                      DirectionSink{v_[next].data(), shadow_.data()}, DirectionEnd{scalars});
    stepper_.multiply(StabiliserSource(r_[next].data(), v_[next].data(), scalars),
                      StabiliserSink{t_.data(), shadow_.data()}, StabiliserEnd{scalars, squared});
    now_ = next;
  }

  void finish() {
    stepper_.sweep(
        "curlew::fdfd::bicgstab_last",
        BicgstabLastStep{
            x_.data(), r_[now_].data(), p_[now_].data(), v_[now_].data(), scalars_.data(), {}, {}},
        NoConclusion());
  }

private:
  static Vector<Space> vector(const char *name, const Vector<Space> &like) {
    return Vector<Space>(std::string("curlew::fdfd::") + name, like.extent(0));
  }

  Stepper<Space> &stepper_;
  Vector<Space> x_, r_[2], p_[2], v_[2], t_, shadow_;
  Kokkos::View<Complex *, Space> scalars_;
  int now_ = 0;
};

} // namespace

template <class Space>
void solve_bicgstab(const Space &space, const System<Space> &system, const Vector<Space> &f,
                    const Vector<Space> &x, const SolveOptions &options, SolveReport &report,
                    const ApplyFunction<Space> &apply) {
  Stepper<Space> stepper(space, system, apply);
  Bicgstab<Space> method(stepper, x);
  KrylovLoop<Space, Bicgstab<Space>>(stepper, f, x, options, report, method).run();
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template void solve_bicgstab<Space>(const Space &, const System<Space> &, const Vector<Space> &, \
                                      const Vector<Space> &, const SolveOptions &, SolveReport &,  \
                                      const ApplyFunction<Space> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
