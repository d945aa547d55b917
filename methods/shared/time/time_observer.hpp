#pragma once

#include <curlew/methods/shared/time/time_plan.hpp>
#include <curlew/methods/shared/time/time_values.hpp>

namespace curlew {

// Receives what the time loop has beside the outputs, which go to the recorders of its scheme.
class TimeObserver {
public:
  virtual ~TimeObserver() = default;
  // Takes the state of this rank between two steps. The recorders have written all values of the
  // steps before.
  virtual void checkpoint(const RunPosition &position, const FieldState &state) = 0;
  virtual void advanced(std::int64_t step) = 0;
  // Returns true once the user or the system has requested the run to end.
  virtual bool stop_requested() = 0;
};

} // namespace curlew
