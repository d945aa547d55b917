#pragma once

#include <curlew/io/tables/table_file.hpp>

#include <complex>
#include <filesystem>
#include <string>
#include <vector>

namespace curlew {

// A wave that a periodic structure sends off: upwards through a plane above it, or downwards below.
struct OrderRow {
  double frequency_hz = 0;
  std::string excitation;
  std::string side; // "above" or "below"
  int m = 0, n = 0;
  std::string pol; // "te" or "tm"
  // Amplitude of E over that of the incident wave, at the plane, x = y = 0.
  std::complex<double> amplitude;
  double efficiency = 0; // share of the incident power
};

// orders.csv: "f (Hz),excitation,side,m,n,pol,Re,Im,efficiency". The file is created with the first
// rows. Throws OutputError.
class OrdersTable {
public:
  // `continues`: appends to the table that is there.
  explicit OrdersTable(std::filesystem::path path, bool continues = false);
  void add(const std::vector<OrderRow> &rows); // visible to other programs when it returns
  void close() { file_.close(); }

private:
  TableFile file_;
};

} // namespace curlew
