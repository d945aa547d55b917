#pragma once

#include "program.hpp"

#include <sstream>
#include <string>
#include <vector>

namespace curlew::cli_test {

// The rows of a table below its header.
inline std::vector<std::vector<double>> numbers(const fs::path &table) {
  std::istringstream text(read_file(table));
  std::string line, cell;
  std::getline(text, line);
  std::vector<std::vector<double>> rows;
  while (std::getline(text, line)) {
    std::istringstream cells(line);
    rows.emplace_back();
    while (std::getline(cells, cell, ','))
      rows.back().push_back(std::stod(cell));
  }
  return rows;
}

} // namespace curlew::cli_test
