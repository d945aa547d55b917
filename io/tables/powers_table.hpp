#pragma once

#include <curlew/io/tables/table_file.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace curlew {

// Powers of a solve, in watts; an unknown power is an empty field.
struct PowersRow {
  double frequency_hz = 0;
  std::string excitation;
  // Power delivered by the source; for a wave, the power that it loses: its extinction.
  std::optional<double> delivered;
  std::optional<double> radiated;  // by a source within the domain
  std::optional<double> absorbed;  // in materials
  std::optional<double> scattered; // from a wave
};

// powers.csv: "f (Hz),excitation,delivered (W),radiated (W),absorbed (W),scattered (W)", a row for
// each solve. The file is created with the first row. An excitation's name with a comma or a quote
// is written in quotes. Throws OutputError.
class PowersTable {
public:
  // `continues`: appends to the table that is there.
  PowersTable(std::filesystem::path path, bool continues);
  void add(const PowersRow &row); // visible to other programs when it returns
  void close() { file_.close(); }

private:
  TableFile file_;
};

} // namespace curlew
