#include <curlew/io/results/atomic_file.hpp>
#include <curlew/io/tables/rcs_table.hpp>

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace curlew {

RcsTable::RcsTable(std::filesystem::path path, bool continues)
    : file_(std::move(path),
            "f (Hz),theta_inc (deg),phi_inc (deg),pol_inc,theta (deg),phi (deg),"
            "rcs_theta (m^2),rcs_phi (m^2),rcs (m^2),rcs (dBsm)\n",
            continues) {}

void RcsTable::add(const std::vector<RcsRow> &rows) {
  std::string text;
  for (const RcsRow &row : rows) {
    if (needs_quotes(row.pol_inc))
      throw std::invalid_argument("a polarisation with a comma, quote or line end: " + row.pol_inc);
    const double rcs = row.rcs_theta_m2 + row.rcs_phi_m2;
    text += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", row.frequency_hz, row.theta_inc_deg,
                        row.phi_inc_deg, row.pol_inc, row.theta_deg, row.phi_deg, row.rcs_theta_m2,
                        row.rcs_phi_m2, rcs, 10 * std::log10(rcs));
  }
  file_.write(text);
}

void write_convergence(const std::filesystem::path &path, const std::vector<double> &history) {
  std::string text = "iteration,relative_residual\n";
  for (std::size_t i = 0; i < history.size(); ++i)
    text += fmt::format("{},{}\n", i, history[i]);
  write_file_atomically(path, text);
}

std::string convergence_name(std::size_t solve, std::size_t solves) {
  return solves == 1 ? "convergence.csv" : fmt::format("convergence_{}.csv", solve);
}

} // namespace curlew
