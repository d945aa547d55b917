#pragma once

#include <curlew/io/tables/step_table.hpp>
#include <curlew/methods/shared/time/time_values.hpp>

#include <cstdint>

namespace curlew {

struct ContinuedOutputs;
class Observation;
struct RecordedRun;
class Summary;

// One output of a run in time: it records steps, saves its record to a checkpoint and loads it, and
// writes its results. A scheme has a list of recorders (time_scheme.hpp), the same on all ranks.
// Each function is called once per step at most. Functions are collective where a recorder sums
// over ranks. Outputs of a Case have recorders of their own (probe_output.hpp, flux_results.hpp,
// far_field_results.hpp, port_output.hpp, field_outputs.hpp); methods derive from those that need
// their unknowns.
class Recorder {
public:
  Recorder() = default;
  Recorder(const Recorder &) = delete;
  Recorder &operator=(const Recorder &) = delete;
  virtual ~Recorder() = default;

  // Opens the files before the first step (recorded_run.hpp). Without this call a recorder keeps
  // its values for those who read them. Throws OutputError.
  virtual void open(const RecordedRun &, const ContinuedOutputs &) {}

  // Records the fields after a step: E is at `step` dt. Returns true when there is no room for a
  // further step; flush() follows.
  virtual bool record(std::int64_t /*step*/) { return false; }
  // Writes the values of the steps after `first_step` that it keeps.
  virtual void flush(std::int64_t /*first_step*/) {}

  // Returns true for a step in whose middle observe() is called, with both fields at `step` dt.
  virtual bool observes(std::int64_t /*step*/) const { return false; }
  virtual void observe(std::int64_t /*step*/, Observation &) {}

  // Save and load the record in a checkpoint, under names of its own: load(save()) continues with
  // the same bits.
  virtual void save(FieldState &) {}
  virtual void load(const FieldState &) {}
  // Brings the tables onto the disk and adds their numbers of rows, for a checkpoint.
  virtual void sync(TableRows &) {}

  // Closes the tables after the last step. Throws OutputError.
  virtual void close() {}
  // Writes the results of the last run after `steps` steps, and its part of the summary. Called on
  // all ranks; only the root writes.
  virtual void write(std::int64_t /*steps*/, Summary &) {}
};

} // namespace curlew
