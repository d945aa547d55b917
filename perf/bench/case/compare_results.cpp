#include <curlew/perf/bench/case/compare_results.hpp>

#include <curlew/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace curlew::bench {
namespace {

namespace fs = std::filesystem;

// Numbers of a table by row; text is NaN.
std::vector<std::vector<double>> numbers_of(const fs::path &path) {
  std::ifstream file(path);
  std::string line, cell;
  std::getline(file, line); // the header
  std::vector<std::vector<double>> rows;
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    rows.emplace_back();
    while (std::getline(cells, cell, ',')) {
      char *end = nullptr;
      const double value = std::strtod(cell.c_str(), &end);
      rows.back().push_back(end != cell.c_str() && *end == '\0' ? value : std::nan(""));
    }
  }
  return rows;
}

// Difference and size of a column.
struct Column {
  double off = 0, size = 0;
};

double difference_of(const fs::path &path, const fs::path &reference) {
  constexpr double k_nothing = 1e-15; // of the table's largest number
  const auto a = numbers_of(path), b = numbers_of(reference);
  if (a.size() != b.size())
    throw InputError(fmt::format("{} has {} rows and {} has {}: the runs solve different problems",
                                 path.string(), a.size(), reference.string(), b.size()));
  std::vector<Column> columns;
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < std::min(a[i].size(), b[i].size()); ++k) {
      if (std::isnan(a[i][k]) || std::isnan(b[i][k]))
        continue;
      columns.resize(std::max(columns.size(), k + 1));
      columns[k].off = std::max(columns[k].off, std::abs(a[i][k] - b[i][k]));
      columns[k].size = std::max(columns[k].size, std::abs(b[i][k]));
      largest = std::max(largest, columns[k].size);
    }
  double worst = 0;
  for (const Column &column : columns)
    if (column.size > k_nothing * largest)
      worst = std::max(worst, column.off / column.size);
  return worst;
}

} // namespace

std::optional<double> largest_difference(const fs::path &results, const fs::path &reference) {
  std::optional<double> worst;
  for (const auto &entry : fs::directory_iterator(reference)) {
    const fs::path name = entry.path().filename();
    if (name.extension() != ".csv" || name.string().rfind("convergence", 0) == 0)
      continue;
    if (!fs::exists(results / name))
      throw InputError(fmt::format("{} has no {}, which {} has", results.string(), name.string(),
                                   reference.string()));
    worst = std::max(worst.value_or(0), difference_of(results / name, entry.path()));
  }
  return worst;
}

} // namespace curlew::bench
