#include <curlew/methods/shared/frequency/source_plan.hpp>

#include <curlew/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew {
namespace {

std::string wave_text(const PlaneWave &wave, std::size_t waves) {
  return waves == 1 ? std::string()
                    : fmt::format(" from theta {:.6g}, phi {:.6g}, pol {}", wave.theta_deg,
                                  wave.phi_deg, wave.pol);
}

std::vector<const Boundary *> excited_boundaries(const Case &input) {
  std::vector<const Boundary *> ports;
  for (const Boundary &boundary : input.boundaries)
    if (const PortSpec *port = port_of(boundary); port != nullptr && port->excited)
      ports.push_back(&boundary);
  std::sort(ports.begin(), ports.end(), [](const Boundary *a, const Boundary *b) {
    return port_of(*a)->index < port_of(*b)->index;
  });
  return ports;
}

} // namespace

std::vector<SourceSolve> plan_at(const Case &input, double frequency_hz) {
  std::vector<SourceSolve> plan;
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
      solve.source = plan.size();
      solve.name = name;
      plan.push_back(solve);
      continue;
    }
    for (const PlaneWave &wave : waves->waves) {
      solve.source = plan.size();
      solve.wave = &wave;
      solve.name = name + wave_text(wave, waves->waves.size());
      plan.push_back(solve);
    }
  }
  for (const Boundary *boundary : excited_boundaries(input)) {
    SourceSolve solve;
    solve.frequency_hz = frequency_hz;
    solve.source = plan.size();
    solve.port = port_of(*boundary);
    solve.excitation_name = fmt::format("port {}", solve.port->index);
    solve.name = fmt::format("{:.6g} Hz, {}", frequency_hz, solve.excitation_name);
    solve.case_location = input.where("/boundaries/" + boundary->group);
    plan.push_back(solve);
  }
  return plan;
}

std::vector<SourceSolve> make_plan(const Case &input) {
  std::vector<SourceSolve> plan;
  for (const double frequency_hz : input.frequencies_hz)
    for (SourceSolve &solve : plan_at(input, frequency_hz))
      plan.push_back(std::move(solve));
  const bool has_wave = std::any_of(plan.begin(), plan.end(),
                                    [](const SourceSolve &solve) { return solve.wave != nullptr; });
  if (input.outputs.rcs && !has_wave)
    throw InputError(input.where("/outputs/rcs") +
                     ": a radar cross section is that of a plane wave; the case has none among its "
                     "excitations");
  return plan;
}

std::string excitation_text(const SourceSolve &solve) {
  if (solve.wave == nullptr)
    return solve.excitation_name;
  const auto &waves = std::get<PlaneWaveSource>(solve.excitation->source).waves;
  return waves.size() == 1
             ? solve.excitation_name
             : fmt::format("{} {}", solve.excitation_name, solve.wave - waves.data() + 1);
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
