#pragma once

#include <curlew/io/tables/step_table.hpp>
#include <curlew/methods/shared/time/recorder.hpp>
#include <curlew/methods/shared/time/time_plan.hpp>

#include <optional>

namespace curlew {

class Communicator;
class ResultsDirectory;
struct Case;
struct Execution;
struct RestartTables;

// A run as its recorders know it. It outlives them.
struct RecordedRun {
  const Case &input;
  const TimePlan &plan;
  const Communicator &ranks;
  const Execution &execution;
  const ResultsDirectory &results;

  double time_s(std::int64_t step) const { return static_cast<double>(step) * plan.dt_s; }
};

// Outputs of an earlier run that a restart continues; empty for a run from the start.
struct ContinuedOutputs {
  const RestartTables *tables = nullptr;
  // Tables with a row at the checkpoint's time, and those whose row of that time follows it and is
  // written again: energies, fluxes, snapshots.
  std::optional<Continued> samples = std::nullopt, states = std::nullopt;
};

// Returns the outputs up to the checkpoint at `time_s`, with steps of `dt_s`. `tables` must outlive
// the result.
ContinuedOutputs continued_outputs(const RestartTables &tables, double time_s, double dt_s);

// A recorder with tables that the root writes: a StepTable, or one of StepTables.
template <class Tables> class TableRecorder : public Recorder {
public:
  void sync(TableRows &rows) override {
    if (!tables_)
      return;
    tables_->sync();
    tables_->list_rows(rows);
  }
  void close() override {
    if (tables_)
      tables_->close();
  }

protected:
  const RecordedRun *run_ = nullptr; // set by open()
  std::optional<Tables> tables_;     // set by open() at the root
};

inline const Continued *or_null(const std::optional<Continued> &continued) {
  return continued ? &*continued : nullptr;
}

} // namespace curlew
