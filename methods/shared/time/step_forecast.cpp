#include <curlew/methods/shared/time/step_forecast.hpp>

#include <curlew/methods/shared/forecast/free_stopwatch.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace curlew {
namespace {

constexpr double k_budget_s = 0.2;
// Bytes that snapshots write in a second, measured with compressed files on one core.
constexpr double k_snapshot_rate = 60e6;

class TimedSteps {
public:
  explicit TimedSteps(TimeScheme &scheme) : scheme_(scheme) {}

  // Returns the seconds of `count` steps; waits for a device.
  double plain(std::int64_t count) {
    const FreeStopwatch watch;
    for (std::int64_t k = 0; k < count; ++k) {
      scheme_.begin_step(step_, false);
      end_step();
    }
    scheme_.squared_norm();
    return watch.seconds();
  }

  // Returns the seconds of `observe` in the middle of a step.
  template <class Observe> double observed(const Observe &observe) {
    scheme_.begin_step(step_, true);
    scheme_.squared_norm();
    const FreeStopwatch watch;
    observe();
    const double seconds = watch.seconds();
    end_step();
    return seconds;
  }

private:
  // A recorder without room for a further step is left out from then on: nothing empties it.
  void end_step() {
    scheme_.end_step(step_++);
    const std::vector<Recorder *> &recorders = scheme_.recorders();
    for (std::size_t r = 0; r < recorders.size(); ++r)
      if (!is_full_[r])
        is_full_[r] = recorders[r]->record(step_);
  }

  TimeScheme &scheme_;
  std::int64_t step_ = 0;
  std::vector<bool> is_full_ = std::vector<bool>(scheme_.recorders().size(), false);
};

// Returns the seconds of a step. Groups of steps double until they take half of the budget; the
// last group counts.
double step_seconds(TimedSteps &steps, std::int64_t most) {
  const FreeStopwatch watch;
  double seconds = steps.plain(1); // the first one warms up
  for (std::int64_t count = 1; count <= most; count *= 2) {
    const double of_group = steps.plain(count);
    seconds = of_group / static_cast<double>(count);
    if (2 * of_group > k_budget_s || watch.seconds() > k_budget_s)
      break;
  }
  return seconds;
}

} // namespace

std::string why_no_scheme(double cells, const std::string &name, double bytes, Backend backend) {
  constexpr double k_most_cells = 2e6, k_share_of_memory = 0.8;
  if (cells > k_most_cells)
    return fmt::format("steps are timed with at most {:.0f} {}", k_most_cells, name);
  const Memory memory = memory_of(backend);
  if (bytes > k_share_of_memory * memory.free_bytes)
    return fmt::format("to time its steps takes {:.3g} GB, and {:.3g} GB are free on the {}",
                       bytes / 1e9, memory.free_bytes / 1e9, memory.name);
  return "";
}

TimeForecast forecast_steps(TimeScheme &scheme, const TimePlan &plan, std::size_t runs,
                            double setup_s) {
  TimedSteps timed(scheme);
  TimeForecast forecast;
  forecast.setup_s = setup_s;
  const auto of_all = [&](std::int64_t every) {
    return every > 0 ? static_cast<double>(runs) * static_cast<double>(plan.steps / every) : 0;
  };
  forecast.work.push_back(
      {"step", of_all(1), step_seconds(timed, std::max<std::int64_t>(1, plan.steps / 2))});
  const std::int64_t energy_every = plan.energy_every > 0        ? plan.energy_every
                                    : plan.stop_at_energy_db > 0 ? plan.watch_every
                                                                 : 0;
  if (energy_every > 0)
    forecast.work.push_back(
        {"energy sum", of_all(energy_every), timed.observed([&] { scheme.energy(); })});
  if (plan.snapshot_every > 0) {
    std::size_t values = 0;
    const double of_fields = timed.observed([&] {
      const CellFields fields = scheme.fields();
      values = fields.electric.size() + fields.magnetic.size();
    });
    forecast.work.push_back(
        {"snapshot", of_all(plan.snapshot_every),
         of_fields + sizeof(double) * static_cast<double>(values) / k_snapshot_rate});
  }
  if (plan.stop_at_energy_db > 0)
    forecast.basis = fmt::format("at most: the run ends earlier where the energy falls by {:g} dB",
                                 plan.stop_at_energy_db);
  return forecast;
}

void name_what_is_left_out(const Case &input, TimeForecast &forecast) {
  if (input.outputs.phasors)
    forecast.basis += std::string(forecast.basis.empty() ? "" : "; ") +
                      "without the sums of fields at frequencies";
}

} // namespace curlew
