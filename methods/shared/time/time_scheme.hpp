#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/methods/shared/time/recorder.hpp>
#include <curlew/methods/shared/time/time_values.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace curlew {

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

  // Steps by which the samples of H lie before those of E: 1/2 for staggered unknowns, else 0.
  virtual double magnetic_lag_steps() const = 0;

  // Returns the sum of squares of this rank's unknowns of E, for the watchdog.
  virtual double squared_norm() = 0;
  virtual LargestField largest() = 0;

  virtual StepTimes times() const = 0;

  // The recorders of the run, in the order in which they write. They must outlive the last call.
  std::vector<Recorder *> &recorders() { return recorders_; }
  // Lets all recorders record the step that has ended. Returns true when one has no room for a
  // further step.
  bool sample();

  // Save and load the unknowns and records of this rank between two steps: load(save()) continues
  // with the same bits.
  FieldState save() const;
  void load(const FieldState &state);

protected:
  virtual FieldState save_unknowns() const = 0;
  virtual void load_unknowns(const FieldState &state) = 0;

  std::int64_t steps_done_ = 0; // counted by end_step()

private:
  std::vector<Recorder *> recorders_;
};

// The fields in the middle of a step, both at the same time. Each is computed once, on the first
// call, which is collective.
class Observation {
public:
  Observation(TimeScheme &scheme, const Communicator &ranks) : scheme_(scheme), ranks_(ranks) {}

  // Returns the energy of the whole mesh.
  const Energy &energy();
  // Returns the fields of this rank's cells.
  const CellFields &fields();

private:
  TimeScheme &scheme_;
  const Communicator &ranks_;
  std::optional<Energy> energy_;
  std::optional<CellFields> fields_;
};

} // namespace curlew
