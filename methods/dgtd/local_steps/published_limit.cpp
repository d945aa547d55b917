#include <curlew/methods/dgtd/local_steps/published_limit.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/random.hpp>
#include <curlew/core/parallel/vector_kernels.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/local_steps/published_steps.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace curlew::dgtd {
namespace {

// Steps of a trial, and of the one that confirms the step found.
constexpr int k_steps = 300, k_long_steps = 1200;
// Growth of the norm between halves that counts as unstable: fields that stay swing by less.
constexpr double k_growth = 1.05;
constexpr double k_resolution = 1.02, k_search_margin = 0.98, k_less = 0.95;

Form form_of(const Problem &problem) {
  return problem.choices.scheme == SchemeKind::dfdd ? Form::implicit : Form::mean;
}

} // namespace

template <class Space>
double published_growth(const Space &space, const Problem &problem, const StepClasses &classes,
                        double dt_s, int steps) {
  UpdateOptions options;
  options.form = form_of(problem);
  options.dt_s = dt_s;
  const Slots slots = make_slots(problem, Packs<Space>::k_pack, classes.shell, classes.shells());
  const auto coarse = make_packed<Space>(problem, slots, options);
  PublishedSteps<Space> published(problem, classes, options, *coarse);
  const int n = problem.per_tet();
  const auto random_field = [&](std::uint64_t stream, double scale) {
    std::vector<double> values(static_cast<std::size_t>(slots.size()) * n, 0);
    for (Index t = 0; t < problem.tet_count(); ++t)
      for (int i = 0; i < n; ++i)
        values[Packs<Space>::at(slots.of_tet[t], i, n)] =
            scale *
            random_number(static_cast<std::uint64_t>(problem.ownership.number_of_tet(t)) * n + i,
                          stream);
    return to_view<Space>("curlew::dgtd::published_start", values);
  };
  Fields<Space> fields;
  fields.e = random_field(1, 1);
  fields.h = random_field(2, 1 / k_eta0);
  const std::size_t own = static_cast<std::size_t>(slots.size()) * coarse->own_size();
  fields.electric_own = Kokkos::View<double *, Space>("curlew::dgtd::published_own", own);
  fields.magnetic_own = Kokkos::View<double *, Space>("curlew::dgtd::published_own", own);
  double before = 0, after = 0;
  for (int step = 0; step < steps; ++step) {
    published.begin(space, fields);
    published.finish(space, fields, [] {});
    if (step % 5 != 0)
      continue;
    const Kokkos::View<double *, Space> owned = Kokkos::subview(
        fields.e, std::make_pair(std::size_t(0), static_cast<std::size_t>(slots.owned) * n));
    const double norm =
        problem.ownership.ranks.sum(dot(space, "curlew::dgtd::published_norm", owned, owned));
    if (!std::isfinite(norm))
      return std::numeric_limits<double>::infinity();
    double &half = 2 * step < steps ? before : after;
    half = std::max(half, norm);
  }
  return after / before;
}

template <class Space>
double published_limit(const Space &space, const Problem &problem, const StepClasses &classes,
                       double plain_dt_s) {
  const auto stays = [&](double dt_s, int steps) {
    return published_growth(space, problem, classes, dt_s, steps) < k_growth;
  };
  double low = 0.5 * plain_dt_s, high = plain_dt_s * classes.steps_of(classes.filters());
  if (stays(high, k_steps))
    low = high;
  while (high / low > k_resolution) {
    const double middle = std::sqrt(low * high);
    (stays(middle, k_steps) ? low : high) = middle;
  }
  for (double dt_s = k_search_margin * low; dt_s >= 0.4 * plain_dt_s; dt_s *= k_less)
    if (stays(dt_s, k_long_steps))
      return dt_s;
  throw NotConverged(
      fmt::format("no stable step was found for the published local time steps: "
                  "fields grow down to 0.4 of {:.4g} s, the limit without them; take "
                  "\"local_time_stepping\": false, or \"scheme\": \"filtered\" of "
                  "\"central\"",
                  plain_dt_s));
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template double published_limit<Space>(const Space &, const Problem &, const StepClasses &,      \
                                         double);                                                  \
  template double published_growth<Space>(const Space &, const Problem &, const StepClasses &,     \
                                          double, int);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgtd
