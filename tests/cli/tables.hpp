#pragma once

#include "program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace curlew::cli_test {

// The cells of a table by row, its header first.
inline std::vector<std::vector<std::string>> cells_of(const fs::path &table) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream text(read_file(table));
  for (std::string line; std::getline(text, line);) {
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');)
      rows.back().push_back(cell);
  }
  return rows;
}

// The rows of a table below its header.
inline std::vector<std::vector<double>> numbers(const fs::path &table) {
  const auto cells = cells_of(table);
  std::vector<std::vector<double>> rows;
  for (std::size_t row = 1; row < cells.size(); ++row) {
    rows.emplace_back();
    for (const std::string &cell : cells[row])
      rows.back().push_back(std::stod(cell));
  }
  return rows;
}

// The same of a table with text in it, whose cells are left out.
inline std::vector<std::vector<double>> numeric_cells(const fs::path &table) {
  const auto cells = cells_of(table);
  std::vector<std::vector<double>> rows;
  for (std::size_t row = 1; row < cells.size(); ++row) {
    rows.emplace_back();
    for (const std::string &cell : cells[row]) {
      char *end = nullptr;
      const double value = std::strtod(cell.c_str(), &end);
      if (end != cell.c_str() && *end == '\0')
        rows.back().push_back(value);
    }
  }
  return rows;
}

// Returns the largest difference over the columns of two tables, each relative to the column's
// largest number; columns that are all rounding are left out.
inline double largest_difference(const fs::path &table, const fs::path &reference) {
  constexpr double k_nothing = 1e-15;
  const auto a = numeric_cells(table), b = numeric_cells(reference);
  EXPECT_EQ(a.size(), b.size()) << table;
  EXPECT_FALSE(b.empty()) << reference;
  std::vector<double> off, size;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    for (std::size_t k = 0; k < std::min(a[i].size(), b[i].size()); ++k) {
      off.resize(std::max(off.size(), k + 1), 0);
      size.resize(std::max(size.size(), k + 1), 0);
      off[k] = std::max(off[k], std::abs(a[i][k] - b[i][k]));
      size[k] = std::max(size[k], std::abs(b[i][k]));
    }
  double worst = 0;
  for (std::size_t k = 0; k < off.size(); ++k)
    if (size[k] > k_nothing)
      worst = std::max(worst, off[k] / size[k]);
  return worst;
}

} // namespace curlew::cli_test
