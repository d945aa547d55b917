#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/tables/csv_table.hpp>
#include <curlew/methods/shared/time/restart_tables.hpp>
#include <curlew/methods/shared/time/time_scheme.hpp>

#include <vector>

namespace curlew {

// The tables of the probes, and the traces of those that have a spectrum in memory.
class ProbeTables {
public:
  // With `restart` tables continue behind the rows listed there. `time_s`: of the checkpoint.
  // Throws OutputError.
  ProbeTables(const Case &input, const ResultsDirectory &results, double dt_s,
              double magnetic_lag_steps, const RestartTables *restart, double time_s);

  void write(std::int64_t first_step, const ProbeRows &values);
  void sync();
  void close();
  void list_rows(TableRows &rows) const;
  const std::map<std::string, ProbeTrace> &traces() const { return traces_; }

private:
  struct One {
    std::string name;
    std::string file;
    Field field;
    std::vector<Point> points;
    std::size_t first; // among the points of its field
    bool positions;    // line and plane probes have the point in every row
    ProbeTrace *trace; // none without a spectrum
    std::int64_t rows;
    CsvTable table;
  };
  void write(One &probe, std::int64_t first_step, const ProbeRows &values);

  double dt_s_, magnetic_lag_steps_;
  std::vector<One> probes_;
  std::size_t electric_points_ = 0, magnetic_points_ = 0;
  std::map<std::string, ProbeTrace> traces_;
};

} // namespace curlew
