#pragma once

#include <curlew/io/tables/csv_table.hpp>

#include <complex>
#include <filesystem>
#include <string>
#include <vector>

namespace curlew {

// A row or column of S: a port, and one of its modes where it has several.
struct PortMode {
  int port = 1, mode = 1;
};

// Returns "S[2][1]", or "S[2:3][1]" with a mode other than the first.
std::string scattering_name(const PortMode &observed, const PortMode &excited);

// port-S.csv: "f (Hz),|S[1][1]| (dB),arg(S[1][1]) (deg),|S[2][1]| (dB),...", one row per
// frequency, in columns the excited ports and within each the observed ones. A magnitude of 0 is
// -inf dB. All functions throw OutputError.
class PortTable {
public:
  // Throws std::invalid_argument for a list that is empty or holds a mode twice, and for a port or
  // mode below 1.
  PortTable(std::filesystem::path path, std::vector<PortMode> observed,
            std::vector<PortMode> excited);

  // Adds a row: s[i * excited + j] is S of observed port i and excited port j; visible to other
  // programs when it returns. Throws std::invalid_argument for another number of entries.
  void add(double frequency_hz, const std::vector<std::complex<double>> &s);
  // Adds a row of empty fields: S has no value at a frequency.
  void add_unknown(double frequency_hz);
  void close() { table_.close(); }

private:
  std::size_t observed_, excited_;
  CsvTable table_;
};

} // namespace curlew
