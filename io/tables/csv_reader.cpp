#include <curlew/core/error.hpp>
#include <curlew/io/tables/csv_table.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <limits>
#include <optional>
#include <string_view>

namespace curlew {
namespace {

std::vector<std::string_view> split(std::string_view line) {
  if (!line.empty() && line.back() == '\r') {
    line.remove_suffix(1);
  }
  std::vector<std::string_view> fields;
  for (std::size_t begin = 0;;) {
    const std::size_t comma = line.find(',', begin);
    fields.push_back(line.substr(begin, comma - begin));
    if (comma == std::string_view::npos) {
      return fields;
    }
    begin = comma + 1;
  }
}

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

std::string shortened(std::string_view text) {
  constexpr std::size_t k_longest = 40;
  return std::string(text.substr(0, k_longest)) + (text.size() > k_longest ? "..." : "");
}

std::ifstream open_to_read(const std::filesystem::path &path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw InputError(fmt::format("cannot read {}: it is a folder", path.string()));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw InputError(fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)));
  }
  return file;
}

} // namespace

std::vector<double> CsvData::column(const std::string &name) const {
  const auto found = std::find(columns.begin(), columns.end(), name);
  if (found == columns.end()) {
    throw InputError(fmt::format("no column \"{}\" among: {}", name, fmt::join(columns, ", ")));
  }
  const auto index = static_cast<std::size_t>(found - columns.begin());
  std::vector<double> values;
  values.reserve(rows.size());
  for (const auto &row : rows) {
    values.push_back(row[index]);
  }
  return values;
}

CsvData read_csv(const std::filesystem::path &path, std::int64_t most_rows) {
  std::ifstream file = open_to_read(path);
  CsvData data;
  std::string line;
  if (!std::getline(file, line) || line.empty()) {
    throw InputError(
        fmt::format("{}:1: a header line with column names is missing", path.string()));
  }
  for (const std::string_view name : split(line)) {
    data.columns.emplace_back(name);
  }
  for (std::int64_t number = 2; number - 2 < most_rows && std::getline(file, line); ++number) {
    const auto fields = split(line);
    if (fields.size() != data.columns.size()) {
      throw InputError(fmt::format("{}:{}: {} fields, but the header names {} columns",
                                   path.string(), number, fields.size(), data.columns.size()));
    }
    std::vector<double> row;
    row.reserve(fields.size());
    for (const std::string_view field : fields) {
      const auto value =
          field.empty() ? std::numeric_limits<double>::quiet_NaN() : parse_number(field);
      if (!value) {
        throw InputError(
            fmt::format("{}:{}: \"{}\" is not a number", path.string(), number, shortened(field)));
      }
      row.push_back(*value);
    }
    data.rows.push_back(std::move(row));
  }
  return data;
}

void truncate_csv_after(const std::filesystem::path &path, double limit) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    return;
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw_output_error("read", path, errno);
  }
  std::int64_t keep = 0;
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    if (file.eof()) {
      break; // no line end: torn while being written
    }
    if (number > 1) {
      const auto first = parse_number(std::string_view(line).substr(0, line.find(',')));
      if (!first) {
        throw OutputError(fmt::format("cannot continue the table {}: line {}, \"{}\", does not "
                                      "begin with a number",
                                      path.string(), number, shortened(line)));
      }
      if (*first > limit) {
        break;
      }
    }
    keep += static_cast<std::int64_t>(line.size()) + 1;
  }
  file.close();
  OutputFile table(path, OutputFile::Mode::append);
  table.truncate(keep);
  table.sync();
  table.close();
}

} // namespace curlew
