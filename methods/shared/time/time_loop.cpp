#include <curlew/methods/shared/time/time_loop.hpp>

#include <curlew/core/error.hpp>
#include <curlew/methods/shared/time/watchdog.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace curlew {
namespace {

constexpr int k_agree_every = 8; // steps between agreements of the ranks about interrupts

bool due(std::int64_t step, std::int64_t every) {
  return every > 0 && step % every == 0;
}

class TimeLoop {
public:
  TimeLoop(TimeScheme &scheme, const TimePlan &plan, const Communicator &ranks,
           TimeObserver &observer, RunPosition &position)
      : scheme_(scheme), plan_(plan), ranks_(ranks), observer_(observer), position_(position),
        sampled_from_(position.step) {}

  bool run() {
    while (position_.step < plan_.steps) {
      const std::int64_t n = position_.step;
      const bool observed = has_outputs(n);
      scheme_.begin_step(n, observed);
      if (observed && write_outputs(n)) {
        read_samples();
        return true;
      }
      scheme_.end_step(n);
      position_.step = n + 1;
      after_step();
    }
    if (has_outputs(position_.step)) {
      const FieldState saved = scheme_.save();
      scheme_.begin_step(position_.step, true);
      write_outputs(position_.step);
      scheme_.load(saved);
    }
    read_samples();
    return false;
  }

private:
  bool energy_due(std::int64_t step) const {
    return due(step, plan_.energy_every) ||
           (plan_.stop_at_energy_db > 0 && due(step, plan_.watch_every));
  }
  bool has_outputs(std::int64_t step) const {
    return step > 0 && (energy_due(step) || due(step, plan_.snapshot_every));
  }

  // Writes the outputs in the middle of step n. Returns true when the energy has fallen far enough
  // to end the run.
  bool write_outputs(std::int64_t n) {
    bool decayed = false;
    if (energy_due(n)) {
      const Energy mine = scheme_.energy();
      const Energy whole{ranks_.sum(mine.electric), ranks_.sum(mine.magnetic)};
      if (due(n, plan_.energy_every))
        observer_.energy(n, whole);
      position_.peak_energy = std::max(position_.peak_energy, whole.total());
      decayed = plan_.stop_at_energy_db > 0 &&
                static_cast<double>(n) * plan_.dt_s > plan_.sources_end_s &&
                whole.total() < position_.peak_energy * std::pow(10, -plan_.stop_at_energy_db / 10);
    }
    if (due(n, plan_.snapshot_every))
      observer_.snapshot(n, scheme_.fields());
    return decayed;
  }

  // True where the run is to end here. All ranks agree on it, which costs a message, so not in
  // every step.
  bool stop_requested() const {
    if (!ranks_.is_alone() && position_.step % k_agree_every != 0)
      return false;
    return ranks_.any(observer_.stop_requested());
  }

  void after_step() {
    const bool full = scheme_.sample();
    if (due(position_.step, plan_.watch_every) || position_.step == plan_.steps)
      watch(scheme_, plan_, ranks_, position_);
    if (full)
      read_samples();
    observer_.advanced(position_.step);
    const bool stop = position_.step < plan_.steps && stop_requested();
    if (due(position_.step, plan_.checkpoint_every) || stop) {
      read_samples();
      observer_.checkpoint(position_, scheme_.save());
    }
    if (stop)
      throw Interrupted("stopped at step " + std::to_string(position_.step) + " of " +
                        std::to_string(plan_.steps) +
                        " after writing a checkpoint; continue with --restart");
  }

  void read_samples() {
    if (sampled_from_ == position_.step)
      return;
    ProbeRows values = scheme_.read_samples();
    ranks_.sum_at_root(values.electric);
    ranks_.sum_at_root(values.magnetic);
    ranks_.sum_at_root(values.fluxes);
    ranks_.sum_at_root(values.ports);
    observer_.probes(sampled_from_, values);
    sampled_from_ = position_.step;
  }

  TimeScheme &scheme_;
  const TimePlan &plan_;
  const Communicator &ranks_;
  TimeObserver &observer_;
  RunPosition &position_;
  // The step after which the rows kept by the scheme begin.
  std::int64_t sampled_from_;
};

} // namespace

bool run_time_loop(TimeScheme &scheme, const TimePlan &plan, const Communicator &ranks,
                   TimeObserver &observer, RunPosition &position) {
  return TimeLoop(scheme, plan, ranks, observer, position).run();
}

} // namespace curlew
