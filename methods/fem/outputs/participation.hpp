#pragma once

#include <curlew/io/tables/table_file.hpp>
#include <curlew/methods/fem/outputs/fields.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace curlew::fem {

// What a group of the mesh has of a field: volumes energies, means over a period,
//   W_e = eps0/4 integral of Re E*.eps_r E,  W_m = mu0/4 integral of Re H*.mu_r H,
// and losses, omega/2 integral of -Im (eps0 E*.eps_r E + mu0 H*.mu_r H); faces with an impedance or
// an element losses alone. Of total fields, outside of absorbing layers. In dispersive media W_e
// and W_m are those of the real parts, not what is stored.
struct Participation {
  std::string group;
  std::optional<double> electric_j, magnetic_j;
  double loss_w = 0;
};

// Volumes in the order of the mesh's groups, those that are solved; then faces in the order of
// Model::terms, whose admittances are given in units of 1/eta0.
std::vector<Participation> participation(const Fields &fields, const Media &media,
                                         const std::vector<std::complex<double>> &admittances);

// participation.csv: "f (Hz),excitation,group,W_e (J),W_m (J),energy share,loss (W),loss share", a
// row to each group of each solve. Throws OutputError.
class ParticipationTable {
public:
  ParticipationTable(std::filesystem::path path, bool continues);
  void add(double frequency_hz, const std::string &excitation,
           const std::vector<Participation> &groups);
  void close() { file_.close(); }

private:
  TableFile file_;
};

} // namespace curlew::fem
