#pragma once

#include <curlew/io/tables/table_file.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace curlew {

// A radar cross section for a wave incident from (theta_inc, phi_inc) with polarisation pol_inc
// ("theta", "phi", an angle, "given"), observed from (theta, phi). dBsm is the sum of both
// polarisations.
struct RcsRow {
  double frequency_hz = 0;
  double theta_inc_deg = 0, phi_inc_deg = 0;
  std::string pol_inc;
  double theta_deg = 0, phi_deg = 0;
  double rcs_theta_m2 = 0, rcs_phi_m2 = 0;
};

// rcs.csv: "f (Hz),theta_inc (deg),phi_inc (deg),pol_inc,theta (deg),phi (deg),rcs_theta (m^2),
// rcs_phi (m^2),rcs (m^2),rcs (dBsm)". The file is created with the first rows, so a run whose
// solver never converged has none. Throws OutputError, and std::invalid_argument for a pol_inc that
// no table can hold.
class RcsTable {
public:
  // `continues`: appends to the table that is there.
  explicit RcsTable(std::filesystem::path path, bool continues = false);
  void add(const std::vector<RcsRow> &rows); // visible to other programs when it returns
  void close() { file_.close(); }

private:
  TableFile file_;
};

// Writes convergence.csv, "iteration,relative_residual", atomically; entry i of the history is the
// residual after i iterations. Throws OutputError.
void write_convergence(const std::filesystem::path &path, const std::vector<double> &history);

// Returns its name: "convergence.csv" of a run's only solve, "convergence_<n>.csv" of one of
// several.
std::string convergence_name(std::size_t solve, std::size_t solves);

} // namespace curlew
