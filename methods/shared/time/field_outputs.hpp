#pragma once

#include <curlew/io/fields/field_writer.hpp>
#include <curlew/io/tables/step_table.hpp>
#include <curlew/methods/shared/time/recorded_run.hpp>
#include <curlew/methods/shared/time/snapshot_cells.hpp>
#include <curlew/methods/shared/time/time_method.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace curlew {

// Columns of energy.csv after those of the energy, and their values at the time of an energy.
struct EnergyFigures {
  std::vector<std::string> columns;
  std::function<std::vector<double>(const CellFields &)> row; // collective
};

// energy.csv of outputs.energy, with figures of the method that outputs.nonlinear requests.
class EnergyOutput final : public TableRecorder<StepTable> {
public:
  explicit EnergyOutput(EnergyFigures figures = {}) : figures_(std::move(figures)) {}

  void open(const RecordedRun &run, const ContinuedOutputs &continued) override;
  bool observes(std::int64_t step) const override;
  void observe(std::int64_t step, Observation &seen) override;

private:
  EnergyFigures figures_;
};

// Sizes, limits and figures of a method in the summary.
class SummaryOutput final : public Recorder {
public:
  using Fill = std::function<void(Summary &)>; // collective

  explicit SummaryOutput(Fill fill) : fill_(std::move(fill)) {}
  void write(std::int64_t, Summary &summary) override { fill_(summary); }

private:
  Fill fill_;
};

// Snapshots of outputs.fields: each rank writes its cells.
class SnapshotOutput final : public Recorder {
public:
  // Returns arrays beside E and H, for all cells of this rank.
  using MoreArrays = std::function<std::vector<CellArray>(const CellFields &)>;

  explicit SnapshotOutput(SnapshotCells cells, MoreArrays more_arrays = {})
      : cells_(std::move(cells)), more_arrays_(std::move(more_arrays)) {}

  void open(const RecordedRun &run, const ContinuedOutputs &continued) override;
  bool observes(std::int64_t step) const override;
  void observe(std::int64_t step, Observation &seen) override;

private:
  SnapshotCells cells_;
  MoreArrays more_arrays_;
  const RecordedRun *run_ = nullptr;
  bool write_electric_ = false, write_magnetic_ = false;
  std::optional<VtuSeries> series_;
};

// Returns a run with the recorders that all methods have. They write before those of the scheme:
// energies and snapshots where the plan has them, then the summary's part by `fill`.
TimeRun with_field_outputs(std::unique_ptr<TimeScheme> scheme, const TimePlan &plan,
                           SummaryOutput::Fill fill,
                           const std::function<std::unique_ptr<Recorder>()> &make_snapshots,
                           EnergyFigures figures = {});

} // namespace curlew
