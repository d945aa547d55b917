#pragma once

#include <curlew/io/tables/table_file.hpp>
#include <curlew/methods/fem/outputs/fields.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace curlew::fem {

// Share of a group of the mesh in a field. Volumes have energies, means over a period,
//   W_e = eps0/4 integral of Re E*.eps_r E,  W_m = mu0/4 integral of Re H*.mu_r H,
// and losses, omega/2 integral of -Im (eps0 E*.eps_r E + mu0 H*.mu_r H). Faces with an impedance
// have losses alone; those of lumped elements also the energies of C and L. The fields are total
// fields, outside of absorbing layers. In dispersive media W_e and W_m are those of the real parts,
// not the stored energy.
struct Participation {
  std::string group;
  std::optional<double> electric_j, magnetic_j;
  double loss_w = 0;
  bool is_of_faces = false;
};

// Returns the solved volumes in the order of the mesh's groups, then the faces in the order of
// Model::terms, whose admittances are given in units of 1/eta0.
std::vector<Participation> participation(const Fields &fields, const Media &media,
                                         const std::vector<std::complex<double>> &admittances);

// Writes participation.csv: "f (Hz),excitation,group,W_e (J),W_m (J),energy share,loss (W),loss
// share", with a row for each group of each solve. Throws OutputError.
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
