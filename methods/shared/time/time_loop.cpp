#include <curlew/methods/shared/time/time_loop.hpp>

#include <curlew/core/error.hpp>
#include <curlew/methods/shared/time/watchdog.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace curlew {
namespace {

constexpr int k_agree_every = 8; // steps between agreements of the ranks about interrupts

class TimeLoop {
public:
  TimeLoop(TimeScheme &scheme, const TimePlan &plan, const Communicator &ranks,
           TimeObserver &observer, RunPosition &position)
      : scheme_(scheme), plan_(plan), ranks_(ranks), observer_(observer), position_(position),
        flushed_until_(position.step) {}

  bool run() {
    while (position_.step < plan_.steps) {
      const std::int64_t n = position_.step;
      const bool observed = has_outputs(n);
      scheme_.begin_step(n, observed);
      if (observed && observe(n)) {
        flush();
        return true;
      }
      scheme_.end_step(n);
      position_.step = n + 1;
      after_step();
    }
    if (has_outputs(position_.step)) {
      const FieldState saved = scheme_.save();
      scheme_.begin_step(position_.step, true);
      observe(position_.step);
      scheme_.load(saved);
    }
    flush();
    return false;
  }

private:
  // True where the energy is taken, for the end of the run and the largest energy of a checkpoint.
  bool is_energy_due(std::int64_t step) const {
    return is_due(step, plan_.energy_every) ||
           (plan_.stop_at_energy_db > 0 && is_due(step, plan_.watch_every));
  }
  bool has_outputs(std::int64_t step) const {
    const auto &recorders = scheme_.recorders();
    return step > 0 && (is_energy_due(step) || std::any_of(recorders.begin(), recorders.end(),
                                                           [&](const Recorder *recorder) {
                                                             return recorder->observes(step);
                                                           }));
  }

  // Lets the recorders observe the middle of step n. Returns true when the energy has fallen far
  // enough to end the run.
  bool observe(std::int64_t n) {
    Observation seen(scheme_, ranks_);
    for (Recorder *recorder : scheme_.recorders())
      if (recorder->observes(n))
        recorder->observe(n, seen);
    if (!is_energy_due(n))
      return false;
    const double energy = seen.energy().total();
    position_.peak_energy = std::max(position_.peak_energy, energy);
    return plan_.stop_at_energy_db > 0 &&
           static_cast<double>(n) * plan_.dt_s > plan_.sources_end_s &&
           energy < position_.peak_energy * std::pow(10, -plan_.stop_at_energy_db / 10);
  }

  // True where the run is to end here. All ranks agree on it, which costs a message, so not in
  // every step.
  bool stop_requested() const {
    if (!ranks_.is_alone() && position_.step % k_agree_every != 0)
      return false;
    return ranks_.any(observer_.stop_requested());
  }

  void after_step() {
    const bool is_full = scheme_.sample();
    if (is_due(position_.step, plan_.watch_every) || position_.step == plan_.steps)
      watch(scheme_, plan_, ranks_, position_);
    if (is_full)
      flush();
    observer_.advanced(position_.step);
    const bool stop = position_.step < plan_.steps && stop_requested();
    if (is_due(position_.step, plan_.checkpoint_every) || stop) {
      flush();
      observer_.checkpoint(position_, scheme_.save());
    }
    if (stop)
      throw Interrupted("stopped at step " + std::to_string(position_.step) + " of " +
                        std::to_string(plan_.steps) +
                        " after writing a checkpoint; continue with --restart");
  }

  void flush() {
    if (flushed_until_ == position_.step)
      return;
    for (Recorder *recorder : scheme_.recorders())
      recorder->flush(flushed_until_);
    flushed_until_ = position_.step;
  }

  TimeScheme &scheme_;
  const TimePlan &plan_;
  const Communicator &ranks_;
  TimeObserver &observer_;
  RunPosition &position_;
  std::int64_t flushed_until_; // step up to which the recorders have written their values
};

} // namespace

bool run_time_loop(TimeScheme &scheme, const TimePlan &plan, const Communicator &ranks,
                   TimeObserver &observer, RunPosition &position) {
  return TimeLoop(scheme, plan, ranks, observer, position).run();
}

} // namespace curlew
