#pragma once

#include <curlew/methods/dgatd/energy_values.hpp>
#include <curlew/methods/dgatd/scheme.hpp>

#include <cstdint>
#include <vector>

namespace curlew::dgatd {

// What one run does besides stepping, in steps; 0 means never.
struct Plan {
  double dt_s = 0;
  std::int64_t steps = 0;
  std::int64_t energy_every = 0;
  std::int64_t snapshot_every = 0;
  Index snapshot_group = -1; // only tets of this volume group; -1: all
  std::int64_t checkpoint_every = 0;
  std::int64_t watch_every = 50;
  double stop_at_energy_db = 0; // below the peak; 0: run all steps
  double sources_end_s = 0;     // growth after this time is an instability
  std::vector<EdgeStencil> electric_probes;
  std::vector<Index> magnetic_probes; // tets
};

// Where a run stands, beside the unknowns.
struct RunPosition {
  std::int64_t step = 0;   // steps done: E is at step * dt, H half a step before
  double largest_norm = 0; // of the watchdog, up to the end of the sources
  double peak_energy = 0;  // J
};

// Seconds of a run by what they were spent on: of all steps, from those that were timed.
struct StepTimes {
  std::int64_t steps = 0, timed_steps = 0;
  double faraday_s = 0, ampere_s = 0;
};

// Takes what the time loop produces. Knows files; the loop does not.
class Observer {
public:
  virtual ~Observer() = default;
  // Rows of probe values of consecutive steps. Row k holds E of every electric probe at
  // (first_step + k + 1) dt and H of every magnetic probe at (first_step + k + 1/2) dt.
  virtual void probes(std::int64_t first_step, int rows, const std::vector<double> &electric,
                      const std::vector<double> &magnetic) = 0;
  virtual void energy(std::int64_t step, const Energy &energy) = 0;
  // E at the barycentre and H of every tet, [tet][component], both at step * dt.
  virtual void snapshot(std::int64_t step, const std::vector<double> &electric,
                        const std::vector<double> &magnetic) = 0;
  virtual void checkpoint(const RunPosition &position, const State &state) = 0;
  virtual void advanced(std::int64_t step) = 0;
  // True once the user or the system asked the run to end.
  virtual bool stop_requested() = 0;
};

} // namespace curlew::dgatd
