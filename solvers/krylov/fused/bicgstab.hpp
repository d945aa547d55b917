#pragma once

#include <curlew/solvers/krylov/fused/krylov_loop.hpp>

namespace curlew {

// BiCGStab, @cite vandervorst1992, in two kernels; for any A.
namespace bicgstab {

enum Scalars { k_alpha, k_beta, k_omega, k_rho, k_frozen, k_scalars };

// The vectors of an iteration and the places of the next ones.
template <class Scalar> struct Vectors {
  const Scalar *r, *p, *v, *t, *scalars;
  Scalar *r_next, *p_next, *x;
};

// r' := r - alpha v - omega t, p' := r' + beta (p - omega v), and x takes the last step: the end of
// one iteration in the first product of the next.
template <class Scalar>
struct DirectionSource : SourceRows<DirectionSource<Scalar>, Scalar>, Vectors<Scalar> {
  Scalar alpha, beta, omega;
  explicit DirectionSource(const Vectors<Scalar> &vectors) : Vectors<Scalar>(vectors) {}
  KOKKOS_INLINE_FUNCTION void begin() {
    alpha = this->scalars[k_alpha];
    beta = this->scalars[k_beta];
    omega = this->scalars[k_omega];
  }
  template <class At> KOKKOS_INLINE_FUNCTION auto residual(At e) const {
    return get(this->r, e) - alpha * get(this->v, e) - omega * get(this->t, e);
  }
  template <class At> KOKKOS_INLINE_FUNCTION auto value(At e) const {
    return residual(e) + beta * (get(this->p, e) - omega * get(this->v, e));
  }
  template <class At, class Number>
  KOKKOS_INLINE_FUNCTION void keep(At e, const Number &value) const {
    put(this->r_next, e, residual(e));
    put(this->p_next, e, value);
    put(this->x, e,
        get(this->x, e) + alpha * get(this->p, e) +
            omega * (get(this->r, e) - alpha * get(this->v, e)));
  }
};

// v := A p, r0^H v
template <class Scalar> struct DirectionSink {
  static constexpr int k_sums = k_doubles<Scalar>, k_weighted = 0;
  Scalar *v;
  const Scalar *shadow;
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &, const Number &,
                                         const Number &product, Sums &sums) const {
    put(v, e, product);
    add_to(sums, conjugate(get(shadow, e)) * product);
  }
};

template <class Scalar> struct DirectionEnd {
  Scalar *scalars;
  Freeze<Scalar> freeze;
  KOKKOS_INLINE_FUNCTION void operator()(const double *totals) const {
    scalars[k_alpha] = freeze.is_on() ? Scalar(0) : scalars[k_rho] / to_scalar<Scalar>(totals);
  }
};

// s := r - alpha v
template <class Scalar> struct StabiliserSource : SourceRows<StabiliserSource<Scalar>, Scalar> {
  const Scalar *r, *v, *scalars;
  Scalar alpha;
  StabiliserSource(const Scalar *residual, const Scalar *product, const Scalar *numbers)
      : r(residual), v(product), scalars(numbers) {}
  KOKKOS_INLINE_FUNCTION void begin() { alpha = scalars[k_alpha]; }
  template <class At> KOKKOS_INLINE_FUNCTION auto value(At e) const {
    return get(r, e) - alpha * get(v, e);
  }
  template <class At, class Number> KOKKOS_INLINE_FUNCTION void keep(At, const Number &) const {}
};

// t := A s, t^H s, r0^H t, |t|^2, |s|^2
template <class Scalar> struct StabiliserSink {
  static constexpr int k_r0t = k_doubles<Scalar>, k_tt = 2 * k_r0t, k_ss = k_tt + 1;
  static constexpr int k_sums = k_ss + 1, k_weighted = 0;
  Scalar *t;
  const Scalar *shadow;
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &, const Number &s,
                                         const Number &product, Sums &sums) const {
    put(t, e, product);
    add_to(sums, conjugate(product) * s);
    add_to<k_r0t>(sums, conjugate(get(shadow, e)) * product);
    sums[k_tt] += squared(product);
    sums[k_ss] += squared(s);
  }
};

