#pragma once

#include <curlew/core/parallel/vector_kernels.hpp>
#include <curlew/methods/dgtd/local_steps/chebyshev_filter.hpp>
#include <curlew/methods/dgtd/local_steps/step_classes.hpp>
#include <curlew/methods/dgtd/mass_product.hpp>
#include <curlew/methods/dgtd/updater.hpp>

#include <utility>
#include <vector>

namespace curlew::dgtd {

// out := a x + b y + c z + d out
template <class Space> struct CombineFour {
  using Values = Kokkos::View<double *, Space>;
  Values out, x, y, z;
  double a, b, c, d;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    out(i) = a * x(i) + b * y(i) + c * z(i) + d * out(i);
  }
};

// The filters of all classes, nested: with Z_k = (scale dt / ratio^(k-1))^2 A_k, A_k = M_eps^-1 G
// Pi_k M_mu^-1 G^T of the updater (its dt is part of `scale`),
//   F_k = Psi(Z of F_{k+1} A_k) F_{k+1},  F behind the last: 1,
// which acts on E in the electric layers of class k. F_1 makes one step of the coarse class of all
// smaller ones @cite carle2020. Verified by DgtdLocalSteps.*.
template <class Space> class LocalStepFilter {
public:
  using Values = Kokkos::View<double *, Space>;

  // The updater's form is Form::mean, without losses and penalty; its slots are those of the
  // classes. All must outlive this.
  LocalStepFilter(const Space &space, const StepClasses &classes, Updater<Space> &updater, int n,
                  double scale = 1)
      : classes_(classes), updater_(updater), n_(n), polynomial_(classes.ratio + 1) {
    old_ = make("curlew::dgtd::filter_old");
    if (updater.writes_next())
      zero_ = make("curlew::dgtd::filter_zero");
    double factor = scale * scale;
    for (int k = 1; k <= classes.filters(); ++k, factor /= classes.ratio * classes.ratio)
      levels_.push_back({make("curlew::dgtd::filter_magnetic"), make("curlew::dgtd::filter_now"),
                         make("curlew::dgtd::filter_before"), make("curlew::dgtd::filter_product"),
                         factor});
    space.fence();
  }

  const ChebyshevFilter &polynomial() const { return polynomial_; }

  // Around what changes E in a coarse step.
  void begin(const Space &space, const Values &e) {
    combine(space, electric(1), old_, 1, e, 0, e, 0, e, 0);
  }
  void end(const Space &space, const Values &e) {
    combine(space, electric(1), e, -1, old_, 0, old_, 0, old_, 1);
    apply(space, 1, e);
    combine(space, electric(1), e, 1, old_, 0, old_, 0, old_, 1);
  }

  // v := F_k v
  void apply(const Space &space, int k, const Values &v) {
    if (k > classes_.filters())
      return;
    apply(space, k + 1, v);
    Level &level = levels_[k - 1];
    const Layers where = electric(k);
    combine(space, where, level.now, polynomial_.first(), v, 0, v, 0, v, 0);
    combine(space, where, level.before, 0, v, 0, v, 0, v, 0);
    for (const ChebyshevFilter::Step &step : polynomial_.steps()) {
      multiply(space, k, level.now, level.product);
      combine(space, where, level.before, step.source, v, step.now, level.now,
              step.product * level.factor, level.product, -step.before);
      std::swap(level.before, level.now);
    }
    combine(space, where, v, 1, level.now, 0, v, 0, v, 0);
  }

  // product := - F_{k+1} A_k d, with the updater's dt.
  void multiply(const Space &space, int k, const Values &d, const Values &product) {
    const Values &h = levels_[k - 1].magnetic; // stays 0 outside of its layers
    run(space, Side::magnetic, magnetic(k), h, d);
    run(space, Side::electric, electric(k), product, h);
    apply(space, k + 1, product);
  }

  // The same on the magnetic side, of H in the magnetic layers: self-adjoint in the product of
  // M_mu. `e`: work. Of class 0 in all layers.
  void multiply_magnetic(const Space &space, int k, const Values &h, const Values &e,
                         const Values &product) {
    const Layers all{0, classes_.layers()};
    run(space, Side::electric, k == 0 ? all : electric(k), e, h);
    apply(space, k + 1, e);
    run(space, Side::magnetic, k == 0 ? all : magnetic(k), product, e);
  }

  // x := F_1^-1 b by conjugate gradients in the product of M_eps, for energies.
  void invert(const Space &space, const MassTables<Space> &mass, const Values &b, const Values &x) {
    constexpr double k_tolerance = 1e-15;
    constexpr int k_most = 500; // more than rounding lets through
    const Values r = make("curlew::dgtd::filter_residual"), p = make("curlew::dgtd::filter_search"),
                 fp = make("curlew::dgtd::filter_filtered");
    const auto product = [&](const Values &u, const Values &v) {
      return mass_product(space, mass, Side::electric, u, v);
    };
    Kokkos::deep_copy(space, x, b);
    Kokkos::deep_copy(space, fp, b);
    apply(space, 1, fp);
    Kokkos::deep_copy(space, r, b);
    axpy(space, "curlew::dgtd::filter_axpy", -1, fp, r);
    Kokkos::deep_copy(space, p, r);
    const double whole = product(b, b);
    double rr = product(r, r);
    for (int i = 0; i < k_most && rr > k_tolerance * k_tolerance * whole; ++i) {
      Kokkos::deep_copy(space, fp, p);
      apply(space, 1, fp);
      const double along = rr / product(p, fp);
      axpy(space, "curlew::dgtd::filter_axpy", along, p, x);
      axpy(space, "curlew::dgtd::filter_axpy", -along, fp, r);
      const double next = product(r, r);
      combine(space, {0, classes_.layers()}, p, 1, r, 0, r, 0, r, next / rr);
      rr = next;
    }
  }

private:
  struct Level {
    Values magnetic, now, before, product;
    double factor;
  };

  Layers magnetic(int k) const { return {0, classes_.magnetic_layers(k)}; }
  Layers electric(int k) const { return {0, classes_.electric_layers(k)}; }
  Values make(const std::string &label) const {
    return Values(label, static_cast<std::size_t>(updater_.slots().size()) * n_);
  }

  // x := what the updater adds to a field that is 0, from the other side's y.
  void run(const Space &space, Side side, Layers layers, const Values &x, const Values &y) {
    Fields<Space> fields;
    const bool electric = side == Side::electric, next = updater_.writes_next();
    if (!next)
      combine(space, layers, x, 0, y, 0, y, 0, y, 0);
    (electric ? fields.e : fields.h) = next ? zero_ : x;
    (electric ? fields.e_next : fields.h_next) = x;
    (electric ? fields.h : fields.e) = y;
    updater_.launch(space, side, layers, fields, 0, 0);
  }

  void combine(const Space &space, Layers layers, const Values &out, double a, const Values &x,
               double b, const Values &y, double c, const Values &z, double d) {
    for (const bool special : {false, true}) {
      const SlotRange range = updater_.slots().range(layers, special);
      if (range.size() > 0)
        Kokkos::parallel_for("curlew::dgtd::filter_combine",
                             RangePolicy<Space>(space, static_cast<Offset>(range.begin) * n_,
                                                static_cast<Offset>(range.end) * n_),
                             CombineFour<Space>{out, x, y, z, a, b, c, d});
    }
  }

  const StepClasses &classes_;
  Updater<Space> &updater_;
  int n_;
  ChebyshevFilter polynomial_; // of every class
  Values old_, zero_;
  std::vector<Level> levels_;
};

} // namespace curlew::dgtd
