#include <curlew/methods/shared/time/watchdog.hpp>

#include <curlew/core/error.hpp>

#include <fmt/format.h>

#include <cmath>

namespace curlew {
namespace {

[[noreturn]] void report_instability(TimeScheme &scheme, const TimePlan &plan,
                                     const Communicator &ranks, std::int64_t step) {
  const LargestField mine = scheme.largest();
  const bool is_largest = mine.size >= ranks.max(mine.size);
  const int source = static_cast<int>(ranks.min(is_largest ? ranks.rank() : ranks.size()));
  const std::string text = fmt::format(
      "the fields {} at step {} (t = {:.6g} s); {}. The time step is {:.6g} s: take a smaller "
      "\"courant\" (below 1), and look at the quality of the mesh there (curlew mesh)",
      std::isfinite(mine.size) ? "grow without a source" : "became infinite or NaN", step,
      static_cast<double>(step) * plan.dt_s, mine.text, plan.dt_s);
  throw Unstable(ranks.broadcast(text, source));
}

} // namespace

void watch(TimeScheme &scheme, const TimePlan &plan, const Communicator &ranks,
           RunPosition &position) {
  // Unknowns of several ranks count several times: the wide margin covers that.
  const double norm = ranks.sum(scheme.squared_norm());
  // The sources may have supplied most of their energy since the last check.
  const bool driven =
      static_cast<double>(position.step - plan.watch_every) * plan.dt_s <= plan.sources_end_s;
  if (driven && norm > position.largest_norm)
    position.largest_norm = norm;
  constexpr double k_largest_norm = 1e300;
  const bool finite = norm <= k_largest_norm; // false for NaN too
  const bool grows =
      !driven && position.largest_norm > 0 && norm > k_growth_limit * position.largest_norm;
  if (!finite || grows)
    report_instability(scheme, plan, ranks, position.step);
}

} // namespace curlew
