#pragma once

#include <curlew/io/results/results_directory.hpp>
#include <curlew/io/tables/csv_table.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace curlew {

// Rows per table when a checkpoint was written, by file name: "probe_p.csv".
using TableRows = std::map<std::string, std::int64_t>;

// State left by an earlier run of the same results: its rows, and the time up to which they are
// valid.
struct Continued {
  const TableRows &rows;
  double until_s;
};

// A table of a run in time, whose rows checkpoints count. All functions throw OutputError.
class StepTable {
public:
  // A table that `continued` lists is continued behind its valid rows; any other starts empty.
  StepTable(const ResultsDirectory &results, std::string file, std::vector<std::string> columns,
            const Continued *continued);

  void row(const std::vector<double> &values) { row(values.data(), values.size()); }
  void row(const double *values, std::size_t count);
  void flush() { table_.flush(); }
  void sync() { table_.sync(); }
  void close() { table_.close(); }
  void list_rows(TableRows &rows) const { rows[file_] = count_; }

private:
  std::string file_;
  std::int64_t count_;
  CsvTable table_;
};

// Several of one kind, of the probes or ports of a run.
class StepTables {
public:
  void sync();
  void close();
  void list_rows(TableRows &rows) const;

protected:
  StepTables() = default;
  ~StepTables() = default;
  StepTables(StepTables &&) = default;
  std::vector<StepTable> tables_;
};

} // namespace curlew
