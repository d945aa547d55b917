#pragma once

#include <curlew/solvers/krylov/fused/krylov_loop.hpp>

namespace curlew {

// Conjugate orthogonal conjugate gradients, @cite vandervorst1990, in two kernels, ten sweeps over
// vectors at most: x is updated in every second iteration. A must be symmetric (not Hermitian) in
// the bilinear form whose weights the stepper gives.
namespace cocg {

enum Scalars { k_beta, k_alpha_even, k_alpha_odd, k_rho, k_frozen, k_scalars };

// q := A p, p.q
template <class Scalar> struct Product {
  static constexpr int k_sums = k_doubles<Scalar>, k_weighted = k_sums;
  Entries<Scalar> q;
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &weight, const Number &p,
                                         const Number &product, Sums &sums) const {
    put(q, e, product);
    add_to(sums, weight * p * product);
  }
};

template <class Scalar> struct Alpha {
  Scalar *scalars;
  int parity;
  Freeze<Scalar> freeze;
  KOKKOS_INLINE_FUNCTION void operator()(const double *totals) const {
    scalars[k_alpha_even + parity] =
        freeze.is_on() ? Scalar(0) : scalars[k_rho] / to_scalar<Scalar>(totals);
  }
};

// r -= alpha q, r.r and |r|^2; every second time x takes the steps of two iterations.
template <class Scalar, bool k_with_x> struct Update {
  static constexpr int k_weighted = k_doubles<Scalar>, k_sums = k_weighted + 1;
  Entries<Scalar> r, x;
  Entries<const Scalar> q, p_even, p_odd;
  const Scalar *scalars;
  Scalar alpha_even, alpha_odd;
  KOKKOS_INLINE_FUNCTION void begin() {
    alpha_even = scalars[k_alpha_even];
    alpha_odd = scalars[k_alpha_odd];
  }
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &weight, Sums &sums) const {
    // Nothing is read after a write, because compilers must assume that both may be the same
    // memory.
    const Number value = get(r, e) - (k_with_x ? alpha_odd : alpha_even) * get(q, e);
    if constexpr (k_with_x)
      put(x, e, get(x, e) + alpha_even * get(p_even, e) + alpha_odd * get(p_odd, e));
    put(r, e, value);
    add_to(sums, weight * value * value);
    sums[k_weighted] += squared(value);
  }
};

template <class Scalar> struct Beta {
  Scalar *scalars;
  double *squared;
  Freeze<Scalar> freeze;
  KOKKOS_INLINE_FUNCTION void operator()(const double *totals) const {
    *squared = totals[k_doubles<Scalar>];
    if (freeze.is_on_after(*squared)) {
      scalars[k_beta] = 0;
      return;
    }
    const Scalar rho = to_scalar<Scalar>(totals);
    scalars[k_beta] = rho / scalars[k_rho];
    scalars[k_rho] = rho;
  }
};

} // namespace cocg

template <class Stepper> class Cocg {
  using Space = typename Stepper::ExecutionSpace;
  using Scalar = typename Stepper::Scalar;
  using Vector = Kokkos::View<Scalar *, Space>;

public:
  static constexpr const char *k_name = "cocg";

  Cocg(Stepper &stepper, const Vector &x)
      : stepper_(stepper), x_(x), r_("curlew::solvers::r", x.extent(0)),
        q_("curlew::solvers::q", x.extent(0)), p_{Vector("curlew::solvers::p_even", x.extent(0)),
                                                  Vector("curlew::solvers::p_odd", x.extent(0))},
        scalars_("curlew::solvers::scalars", cocg::k_scalars) {}

  const Vector &residual() const { return r_; }

  void start(const Scalar &rho, double, double limit) {
    std::vector<Scalar> scalars(cocg::k_scalars, Scalar(0));
    scalars[cocg::k_rho] = rho;
    copy_to_view(stepper_.space(), scalars, scalars_);
    for (const Vector &p : p_)
      Kokkos::deep_copy(stepper_.space(), p, Scalar(0));
    freeze_ = {scalars_.data() + cocg::k_frozen, limit};
    iteration_ = 0;
  }

  void step(double *squared) {
    const int parity = iteration_ % 2;
    Scalar *scalars = scalars_.data();
    stepper_.multiply(CombinedSource<Scalar>(r_.data(), p_[1 - parity].data(), p_[parity].data(),
                                             scalars + cocg::k_beta),
                      cocg::Product<Scalar>{q_.data()},
                      cocg::Alpha<Scalar>{scalars, parity, freeze_});
    if (parity == 0)
      update<false>(squared);
    else
      update<true>(squared);
    ++iteration_;
  }

  // x takes the step of an even iteration that no odd one followed.
  void finish() {
    if (iteration_ % 2 == 1)
      stepper_.sweep(
          "curlew::solvers::cocg_last",
          LastStep<Scalar>{x_.data(), p_[0].data(), scalars_.data() + cocg::k_alpha_even},
          NoConclusion());
  }

private:
  template <bool k_with_x> void update(double *squared) {
    stepper_.sweep("curlew::solvers::cocg_update",
                   cocg::Update<Scalar, k_with_x>{r_.data(), x_.data(), q_.data(), p_[0].data(),
                                                  p_[1].data(), scalars_.data(), Scalar(0),
                                                  Scalar(0)},
                   cocg::Beta<Scalar>{scalars_.data(), squared, freeze_});
  }

  Stepper &stepper_;
  Vector x_, r_, q_, p_[2];
  Kokkos::View<Scalar *, Space> scalars_;
  Freeze<Scalar> freeze_{};
  int iteration_ = 0;
};

} // namespace curlew
