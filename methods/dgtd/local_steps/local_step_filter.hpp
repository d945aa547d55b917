#pragma once

#include <curlew/core/parallel/vector_kernels.hpp>
#include <curlew/methods/dgtd/local_steps/chebyshev_filter.hpp>
#include <curlew/methods/dgtd/local_steps/step_classes.hpp>
#include <curlew/methods/dgtd/mass_product.hpp>
#include <curlew/methods/dgtd/updater.hpp>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace curlew::dgtd {

// Filters of all classes, nested: with A_k = M_eps^-1 G Pi_k M_mu^-1 G^T of the updater (its dt is
// part of `scale`) and Z_k = (scale dt / m_k)^2 A_k, m_1 = 1, m_{k+1} = m_k substeps(),
//   F_k = Psi_k(Z of F_{k+1} A_k) F_{k+1},  F behind the last: 1,
// which acts on E in the electric shells of class k. F_1 makes one step of the coarse class of all
// smaller ones @cite carle2020. The kernels of a step compute one term of the recursion each and
// add it to a sum of fields, so that no separate sweep adds up. On several ranks a class exchanges
// the ghosts that it reaches. Verified by DgtdLocalSteps.*.
template <class Space> class LocalStepFilter {
public:
  using Values = Kokkos::View<double *, Space>;

  // The updater's form is Form::mean, without losses and penalty; its slots are those of the
  // classes. All must outlive this. Collective, as are all functions below.
  LocalStepFilter(const Space &space, const Problem &problem, const StepClasses &classes,
                  const Updater<Space> &updater, double scale = 1)
      : problem_(problem), classes_(classes), updater_(updater) {
    old_ = make("curlew::dgtd::filter_old");
    double factor = scale * scale;
    for (int k = 1; k <= classes.filters(); ++k) {
      Level level{ChebyshevFilter(classes.degrees[k - 1])};
      level.magnetic = make("curlew::dgtd::filter_magnetic");
      level.recursion = {make("curlew::dgtd::filter_even"), make("curlew::dgtd::filter_odd")};
      if (k < classes.filters())
        level.product = make("curlew::dgtd::filter_product");
      level.factor = factor;
      factor /= level.polynomial.largest_z() / 4;
      const int inside = classes.magnetic_shells(k);
      level.to_magnetic = TraceHalo<Space>(
          problem, updater.slots(), [&](Index tet, Index) { return classes.shell[tet] < inside; },
          1);
      level.to_electric = TraceHalo<Space>(
          problem, updater.slots(),
          [&](Index, Index ghost) { return classes.shell[ghost] < inside; }, 1);
      levels_.push_back(std::move(level));
    }
    space.fence();
  }

  const ChebyshevFilter &polynomial(int k) const { return levels_[k - 1].polynomial; }
  double factor(int k) const { return levels_[k - 1].factor; } // factor of A_k in Z_k

  // begin() and end() enclose the change of E in a coarse step.
  void begin(const Space &space, const Values &e) { store(space, electric(1), old_, {{1, e}}); }
  void end(const Space &space, const Values &e) {
    store(space, electric(1), e, {{1, e}, {-1, old_}});
    apply(space, 1, e, 1, old_);
  }

  // Computes v := F_k v + share base; base is not v. Callers give no share without filters.
  void apply(const Space &space, int k, const Values &v, double share = 0,
             const Values &base = Values()) {
    if (k > classes_.filters())
      return;
    apply(space, k + 1, v);
    Level &level = levels_[k - 1];
    const Values &h = level.magnetic; // stays 0 outside of its shells
    const auto &steps = level.polynomial.steps();
    std::pair<double, Values> before{0, v}, now{level.polynomial.first(), v};
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const ChebyshevFilter::Step &step = steps[i];
      const bool is_last = i + 1 == steps.size();
      // buffer of the output before the last, or v at the end
      const Values out = is_last ? v : level.recursion[i % 2];
      const double product = step.product * level.factor;
      const auto sum = [&](double of_product) {
        return Combination<Space>{{step.source, v},
                                  {step.now * now.first, now.second},
                                  {-step.before * before.first, before.second},
                                  {is_last ? share : 0, base},
                                  {of_product, level.product}};
      };
      updater_.combine(space, Side::magnetic, magnetic(k), h, {}, now.first, now.second,
                       level.to_magnetic);
      if (k == classes_.filters()) {
        updater_.combine(space, Side::electric, electric(k), out, sum(0), product, h,
                         level.to_electric);
      } else {
        updater_.combine(space, Side::electric, electric(k), level.product, {}, 1, h,
                         level.to_electric);
        apply(space, k + 1, level.product);
        store(space, electric(k), out, sum(product));
      }
      before = now;
      now = {1, out};
    }
  }

  // Computes product := - F_{k+1} A_k on the magnetic side, for H in the magnetic shells:
  // self-adjoint in the product of M_mu. `e`: work.
  void multiply_magnetic(const Space &space, int k, const Values &h, const Values &e,
                         const Values &product) {
    Level &level = levels_[k - 1];
    updater_.combine(space, Side::electric, electric(k), e, {}, 1, h, level.to_electric);
    apply(space, k + 1, e);
    updater_.combine(space, Side::magnetic, magnetic(k), product, {}, 1, e, level.to_magnetic);
  }

  // Computes x := F_1^-1 b by conjugate gradients in the product of M_eps, for energies.
  void invert(const Space &space, const MassTables<Space> &mass, const Values &b, const Values &x) {
    constexpr double k_tolerance = 1e-15;
    constexpr int k_most = 500; // more than rounding allows
    const Values r = make("curlew::dgtd::filter_residual"), p = make("curlew::dgtd::filter_search"),
                 fp = make("curlew::dgtd::filter_filtered");
    const auto product = [&](const Values &u, const Values &v) {
      return problem_.ownership.ranks.sum(mass_product(space, mass, Side::electric, u, v));
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
      store(space, updater_.slots().all(), p, {{1, r}, {next / rr, p}});
      rr = next;
    }
  }

private:
  struct Level {
    ChebyshevFilter polynomial;
    Values magnetic = {}, product = {}; // product: not in the last class
    std::array<Values, 2> recursion = {};
    double factor = 0;
    TraceHalo<Space> to_magnetic = {}, to_electric = {};
  };

  Shells magnetic(int k) const { return {0, classes_.magnetic_shells(k)}; }
  Shells electric(int k) const { return {0, classes_.electric_shells(k)}; }
  Values make(const std::string &label) const {
    return Values(label, static_cast<std::size_t>(updater_.slots().size()) * problem_.per_tet());
  }

  void store(const Space &space, Shells shells, const Values &out,
             const Combination<Space> &sum) const {
    const Offset n = problem_.per_tet();
    updater_.slots().for_each_range(shells, [&](const SlotRange &range) {
      Kokkos::parallel_for("curlew::dgtd::filter_combine",
                           RangePolicy<Space>(space, range.begin * n, range.end * n),
                           StoreCombination<Space>{out, sum});
    });
  }

  const Problem &problem_;
  const StepClasses &classes_;
  const Updater<Space> &updater_;
  Values old_;
  std::vector<Level> levels_;
};

} // namespace curlew::dgtd
