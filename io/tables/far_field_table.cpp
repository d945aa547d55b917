#include <curlew/io/tables/far_field_table.hpp>

#include <curlew/io/tables/csv_table.hpp>

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace curlew {
FarFieldTable::FarFieldTable(std::filesystem::path path, bool continues)
    : file_(std::move(path),
            "f (Hz),theta (deg),phi (deg),Re rE_theta (V),Im rE_theta (V),Re rE_phi (V),"
            "Im rE_phi (V),gain (dBi),directivity (dBi),realised_gain (dBi),excitation\n",
            continues) {}

void FarFieldTable::add(const std::vector<FarFieldRow> &rows) {
  std::string text;
  for (const FarFieldRow &row : rows) {
    if (needs_quotes(row.excitation))
      throw std::invalid_argument("an excitation with a comma, quote or line end: " +
                                  row.excitation);
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", row.frequency_hz, row.theta_deg,
                        row.phi_deg, row.e_theta_v.real(), row.e_theta_v.imag(), row.e_phi_v.real(),
                        row.e_phi_v.imag(), number_or_nothing(row.gain_dbi),
                        number_or_nothing(row.directivity_dbi),
                        number_or_nothing(row.realised_gain_dbi), row.excitation);
  }
  file_.write(text);
}

} // namespace curlew
