#pragma once

#include <curlew/core/parallel/processor_time.hpp>
#include <curlew/core/stopwatch.hpp>

#include <optional>

namespace curlew {

// Measures the wall time in s that would have passed from its construction if the threads of this
// process had never waited for processors that other programs had: a forecast is of a free machine.
class FreeStopwatch {
public:
  double seconds() const {
    const double wall_s = watch_.seconds();
    const auto now = processor_time();
    if (!start_ || !now)
      return wall_s;
    const double ran_s = now->ran_s - start_->ran_s, waited_s = now->waited_s - start_->waited_s;
    return ran_s > 0 && waited_s > 0 ? wall_s * ran_s / (ran_s + waited_s) : wall_s;
  }

private:
  std::optional<ProcessorTime> start_ = processor_time();
  Stopwatch watch_;
};

} // namespace curlew
