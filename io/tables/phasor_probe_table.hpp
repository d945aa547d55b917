#pragma once

#include <curlew/io/tables/table_file.hpp>

#include <array>
#include <complex>
#include <filesystem>
#include <string>
#include <vector>

namespace curlew {

// A field at a point, a peak phasor of e^{+j omega t}; NaN where it is unknown.
struct PhasorProbeRow {
  double frequency_hz = 0;
  std::string excitation;
  std::array<double, 3> position_m{};
  std::array<std::complex<double>, 3> field{}; // V/m or A/m
};

// probe_<name>.csv of solutions at frequencies: "f (Hz),excitation,x (m),y (m),z (m), Re E_x
// (V/m),Im E_x (V/m),..." with all three components, of H in A/m. An unknown field is empty. The
// file is created with the first rows. An excitation's name with a comma or a quote is written in
// quotes. Throws OutputError.
class PhasorProbeTable {
public:
  // `quantity`: 'E' or 'H'; `continues`: appends to the table that is there.
  PhasorProbeTable(std::filesystem::path path, char quantity, bool continues = false);
  void add(const std::vector<PhasorProbeRow> &rows); // visible to other programs when it returns
  void close() { file_.close(); }

private:
  TableFile file_;
};

} // namespace curlew
