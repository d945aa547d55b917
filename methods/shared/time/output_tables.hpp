#pragma once

#include <curlew/io/case/case.hpp>

#include <string>
#include <vector>

namespace curlew {

inline constexpr const char *k_energy_file = "energy.csv";

// A table with a row per recorded step, which a restart continues.
struct OutputTable {
  std::string file;
  std::vector<std::string> columns;
  // True for a table with a row at the time of a checkpoint; false where that row follows it.
  bool has_row_at_checkpoint = true;
  // Place and text of its definition in the case, which a restart must repeat; empty: not compared.
  std::string pointer, definition;
};

// Returns the tables of the outputs of a case. `figures`: columns of energy.csv beyond those of the
// energy.
std::vector<OutputTable> output_tables(const Case &input,
                                       const std::vector<std::string> &figures = {});

} // namespace curlew
