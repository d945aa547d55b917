#include <curlew/io/results/atomic_file.hpp>
#include <curlew/io/tables/rcs_table.hpp>

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace curlew {

void RcsTable::add(const std::vector<RcsRow> &rows) {
  if (!file_) {
    const bool is_there = continues_ && std::filesystem::exists(path_);
    file_.emplace(path_, is_there ? OutputFile::Mode::append : OutputFile::Mode::create);
    if (!is_there)
      file_->write("f (Hz),theta_inc (deg),phi_inc (deg),pol_inc,theta (deg),phi (deg),"
                   "rcs_theta (m^2),rcs_phi (m^2),rcs (m^2),rcs (dBsm)\n");
  }
  for (const RcsRow &row : rows) {
    if (row.pol_inc.find_first_of(",\"\n\r") != std::string::npos)
      throw std::invalid_argument("a polarisation with a comma, quote or line end: " + row.pol_inc);
    const double rcs = row.rcs_theta_m2 + row.rcs_phi_m2;
    file_->write(fmt::format("{},{},{},{},{},{},{},{},{},{}\n", row.frequency_hz, row.theta_inc_deg,
                             row.phi_inc_deg, row.pol_inc, row.theta_deg, row.phi_deg,
                             row.rcs_theta_m2, row.rcs_phi_m2, rcs, 10 * std::log10(rcs)));
  }
  file_->flush();
}

void RcsTable::close() {
  if (file_)
    file_->close();
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
