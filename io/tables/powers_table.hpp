#pragma once

#include <curlew/io/tables/table_file.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace curlew {

// Where the power of a solve went, in watts; what is not known is an empty field.
struct PowersRow {
  double frequency_hz = 0;
  std::string excitation;
  std::optional<double> delivered; // by the source; of a wave, what it loses: its extinction
  std::optional<double> radiated;  // by a source within the domain
  std::optional<double> absorbed;  // in materials
  std::optional<double> scattered; // of a wave
};

// powers.csv: "f (Hz),excitation,delivered (W),radiated (W),absorbed (W),scattered (W)", a row to
// each solve. It appears with the first row. An excitation's name with a comma or a quote is put in
// quotes. Throws OutputError.
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
