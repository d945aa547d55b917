#pragma once

#include <curlew/io/tables/table_file.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace curlew {

// File names of the tables of a flux: at frequencies, and in time.
inline std::string flux_file_name(const std::string &flux) {
  return "flux_" + flux + ".csv";
}
inline std::string flux_time_file_name(const std::string &flux) {
  return "flux_" + flux + "_time.csv";
}
// Returns "t (s),P (W)"
std::vector<std::string> flux_time_columns();

// flux_<name>.csv: "f (Hz),excitation,P (W)", a row for each solve or frequency. The file is
// created with the first row. An excitation's name with a comma or a quote is written in quotes.
// Throws OutputError.
class FluxTable {
public:
  // `continues`: appends to the table that is there.
  explicit FluxTable(std::filesystem::path path, bool continues = false);
  // Adds a row, visible to other programs when it returns.
  void add(double frequency_hz, const std::string &excitation, double power_w);
  void close() { file_.close(); }

private:
  TableFile file_;
};

} // namespace curlew
