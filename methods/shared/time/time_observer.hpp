#pragma once

#include <curlew/methods/shared/time/time_plan.hpp>
#include <curlew/methods/shared/time/time_scheme.hpp>

namespace curlew {

// Receives the outputs of the time loop.
class TimeObserver {
public:
  virtual ~TimeObserver() = default;
  // Takes probe values of consecutive steps. Row k holds E of every electric probe at (first_step +
  // k + 1) dt, and H of every magnetic probe at that time less the scheme's magnetic_lag_steps();
  // fluxes are those at (first_step + k) dt. At the root the whole field, elsewhere this rank's
  // share.
  virtual void probes(std::int64_t first_step, const ProbeRows &values) = 0;
  // Takes the energy of the whole mesh, at step * dt.
  virtual void energy(std::int64_t step, const Energy &energy) = 0;
  // Takes the fields of this rank's cells, at step * dt.
  virtual void snapshot(std::int64_t step, const CellFields &fields) = 0;
  virtual void checkpoint(const RunPosition &position, const FieldState &state) = 0;
  virtual void advanced(std::int64_t step) = 0;
  // Returns true once the user or the system has requested the run to end.
  virtual bool stop_requested() = 0;
};

} // namespace curlew