// r0^H s is 0 by the choice of alpha, so that r0^H r' = -omega r0^H t.
template <class Scalar> struct StabiliserEnd {
  using Sink = StabiliserSink<Scalar>;
  Scalar *scalars;
  double *squared;
  Freeze<Scalar> freeze;
  KOKKOS_INLINE_FUNCTION void operator()(const double *totals) const {
    const double tt = totals[Sink::k_tt], ss = totals[Sink::k_ss];
    // Nothing is left to do, or the step along p gave the exact solution: omega would be 0 / 0.
    if (freeze.is_on() || (tt == 0 && freeze.is_on_after(ss))) {
      scalars[k_omega] = scalars[k_beta] = 0;
      *squared = ss;
      return;
    }
    const Scalar ts = to_scalar<Scalar>(totals), r0t = to_scalar<Scalar>(totals + Sink::k_r0t);
    const Scalar omega = ts / tt;
    const Scalar rho = -omega * r0t;
    const double left = ss - curlew::squared(ts) / tt;
    *squared = left < 0 ? 0 : left; // NaN stays
    scalars[k_beta] = freeze.is_on_after(*squared)
                          ? Scalar(0)
                          : rho / scalars[k_rho] * (scalars[k_alpha] / omega);
    scalars[k_omega] = omega;
    scalars[k_rho] = rho;
  }
};

template <class Scalar> struct FinalStep {
  static constexpr int k_sums = 0, k_weighted = 0;
  Scalar *x;
  const Scalar *r, *p, *v, *scalars;
  Scalar alpha, omega;
  KOKKOS_INLINE_FUNCTION void begin() {
    alpha = scalars[k_alpha];
    omega = scalars[k_omega];
  }
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &, Sums &) const {
    put(x, e, get(x, e) + alpha * get(p, e) + omega * (get(r, e) - alpha * get(v, e)));
  }
};

} // namespace bicgstab

template <class Stepper> class Bicgstab {
  using Space = typename Stepper::ExecutionSpace;
  using Scalar = typename Stepper::Scalar;
  using Vector = Kokkos::View<Scalar *, Space>;

public:
  static constexpr const char *k_name = "bicgstab";

  Bicgstab(Stepper &stepper, const Vector &x)
      : stepper_(stepper), x_(x), r_{vector("r", x), vector("r_next", x)},
        p_{vector("p", x), vector("p_next", x)}, v_{vector("v", x), vector("v_next", x)},
        t_(vector("t", x)), shadow_(vector("shadow", x)),
        scalars_("curlew::solvers::scalars", bicgstab::k_scalars) {}

  const Vector &residual() {
    now_ = 0;
    return r_[0];
  }

  void start(const Scalar &, double squared, double limit) {
    std::vector<Scalar> scalars(bicgstab::k_scalars, Scalar(0));
    scalars[bicgstab::k_rho] = squared;
    copy_to_view(stepper_.space(), scalars, scalars_);
    Kokkos::deep_copy(stepper_.space(), shadow_, r_[0]);
    for (const Vector &one : {p_[0], v_[0], t_})
      Kokkos::deep_copy(stepper_.space(), one, Scalar(0));
    freeze_ = {scalars_.data() + bicgstab::k_frozen, limit};
  }

  void step(double *squared) {
    using namespace bicgstab;
    const int next = 1 - now_;
    Scalar *scalars = scalars_.data();
    stepper_.multiply(
        DirectionSource<Scalar>({r_[now_].data(), p_[now_].data(), v_[now_].data(), t_.data(),
                                 scalars, r_[next].data(), p_[next].data(), x_.data()}),
        DirectionSink<Scalar>{v_[next].data(), shadow_.data()},
        DirectionEnd<Scalar>{scalars, freeze_});
    stepper_.multiply(StabiliserSource<Scalar>(r_[next].data(), v_[next].data(), scalars),
                      StabiliserSink<Scalar>{t_.data(), shadow_.data()},
                      StabiliserEnd<Scalar>{scalars, squared, freeze_});
    now_ = next;
  }

  void finish() {
    stepper_.sweep("curlew::solvers::bicgstab_last",
                   bicgstab::FinalStep<Scalar>{x_.data(), r_[now_].data(), p_[now_].data(),
                                               v_[now_].data(), scalars_.data(), Scalar(0),
                                               Scalar(0)},
                   NoConclusion());
  }

private:
  static Vector vector(const char *name, const Vector &like) {
    return Vector(std::string("curlew::solvers::") + name, like.extent(0));
  }

  Stepper &stepper_;
  Vector x_, r_[2], p_[2], v_[2], t_, shadow_;
  Kokkos::View<Scalar *, Space> scalars_;
  Freeze<Scalar> freeze_{};
  int now_ = 0;
};

} // namespace curlew
