#pragma once

#include <curlew/core/parallel/spaces.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <cstdint>

namespace curlew {

// Times the parts of steps. On hosts every step is timed. On devices the host runs ahead, and a
// wait for every part would double the time of a small step, so that one step in 32 represents all.
template <class Space, int k_parts> class StepTimer {
public:
  // A step that was begun but not ended is not counted.
  void begin_step() {
    timed_ = steps_ % k_timed_every == 0;
    pending_ = {};
  }
  template <class Work> void time(const Space &space, int part, const Work &work) {
    if (!timed_)
      return work();
    space.fence();
    const Kokkos::Timer timer;
    work();
    space.fence();
    pending_[part] += timer.seconds();
  }
  void end_step() {
    ++steps_;
    timed_steps_ += timed_;
    for (int part = 0; part < k_parts; ++part)
      seconds_[part] += pending_[part];
  }

  std::int64_t steps() const { return steps_; }
  // Returns the seconds of all steps, scaled up from those that were timed.
  double seconds(int part) const {
    const double scale =
        timed_steps_ > 0 ? static_cast<double>(steps_) / static_cast<double>(timed_steps_) : 0;
    return scale * seconds_[part];
  }

private:
  static constexpr int k_timed_every = is_device<Space> ? 32 : 1;
  std::int64_t steps_ = 0, timed_steps_ = 0;
  std::array<double, k_parts> seconds_{}, pending_{};
  bool timed_ = false;
};

} // namespace curlew
