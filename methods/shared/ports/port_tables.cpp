#include <curlew/methods/shared/ports/port_tables.hpp>

#include <curlew/methods/shared/ports/port_recorder.hpp>

#include <fmt/format.h>

namespace curlew {

std::string port_file_name(int port, int excited) {
  return excited == 0 ? fmt::format("port_{}.csv", port)
                      : fmt::format("port_{}_from_{}.csv", port, excited);
}

std::vector<std::string> port_columns() {
  return {"t (s)", "V (V)", "I (A)", "a (W^0.5)", "b (W^0.5)"};
}

PortTables::PortTables(const std::vector<std::string> &files, const ResultsDirectory &results,
                       double dt_s, const Continued *continued)
    : dt_s_(dt_s) {
  for (const std::string &file : files)
    tables_.emplace_back(results, file, port_columns(), continued);
}

void PortTables::write(std::int64_t first_step, const std::vector<double> &values) {
  if (tables_.empty())
    return;
  const std::size_t stride = PortRecorder::k_values * tables_.size();
  for (std::size_t row = 0; row * stride < values.size(); ++row)
    for (std::size_t p = 0; p < tables_.size(); ++p) {
      const double *at = &values[row * stride + PortRecorder::k_values * p];
      const double time_s = static_cast<double>(first_step + 1 + static_cast<std::int64_t>(row));
      tables_[p].row({time_s * dt_s_, at[0], at[1], at[2], at[3]});
    }
  for (StepTable &table : tables_)
    table.flush();
}

} // namespace curlew
