#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/io/output/checkpoint.hpp>
#include <curlew/io/output/csv_table.hpp>
#include <curlew/io/output/progress.hpp>
#include <curlew/io/output/results_directory.hpp>
#include <curlew/io/vtk/field_writer.hpp>
#include <curlew/methods/dgatd/observer.hpp>
#include <curlew/methods/dgatd/state_order.hpp>

#include <optional>
#include <vector>

namespace curlew::dgatd {

// Writes what the time loop produces into the results directory: probes, energies, snapshots,
// checkpoints. After a restart it continues the tables from the checkpoint's time on. Of several
// ranks the root writes tables and checkpoints, and each its part of the fields.
class ResultWriter : public Observer {
public:
  ResultWriter(const Case &input, const Problem &problem, const Plan &plan,
               const ResultsDirectory &results, const std::string &fingerprint,
               const std::optional<double> &restart_time_s, bool quiet);

  void probes(std::int64_t first_step, int rows, const std::vector<double> &electric,
              const std::vector<double> &magnetic) override;
  void energy(std::int64_t step, const Energy &energy) override;
  void snapshot(std::int64_t step, const std::vector<double> &electric,
                const std::vector<double> &magnetic) override;
  void checkpoint(const RunPosition &position, const State &state) override;
  void advanced(std::int64_t step) override { progress_.update(step); }
  bool stop_requested() override;

  void start_at(std::int64_t step) { progress_.start_at(step); }
  // Ends the tables. Throws OutputError for what could not be written.
  void close();

private:
  struct ProbeTable {
    Field field;
    std::vector<Point> points;
    std::size_t first; // among the points of its field
    bool positions;    // line and plane probes name the point in every row
    CsvTable table;
  };
  void write_checkpoint(const RunPosition &position, const State &whole);
  void open_tables(const Case &input, const std::optional<double> &restart_time_s);
  void open_probes(const Case &input, const std::optional<double> &restart_time_s);
  void open_fields(const Case &input, const Problem &problem,
                   const std::optional<double> &restart_time_s);
  std::vector<double> selected(const std::vector<double> &values) const;

  const Problem &problem_;
  const Plan &plan_;
  const ResultsDirectory &results_;
  std::string fingerprint_;
  std::vector<ProbeTable> probes_;
  std::size_t electric_points_ = 0, magnetic_points_ = 0;
  std::optional<CsvTable> energy_;
  SubGrid region_; // of the snapshots; empty: the whole mesh
  bool whole_mesh_ = true, write_electric_ = false, write_magnetic_ = false;
  std::optional<VtuSeries> fields_;
  CheckpointWriter checkpoints_;
  std::optional<StateOrder> order_; // made for the first checkpoint
  curlew::Progress progress_;
};

// The unknowns (in the order of StateOrder) and the progress in a checkpoint. Throws InputError
// when it belongs to another case.
State read_state(const CheckpointData &data, const std::string &fingerprint, RunPosition &position,
                 double &dt_s);

} // namespace curlew::dgatd
