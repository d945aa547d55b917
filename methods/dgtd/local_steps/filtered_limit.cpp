#include <curlew/methods/dgtd/local_steps/filtered_limit.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/random.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/local_steps/local_step_filter.hpp>
#include <curlew/solvers/krylov/lanczos.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::dgtd {
namespace {

constexpr int k_most_power_iterations = 1000, k_most_trials = 12, k_near_trials = 4;
constexpr double k_far = 0.9;
// Tolerance of the coarse class, where the search begins, and of the ranges of filters, which end
// 0.1 % and more before a filter turns negative. Many modes lie close to these limits; the values
// are better than the tolerance.
constexpr double k_range_tolerance = 1e-3;
// Factor below the limits themselves, by more than the tolerance of an eigenvalue.
constexpr double k_margin = 0.999;

template <class Space> struct ScaleCopyRange {
  Kokkos::View<double *, Space> x, y;
  double a;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const { x(i) = a * y(i); }
};

template <class Space> class FilteredLimits {
public:
  using Values = Kokkos::View<double *, Space>;

  FilteredLimits(const Space &space, const Problem &problem, const StepClasses &classes,
                 double tolerance)
      : space_(space), problem_(problem), classes_(classes), tolerance_(tolerance),
        slots_(make_slots(problem, Packs<Space>::k_pack, classes.shell, classes.shells())),
        mass_(make_mass_tables<Space>(problem, slots_)), halo_(problem, slots_, {}, 1) {
    UpdateOptions options;
    options.dt_s = 1;
    options.losses = false;
    updater_ = make_packed<Space>(problem, slots_, options);
    const std::size_t size = static_cast<std::size_t>(slots_.size()) * problem.per_tet();
    e_ = Values("curlew::dgtd::filtered_e", size);
  }

  FilteredLimit search() {
    FilteredLimit limit;
    limit.coarse_dt_s = 2 / std::sqrt(coarse(limit));
    double dt_s = limit.coarse_dt_s;
    for (int trial = 0; trial < k_most_trials; ++trial) {
      const double worst = excess(dt_s, limit);
      if (worst <= 1) {
        limit.dt_s = dt_s;
        return limit;
      }
      // an excess of 1.2 and more is a poor measure, as is one that does not fall
      dt_s *= trial < k_near_trials ? k_margin / std::sqrt(std::min(worst, 1.2)) : k_far;
    }
    throw NotConverged(fmt::format("no stable coarse step was found for local time steps: down to "
                                   "{:.4g} of that of the coarse class the filtered system is "
                                   "unstable; take \"local_time_stepping\": false",
                                   dt_s / limit.coarse_dt_s));
  }

private:
  // Returns the largest ratio of an eigenvalue to its bound.
  double excess(double dt_s, FilteredLimit &limit) {
    LocalStepFilter<Space> filter(space_, problem_, classes_, *updater_, dt_s);
    double worst = 0;
    for (int k = classes_.filters(); k >= 1; --k) {
      const double value =
          filter.factor(k) * largest(Shells{0, classes_.magnetic_shells(k)}, k_range_tolerance,
                                     limit, [&](const Values &w, const Values &v) {
                                       filter.multiply_magnetic(space_, k, v, e_, w);
                                     });
      worst = std::max(worst, value / (k_margin * filter.polynomial(k).largest_z()));
      if (worst > 1)
        return worst; // outside of a polynomial's range the whole system is not worth a trial
    }
    limit.radius = dt_s * dt_s / 4 *
                   largest(slots_.all(), tolerance_, limit, [&](const Values &w, const Values &v) {
                     run(Side::electric, slots_.all(), e_, v);
                     filter.apply(space_, 1, e_);
                     run(Side::magnetic, slots_.all(), w, e_);
                   });
    return std::max(worst, limit.radius / k_margin);
  }

  bool is_in(Shells shells, Index tet) const {
    return classes_.shell[tet] >= shells.begin && classes_.shell[tet] < shells.end;
  }

  // Returns the largest eigenvalue of the tets without a filter of their H, of which there must be
  // one.
  double coarse(FilteredLimit &limit) {
    const Shells inside{0, classes_.filters() == 0 ? 0 : classes_.magnetic_shells(1)};
    const Shells outside{inside.end, classes_.shells()};
    return largest(outside, k_range_tolerance, limit, [&](const Values &w, const Values &v) {
      run(Side::electric, slots_.all(), e_, v);
      run(Side::magnetic, outside, w, e_);
    });
  }

  // Computes x := what the other side's y adds to it, in some shells.
  void run(Side side, Shells shells, const Values &x, const Values &y) {
    updater_->combine(space_, side, shells, x, {}, 1, y, halo_);
  }
  void scale_copy(const Values &x, const Values &y, double a, const SlotRange &range) {
    const Offset n = problem_.per_tet();
    if (range.size() > 0)
      Kokkos::parallel_for("curlew::dgtd::filtered_scale",
                           RangePolicy<Space>(space_, range.begin * n, range.end * n),
                           ScaleCopyRange<Space>{x, y, a});
  }

  // Returns the largest eigenvalue of minus an operator on H in some shells.
  template <class Apply>
  double largest(Shells shells, double tolerance, FilteredLimit &limit, const Apply &apply) {
    const int n = problem_.per_tet();
    std::vector<double> start(e_.extent(0), 0);
    for (Index t = 0; t < problem_.tet_count(); ++t)
      for (int i = 0; i < n && is_in(shells, t); ++i)
        start[Packs<Space>::at(slots_.of_tet[t], i, n)] = random_number(
            static_cast<std::uint64_t>(problem_.ownership.number_of_tet(t)) * n + i, 2);
    Values v = to_view<Space>("curlew::dgtd::filtered_v", start);
    Values previous("curlew::dgtd::filtered_previous", start.size()),
        work("curlew::dgtd::filtered_work", start.size());
    const SlotRange all{0, slots_.size()};
    const LargestEigenvalue found = largest_eigenvalue(
        v, previous, work,
        [&](const Values &w, const Values &x) {
          apply(w, x);
          scale_copy(w, w, -1, all);
        },
        [&](const Values &x, const Values &y) {
          return problem_.ownership.ranks.sum(mass_product(space_, mass_, Side::magnetic, x, y));
        },
        [&](const Values &w, double a, const Values &x) {
          axpy(space_, "curlew::dgtd::filtered_add", a, x, w);
        },
        [&](const Values &x, const Values &y, double a) { scale_copy(x, y, a, all); }, tolerance,
        k_most_power_iterations);
    limit.iterations += found.iterations;
    return found.value;
  }

  Space space_;
  const Problem &problem_;
  const StepClasses &classes_;
  double tolerance_;
  Slots slots_;
  MassTables<Space> mass_;
  TraceHalo<Space> halo_; // halo of all shells
  std::unique_ptr<Updater<Space>> updater_;
  Values e_;
};

} // namespace

template <class Space>
FilteredLimit filtered_limit(const Space &space, const Problem &problem, const StepClasses &classes,
                             double tolerance) {
  return FilteredLimits<Space>(space, problem, classes, tolerance).search();
}

void require_lossless_filters(const Case &input, const Problem &problem,
                              const StepClasses &classes) {
  if (classes.filters() == 0)
    return;
  for (Index t = 0; t < problem.tet_count(); ++t) {
    if (classes.shell[t] >= classes.electric_shells(1))
      continue;
    const Material &material = problem.materials[problem.material[t]];
    bool lossy = !material.sigma.is_zero();
    for (const TetFace &face : problem.faces[t])
      lossy = lossy || has_loss(face.kind);
    if (lossy)
      throw InputError(fmt::format(
          "{}: conductivities, absorbing walls, ports, impedances and elements are planned for "
          "tets with small steps and their neighbours, and one of \"{}\" has them; make these tets "
          "as large as the others, or take the key out",
          input.where("/discretization/local_time_stepping"), material.name));
  }
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template FilteredLimit filtered_limit<Space>(const Space &, const Problem &,                     \
                                               const StepClasses &, double);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgtd
