#include <curlew/methods/shared/frequency/source_plan.hpp>

#include <curlew/core/error.hpp>

#include <fmt/format.h>

namespace curlew {
namespace {

std::string wave_text(const PlaneWave &wave, std::size_t waves) {
  return waves == 1 ? std::string()
                    : fmt::format(" from theta {:.6g}, phi {:.6g}, pol {}", wave.theta_deg,
                                  wave.phi_deg, wave.pol);
}

} // namespace

std::vector<SourceSolve> make_plan(const Case &input) {
  std::vector<SourceSolve> plan;
  bool has_wave = false;
  for (const double frequency_hz : input.frequencies_hz) {
    std::size_t source = 0;
    for (std::size_t x = 0; x < input.excitations.size(); ++x) {
      const Excitation &excitation = input.excitations[x];
      SourceSolve solve;
      solve.frequency_hz = frequency_hz;
      solve.excitation = &excitation;
      solve.excitation_name = excitation.name;
      solve.case_location = input.where(fmt::format("/excitations/{}", x));
      const std::string name = fmt::format("{:.6g} Hz, {}", frequency_hz, excitation.name);
      const auto *waves = std::get_if<PlaneWaveSource>(&excitation.source);
      if (waves == nullptr) {
        solve.source = source++;
        solve.name = name;
        plan.push_back(solve);
        continue;
      }
      has_wave = true;
      for (const PlaneWave &wave : waves->waves) {
        solve.source = source++;
        solve.wave = &wave;
        solve.name = name + wave_text(wave, waves->waves.size());
        plan.push_back(solve);
      }
    }
  }
  if (input.outputs.rcs && !has_wave)
    throw InputError(input.where("/outputs/rcs") +
                     ": a radar cross section is that of a plane wave; the case has none among its "
                     "excitations");
  return plan;
}

std::vector<Direction> rcs_directions(const RcsSpec &rcs, const IncidentWave &incident) {
  std::vector<Direction> directions;
  if (rcs.bistatic)
    directions = all_directions(rcs.bistatic->theta_deg, rcs.bistatic->phi_deg);
  if (rcs.monostatic)
    directions.push_back(backward(incident));
  return directions;
}

std::vector<RcsRow> rcs_rows(const SourceSolve &solve, const IncidentWave &incident,
                             const std::vector<Direction> &directions,
                             const std::vector<FarField> &fields) {
  std::vector<RcsRow> rows;
  for (std::size_t d = 0; d < directions.size(); ++d) {
    const CrossSection section = cross_section(fields[d], amplitude(incident));
    rows.push_back({solve.frequency_hz, solve.wave->theta_deg, solve.wave->phi_deg, solve.wave->pol,
                    directions[d].theta_deg, directions[d].phi_deg, section.theta_m2,
                    section.phi_m2});
  }
  return rows;
}

} // namespace curlew
