#include <curlew/methods/fem/outputs/participation.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/methods/fem/faces/face_law.hpp>
#include <curlew/methods/fem/outputs/face_powers.hpp>
#include <curlew/methods/shared/ports/lumped_network.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

struct Share {
  double electric = 0, magnetic = 0, loss = 0;
};

// Returns the energies and losses of a tet.
Share part_of(const Fields &fields, const Media &media, Index tet, const TetRule &rule) {
  const TetForms forms = forms_of(fields, media, tet, rule);
  const complex electric = k_eps0 * forms.electric, magnetic = k_mu0 * forms.magnetic;
  const double omega = fields.wavenumber() * k_speed_of_light;
  return {0.25 * electric.real(), 0.25 * magnetic.real(),
          -0.5 * omega * (electric.imag() + magnetic.imag())};
}

std::string field(const std::optional<double> &value) {
  return value ? fmt::format("{}", *value) : std::string();
}

} // namespace

std::vector<Participation> participation(const Fields &fields, const Media &media,
                                         const std::vector<complex> &admittances) {
  const Problem &problem = fields.problem();
  const Model &model = problem.model;
  const TetRule rule(problem.dofs);
  std::vector<Share> parts(problem.tets.size());
  parallel_chunks(parts.size(), problem.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      if (media.of_tet[problem.tets[k]] < media.layers_from)
        parts[k] = part_of(fields, media, problem.tets[k], rule);
  });
  std::vector<Share> of_group(model.mesh.groups.size());
  std::vector<char> is_solved(of_group.size(), 0);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const Index group = model.mesh.tet_group[problem.tets[k]];
    is_solved[group] = 1;
    Share &sum = of_group[group];
    sum.electric += parts[k].electric;
    sum.magnetic += parts[k].magnetic;
    sum.loss += parts[k].loss;
  }
  std::vector<Participation> groups;
  for (std::size_t group = 0; group < of_group.size(); ++group)
    if (is_solved[group] != 0)
      groups.push_back({model.mesh.groups[group].label(), of_group[group].electric,
                        of_group[group].magnetic, of_group[group].loss, false});
  for (std::size_t k = 0; k < model.terms.size(); ++k) {
    const Boundary &boundary = *model.terms[k].boundary;
    if (model.terms[k].law->power() != FacePower::lost)
      continue;
    const auto found = std::find_if(groups.begin(), groups.end(), [&](const Participation &one) {
      return one.is_of_faces && one.group == boundary.group;
    });
    Participation &row = found != groups.end()
                             ? *found
                             : groups.emplace_back(Participation{boundary.group, {}, {}, 0, true});
    const double squared = squared_on(fields, model.terms[k]);
    row.loss_w += power_into(admittances[k], squared);
    if (const LumpedSpec *network = model.terms[k].law->network()) {
      const TerminalPower power = terminal_power(*network, fields.wavenumber() * k_speed_of_light);
      const double volt_2 = model.lumped.at(&boundary).squares * squared;
      row.electric_j = row.electric_j.value_or(0) + power.electric_j * volt_2;
      row.magnetic_j = row.magnetic_j.value_or(0) + power.magnetic_j * volt_2;
    }
  }
  return groups;
}

ParticipationTable::ParticipationTable(std::filesystem::path path, bool continues)
    : file_(std::move(path),
            "f (Hz),excitation,group,W_e (J),W_m (J),energy share,loss (W),loss share\n",
            continues) {}

void ParticipationTable::add(double frequency_hz, const std::string &excitation,
                             const std::vector<Participation> &groups) {
  double energy = 0, loss = 0;
  for (const Participation &one : groups) {
    energy += one.electric_j.value_or(0) + one.magnetic_j.value_or(0);
    loss += one.loss_w;
  }
  std::string rows;
  for (const Participation &one : groups) {
    std::optional<double> energy_share, loss_share;
    if (one.electric_j && energy != 0)
      energy_share = (*one.electric_j + *one.magnetic_j) / energy;
    if (loss != 0)
      loss_share = one.loss_w / loss;
    rows += fmt::format("{},{},{},{},{},{},{},{}\n", frequency_hz, csv_field(excitation),
                        csv_field(one.group), field(one.electric_j), field(one.magnetic_j),
                        field(energy_share), one.loss_w, field(loss_share));
  }
  file_.write(rows);
}

} // namespace curlew::fem
