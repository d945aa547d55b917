#include <curlew/methods/shared/time/restart_tables.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/tables/spectrum_files.hpp>
#include <curlew/methods/shared/time/output_tables.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace curlew {
namespace {

// Returns the number of rows of a table whose first column is at most `limit`. A last line without
// its end is torn and does not count.
std::int64_t rows_until(const std::filesystem::path &path, const std::vector<std::string> &columns,
                        double limit) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw InputError(fmt::format("cannot continue the table {}: {}; restore it, or run without "
                                 "--restart to start anew",
                                 path.string(), std::strerror(errno)));
  std::string line;
  const std::string header = fmt::format("{}", fmt::join(columns, ","));
  if (!std::getline(file, line) || line != header || file.eof())
    throw InputError(fmt::format("cannot continue the table {}: its columns are \"{}\", not "
                                 "\"{}\"; restore it, or run without --restart to start anew",
                                 path.string(), line, header));
  std::int64_t rows = 0;
  while (std::getline(file, line) && !file.eof() && std::strtod(line.c_str(), nullptr) <= limit)
    ++rows;
  return rows;
}

class TableCheck {
public:
  TableCheck(const Case &input, const ResultsDirectory &results, const TableRows &listed,
             std::int64_t step, double dt_s, const std::vector<std::string> &figures)
      : input_(input), results_(results), listed_(listed), step_(step), dt_s_(dt_s),
        figures_(figures) {}

  RestartTables run() {
    for (const OutputTable &table : output_tables(input_, figures_))
      check(table.file, table.columns, (table.has_row_at_checkpoint ? 0.25 : -0.25) * dt_s_);
    for (std::size_t i = 0; i < input_.outputs.spectra.size(); ++i)
      read_trace(i);
    return std::move(found_);
  }

private:
  double time_s() const { return static_cast<double>(step_) * dt_s_; }

  void check(const std::string &name, const std::vector<std::string> &columns, double beyond_s) {
    const auto path = results_.file(name);
    const auto written = listed_.find(name);
    if (written == listed_.end())
      return start_late(path);
    const std::int64_t rows = rows_until(path, columns, time_s() + beyond_s);
    if (rows != written->second)
      throw InputError(fmt::format(
          "cannot continue the table {}: it has {} rows up to the checkpoint (t = {:.6g} s), and "
          "{} were written; restore it, or run without --restart to start anew",
          path.string(), rows, time_s(), written->second));
    found_.rows[name] = rows;
  }

  void start_late(const std::filesystem::path &path) const {
    if (std::filesystem::exists(path))
      throw InputError(fmt::format("{} is not among the tables of the run to continue; move it "
                                   "away, or run without --restart to start anew",
                                   path.string()));
    spdlog::warn("{} begins at t = {:.6g} s: the run to continue did not write it", path.string(),
                 time_s());
  }

  void read_trace(std::size_t spectrum) {
    const std::string &probe = input_.outputs.spectra[spectrum].probe;
    const std::string name = probe_file_name(probe);
    const auto rows = found_.rows.find(name);
    if (rows == found_.rows.end() || rows->second != step_)
      throw InputError(fmt::format(
          "{}: a spectrum needs the whole record of its probe, and {} does not have the first {} "
          "steps; leave the spectrum out, or run without --restart",
          input_.where("/outputs/spectra/" + std::to_string(spectrum)), name, step_));
    ProbeTrace trace = read_probe_trace(results_.file(name), rows->second);
    found_.traces.emplace(probe, std::move(trace));
  }

  const Case &input_;
  const ResultsDirectory &results_;
  const TableRows &listed_;
  std::int64_t step_;
  double dt_s_;
  const std::vector<std::string> &figures_;
  RestartTables found_;
};

} // namespace

RestartTables check_restart_tables(const Case &input, const ResultsDirectory &results,
                                   const TableRows &listed, std::int64_t step, double dt_s,
                                   const std::vector<std::string> &figures) {
  return TableCheck(input, results, listed, step, dt_s, figures).run();
}

} // namespace curlew
