#include <curlew/core/error.hpp>
#include <curlew/io/tables/csv_table.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace curlew {
namespace {

std::string header_line(const std::vector<std::string> &columns) {
  return fmt::format("{}\n", fmt::join(columns, ","));
}

std::filesystem::path checked_for_append(const std::filesystem::path &path,
                                         const std::string &header) {
  std::ifstream file(path, std::ios::binary);
  std::string found;
  std::getline(file, found);
  if (found + '\n' != header || file.eof()) {
    throw OutputError(
        fmt::format("cannot continue the table {}: its columns are \"{}\", not \"{}\"",
                    path.string(), found, header.substr(0, header.size() - 1)));
  }
  return path;
}

OutputFile open_table(const std::filesystem::path &path, const std::string &header,
                      CsvTable::Mode mode) {
  std::error_code error;
  if (mode == CsvTable::Mode::append && std::filesystem::exists(path, error) &&
      !std::filesystem::is_empty(path)) {
    return OutputFile(checked_for_append(path, header), OutputFile::Mode::append);
  }
  OutputFile file(path, OutputFile::Mode::create);
  file.write(header);
  // Writing the header at once shows whether the disk accepts data.
  file.flush();
  return file;
}

} // namespace

CsvTable::CsvTable(std::filesystem::path path, std::vector<std::string> columns, Mode mode)
    : columns_(std::move(columns)), file_(open_table(path, header_line(columns_), mode)) {}

CsvTable::~CsvTable() = default;

void CsvTable::row(const double *values, std::size_t count) {
  if (count != columns_.size()) {
    throw std::invalid_argument(
        fmt::format("{} values for the {} columns of {}", count, columns_.size(), path().string()));
  }
  line_.clear();
  fmt::format_to(std::back_inserter(line_), "{}\n", fmt::join(values, values + count, ","));
  file_.write(line_);
}

void CsvTable::row(const std::vector<double> &values, const std::vector<std::string> &texts) {
  if (values.size() + texts.size() != columns_.size()) {
    throw std::invalid_argument(fmt::format("{} values for the {} columns of {}",
                                            values.size() + texts.size(), columns_.size(),
                                            path().string()));
  }
  line_ = fmt::format("{}", fmt::join(values, ","));
  for (const std::string &text : texts) {
    if (text.find_first_of(",\"\n\r") != std::string::npos) {
      throw std::invalid_argument("text of a table with a comma, quote or line end: " + text);
    }
    line_ += line_.empty() ? text : "," + text;
  }
  line_ += '\n';
  file_.write(line_);
}

std::vector<std::string> probe_columns(char quantity, bool with_position) {
  std::vector<std::string> columns{"t (s)"};
  if (with_position) {
    columns.insert(columns.end(), {"x (m)", "y (m)", "z (m)"});
  }
  const char *unit = quantity == 'E' ? "V/m" : "A/m";
  for (const char axis : {'x', 'y', 'z'}) {
    columns.push_back(fmt::format("{}_{} ({})", quantity, axis, unit));
  }
  return columns;
}

std::vector<std::string> energy_columns() {
  return {"t (s)", "W_e (J)", "W_m (J)", "W (J)"};
}

std::string number_or_nothing(double value) {
  return std::isnan(value) ? std::string() : fmt::format("{}", value);
}

} // namespace curlew
