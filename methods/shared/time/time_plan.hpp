#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace curlew {

struct Case;

// Schedule of a run besides stepping, in steps; 0 means never.
struct TimePlan {
  double dt_s = 0;
  std::int64_t steps = 0;
  std::int64_t energy_every = 0;
  std::int64_t snapshot_every = 0;
  std::int64_t checkpoint_every = 0;
  std::int64_t watch_every = 50;
  double stop_at_energy_db = 0; // below the peak; 0: run all steps
  double sources_end_s = 0;     // growth after this time is an instability
  std::vector<char> has_s;      // [frequency of the case]: whether S has a value there
  // Outputs that never happen, with their case locations.
  std::vector<std::string> warnings;
};

// Returns true for a step that is a multiple of a period in steps; 0: never.
inline bool is_due(std::int64_t step, std::int64_t every) {
  return every > 0 && step % every == 0;
}

// State of a run beside the unknowns.
struct RunPosition {
  std::int64_t step = 0; // steps done: E is at step * dt
  // Value of the watchdog, up to the end of the sources.
  double largest_norm = 0;
  double peak_energy = 0; // J
};

// Returns the time step of a case: its dt, or its courant times the limit (rounded down to ten
// digits). Throws InputError for dt above the limit without allow_unstable.
double time_step(const Case &input, double limit_s);
// True where a case gives no time step, for a scheme without a limit.
bool has_default_step(const Case &input);

// Turns the times of a case into steps of dt_s. `sources_end_s`: when the last source ends. Throws
// InputError for a duration shorter than one step, for a spectrum that the record cannot resolve,
// and for frequencies that the steps, or the waveform of far fields and fluxes, do not have.
TimePlan make_time_plan(const Case &input, double dt_s, double sources_end_s);

} // namespace curlew
