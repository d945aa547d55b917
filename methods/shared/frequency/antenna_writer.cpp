#include <curlew/methods/shared/frequency/antenna_writer.hpp>

#include <curlew/core/log.hpp>
#include <curlew/methods/shared/far_field/antenna.hpp>
#include <curlew/methods/shared/run/records.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew {
namespace {

// Share of the accepted power that the balance may miss without a warning, and share of the
// apparent power at the port that is rounding.
constexpr double k_suspicious_balance = 0.01, k_rounding = 1e-9;
// Share of the available power that an error of S of the solver's size makes.
constexpr double k_solver_error = 1e-6;

AntennaPowers antenna_powers(const PortPowers &powers,
                             const std::optional<RadiatedPowers> &radiated) {
  if (!radiated)
    return {powers.accepted - powers.absorbed, powers.accepted, powers.available, {}};
  return {radiated->watts, powers.accepted, powers.available, radiated->by_fields};
}

// Returns null for an unknown value.
nlohmann::ordered_json number(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json pair_of(const std::complex<double> &value) {
  return {number(value.real()), number(value.imag())};
}

std::string impedance_text(const std::complex<double> &z) {
  return fmt::format("{:.6g} {} j {:.6g} ohm", z.real(), z.imag() < 0 ? '-' : '+',
                     std::abs(z.imag()));
}

// Returns the text of an excited port's impedance with the plane where it is, and "; "; empty where
// the impedance is unknown.
std::string impedance_text(const PortPowers &powers, const PortSpec &port) {
  if (!powers.driven.empty() || !powers.impedance_ohm)
    return "";
  return fmt::format("{}{}; ", impedance_text(*powers.impedance_ohm),
                     port.deembed_m == 0
                         ? std::string()
                         : fmt::format(" at the reference plane, {:.6g} m from the face of port {}",
                                       port.deembed_m, port.index));
}

nlohmann::ordered_json driven_ports(const std::vector<DrivenPort> &driven) {
  auto list = nlohmann::ordered_json::array();
  for (const DrivenPort &port : driven)
    list.push_back({{"index", port.index},
                    {"incident_v", pair_of(port.incident_v)},
                    {"active_impedance_ohm", pair_of(port.impedance_ohm)},
                    {"accepted_w", port.accepted}});
  return list;
}

} // namespace

AntennaWriter::AntennaWriter(const Case &input, FrequencyDriver &driver, Backend backend,
                             const std::vector<ImagePlane> &planes)
    : input_(input), driver_(driver), backend_(backend), planes_(planes),
      table_(input.outputs.far_field ? driver.results().file("far_field.csv")
                                     : std::filesystem::path(),
             driver.continues()) {
  if (!input.outputs.far_field)
    return;
  log_infinite_walls(planes_);
  directions_ = all_directions(input.outputs.far_field->angles.theta_deg,
                               input.outputs.far_field->angles.phi_deg);
}

void AntennaWriter::add_far_field(const SourceSolve &solve, const std::string &excitation,
                                  const SurfaceCurrents &currents,
                                  const std::optional<PortPowers> &powers,
                                  const std::optional<RadiatedPowers> &radiated) {
  if (directions_.empty())
    return;
  constexpr double k_unknown = std::numeric_limits<double>::quiet_NaN();
  const std::vector<FarField> fields = far_field(backend_, currents, directions_, planes_);
  std::vector<FarFieldRow> rows;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    FarFieldRow row{solve.frequency_hz,
                    directions_[i].theta_deg,
                    directions_[i].phi_deg,
                    fields[i].theta,
                    fields[i].phi,
                    k_unknown,
                    k_unknown,
                    k_unknown,
                    excitation};
    if (powers) {
      const AntennaFigures figures =
          antenna_figures(fields[i], antenna_powers(*powers, radiated), mirrored_parts(planes_));
      row.gain_dbi = to_db(figures.gain);
      row.directivity_dbi = to_db(figures.directivity);
      row.realised_gain_dbi = to_db(figures.realised_gain);
    }
    rows.push_back(std::move(row));
  }
  table_.add(rows);
}

nlohmann::ordered_json AntennaWriter::add_port(const SourceSolve &solve, const PortPowers &powers,
                                               const std::optional<RadiatedPowers> &radiated) {
  if (input_.outputs.powers) {
    PowersRow row;
    row.frequency_hz = solve.frequency_hz;
    row.excitation = solve.excitation_name;
    row.delivered = powers.accepted;
    row.absorbed = powers.absorbed;
    if (radiated)
      row.radiated = radiated->watts;
    driver_.powers().add(row);
  }
  const AntennaPowers antenna = antenna_powers(powers, radiated);
  nlohmann::ordered_json port = nlohmann::ordered_json::object();
  if (powers.driven.empty()) {
    port["index"] = solve.port->index;
    if (powers.impedance_ohm)
      port["input_impedance_ohm"] = pair_of(*powers.impedance_ohm);
    if (solve.port->deembed_m != 0)
      port["reference_plane_m"] = solve.port->deembed_m;
  } else {
    port["driven"] = driven_ports(powers.driven);
  }
  port["accepted_w"] = powers.accepted;
  port["available_w"] = powers.available;
  port["absorbed_w"] = powers.absorbed;
  port["radiated_w"] = antenna.radiated;
  port["radiation_efficiency"] = number(radiation_efficiency(antenna));
  port["total_efficiency"] = number(total_efficiency(antenna));
  const double off =
      powers.accepted - powers.absorbed - antenna.by_far_field.value_or(antenna.radiated);
  for (const DrivenPort &driven : powers.driven)
    spdlog::info("{}: port {}: {}; accepts {:.4g} W", solve.name, driven.index,
                 impedance_text(driven.impedance_ohm), driven.accepted);
  spdlog::info("{}: {}accepts {:.4g} W, radiates {:.4g} W, loads take {:.4g} W{}", solve.name,
               solve.port != nullptr ? impedance_text(powers, *solve.port) : "", powers.accepted,
               antenna.radiated, powers.absorbed,
               radiated ? fmt::format(" ({:.1e} off)", std::abs(off) / powers.accepted) : "");
  if (!radiated)
    return port;
  port["radiated_by_fields_w"] = radiated->by_fields;
  port["balance_difference"] = std::abs(off) / powers.accepted;
  if (!(std::abs(off) <
        std::max({k_suspicious_balance * powers.accepted, k_rounding * powers.apparent,
                  k_solver_error * powers.available})))
    report_warnings({fmt::format("{}: the port gives {:.4g} W, loads take {:.4g} W and {:.4g} W "
                                 "are radiated by the fields, {:.2g} % of the accepted power off: "
                                 "is the mesh fine enough?",
                                 solve.name, powers.accepted, powers.absorbed, radiated->by_fields,
                                 100 * std::abs(off) / powers.accepted)},
                    driver_.summary());
  return port;
}

} // namespace curlew
