#pragma once

#include <curlew/io/tables/table_file.hpp>

#include <complex>
#include <filesystem>
#include <string>
#include <vector>

namespace curlew {

// The far field of an excitation in one direction, r e^{+jkr} E in volts. A gain that has no
// meaning, as that of a scattered field, is NaN and its field in the table stays empty.
struct FarFieldRow {
  double frequency_hz = 0;
  double theta_deg = 0, phi_deg = 0;
  std::complex<double> e_theta_v, e_phi_v;
  double gain_dbi = 0, directivity_dbi = 0, realised_gain_dbi = 0;
  std::string excitation;
};

// far_field.csv: "f (Hz),theta (deg),phi (deg),Re rE_theta (V),Im rE_theta (V),Re rE_phi (V), Im
// rE_phi (V),gain (dBi),directivity (dBi),realised_gain (dBi),excitation". The file is created with
// the first rows. Throws OutputError, and std::invalid_argument for the name of an excitation that
// no table can hold.
class FarFieldTable {
public:
  // `continues`: appends to the table that is there.
  explicit FarFieldTable(std::filesystem::path path, bool continues = false);
  void add(const std::vector<FarFieldRow> &rows); // visible to other programs when it returns
  void close() { file_.close(); }

private:
  TableFile file_;
};

} // namespace curlew
