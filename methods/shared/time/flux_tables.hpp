#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/io/tables/csv_table.hpp>
#include <curlew/methods/shared/time/restart_tables.hpp>
#include <curlew/methods/shared/time/time_scheme.hpp>

#include <string>
#include <vector>

namespace curlew {

// flux_<name>_time.csv of the entries of outputs.flux: the power at every step.
class FluxTables {
public:
  // With `restart` tables continue behind the rows listed there. `time_s`: of the checkpoint.
  // Throws OutputError.
  FluxTables(const Case &input, const ResultsDirectory &results, double dt_s,
             const RestartTables *restart, double time_s);

  void write(std::int64_t first_step, const ProbeRows &values);
  void sync();
  void close();
  void list_rows(TableRows &rows) const;

private:
  struct One {
    std::string file;
    std::int64_t rows;
    CsvTable table;
  };
  double dt_s_;
  std::vector<One> fluxes_;
};

} // namespace curlew
