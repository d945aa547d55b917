#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace curlew {

struct Energy {
  double electric = 0, magnetic = 0; // J
  double total() const { return electric + magnetic; }
};

// Named arrays of the unknowns of one rank.
using FieldState = std::map<std::string, std::vector<double>>;

// Name, in a state, of the sums on the surface of the far field.
inline constexpr const char *k_surface_sums = "surface_sums";

// E (V/m) and H (A/m) of every cell of one rank, [cell][component], both at the same time.
struct CellFields {
  std::vector<double> electric, magnetic;
};

// Values of the probes in consecutive steps, [step][point][component]. Points of other ranks are
// zero: the sum over all ranks is the field.
struct ProbeRows {
  int rows = 0;
  std::vector<double> electric, magnetic;
  // Power through the surfaces of outputs.flux, [step][surface], W, at the time before the step.
  // The parts of all ranks add up.
  std::vector<double> fluxes;
  // Values of ports, [step][port][V, I, a, b] (ports/port_recorder.hpp), at the time after the
  // step.
  std::vector<double> ports;
};

// The largest unknown of E on one rank: its size in the scheme's own unit (infinite if not finite),
// and its position: "the largest circulation of E, 3 V, is on the edge at (0, 0, 1) m in "air"".
struct LargestField {
  double size = 0;
  std::string text;
};

// One part of a step of one rank, for the tables of times: "faraday".
struct StepPart {
  std::string name;
  double minimum_bytes = 0; // per step
  double seconds = 0;       // seconds of all steps
};

struct StepTimes {
  std::int64_t steps = 0;
  std::vector<StepPart> parts;
};

// Stepping of fields in time: the interface between a method and the time loop. The loop calls each
// function at most once per step. A call may return before a device has done its work.
//
// Unknowns may be staggered (E at n dt, H at (n - 1/2) dt) or at the same time. A step has two
// parts, because a staggered scheme has both fields at n dt only in the middle of its step.
class TimeScheme {
public:
  virtual ~TimeScheme() = default;

  // Runs the first part of the step from n dt to (n + 1) dt. With `observed`, energy() and fields()
  // may be called before end_step(), and give values of the time n dt.
  virtual void begin_step(std::int64_t n, bool observed) = 0;
  // Runs the second part.
  virtual void end_step(std::int64_t n) = 0;

  // Energy and fields of the cells that this rank owns. Not called for a scheme that does not
  // define them.
  virtual Energy energy() = 0;
  virtual CellFields fields() = 0;

  // Keeps the values of the probes after a step. Returns true when there is no room for a further
  // step.
  virtual bool sample() = 0;
  // Waits for the kept values and returns them.
  virtual ProbeRows read_samples() = 0;
  // Steps by which the samples of H lie before those of E: 1/2 for staggered unknowns, else 0.
  virtual double magnetic_lag_steps() const = 0;

  // Returns the sum of squares of this rank's unknowns of E, for the watchdog.
  virtual double squared_norm() = 0;
  virtual LargestField largest() = 0;

  // Saves and loads the unknowns of this rank between two steps: load(save()) continues with the
  // same bits.
  virtual FieldState save() const = 0;
  virtual void load(const FieldState &state) = 0;

  virtual StepTimes times() const = 0;
};

} // namespace curlew
