#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/io/results/checkpoint.hpp>
#include <curlew/io/results/progress.hpp>
#include <curlew/io/results/results_directory.hpp>
#include <curlew/io/tables/step_table.hpp>
#include <curlew/methods/shared/ports/port_tables.hpp>
#include <curlew/methods/shared/time/flux_tables.hpp>
#include <curlew/methods/shared/time/probe_tables.hpp>
#include <curlew/methods/shared/time/time_method.hpp>
#include <curlew/methods/shared/time/time_observer.hpp>

#include <optional>
#include <string>

namespace curlew {

// Point from which a restarted run continues.
struct RestartPoint {
  RunPosition position;
  double dt_s = 0;
  FieldState state;     // state of this rank
  RestartTables tables; // at the root
};

// Writes the output of the time loop into the results directory: probes, energies, snapshots,
// checkpoints. After a restart it continues the tables from the checkpoint's time on. With several
// ranks the root writes tables and checkpoints, and each rank its part of the fields.
class ResultWriter : public TimeObserver {
public:
  // `run`: number of the run of the ports. `physics`: physics_text(), for checkpoints; used at the
  // root. `restart`: none for a run from the start.
  ResultWriter(const Case &input, const TimePlan &plan, TimeMethod &method, std::size_t run,
               const ResultsDirectory &results, const std::string &physics,
               double magnetic_lag_steps, const RestartPoint *restart, bool quiet);

  void probes(std::int64_t first_step, const ProbeRows &values) override;
  void energy(std::int64_t step, const Energy &energy) override;
  void snapshot(std::int64_t step, const CellFields &fields) override;
  void checkpoint(const RunPosition &position, const FieldState &state) override;
  void advanced(std::int64_t step) override { progress_.update(step); }
  bool stop_requested() override;

  // Ends the tables. Throws OutputError for a failed write.
  void close();
  // Returns at the root the whole records of the probes that have a spectrum.
  const std::map<std::string, ProbeTrace> &traces() const { return probes_->traces(); }

private:
  void open_tables(std::size_t run, double magnetic_lag_steps, const RestartPoint *restart);
  void open_fields(const RestartPoint *restart);
  void write_checkpoint(const RunPosition &position, FieldState whole);

  const Case &input_;
  const TimePlan &plan_;
  TimeMethod &method_;
  const ResultsDirectory &results_;
  bool is_root_;
  std::string physics_;
  std::optional<ProbeTables> probes_;
  std::optional<FluxTables> fluxes_;
  std::optional<PortTables> ports_;
  std::optional<StepTable> energy_;
  bool write_electric_ = false, write_magnetic_ = false;
  SnapshotCells cells_;
  std::optional<VtuSeries> fields_;
  CheckpointWriter checkpoints_;
  Progress progress_;
};

} // namespace curlew
