#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/io/tables/step_table.hpp>
#include <curlew/methods/shared/time/restart_tables.hpp>
#include <curlew/methods/shared/time/time_values.hpp>

#include <vector>

namespace curlew {

class ResultsDirectory;
struct Case;

// The tables of the probes, and the traces of those that have a spectrum in memory.
class ProbeTables : public StepTables {
public:
  // With `restart` traces continue from its values. Throws OutputError.
  ProbeTables(const Case &input, const ResultsDirectory &results, double dt_s,
              double magnetic_lag_steps, const RestartTables *restart, const Continued *continued);

  void write(std::int64_t first_step, const ProbeRows &values);
  const std::map<std::string, ProbeTrace> &traces() const { return traces_; }

private:
  struct One {
    bool is_electric;
    std::vector<Point> points;
    std::size_t first; // among the points of its field
    bool positions;    // line and plane probes have the point in every row
    ProbeTrace *trace; // none without a spectrum
  };
  void write(const One &probe, StepTable &table, std::int64_t first_step, const ProbeRows &values);

  double dt_s_, magnetic_lag_steps_;
  std::vector<One> probes_; // probes of each table
  std::size_t electric_points_ = 0, magnetic_points_ = 0;
  std::map<std::string, ProbeTrace> traces_;
};

} // namespace curlew
