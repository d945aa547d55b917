#include <curlew/methods/mom/outputs/results.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/log.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/io/fields/vtp_file.hpp>
#include <curlew/methods/mom/excitation.hpp>
#include <curlew/methods/mom/media/absorbed_power.hpp>
#include <curlew/methods/mom/model.hpp>
#include <curlew/methods/mom/outputs/currents.hpp>
#include <curlew/methods/shared/powers/power_balance.hpp>
#include <curlew/methods/shared/run/records.hpp>

#include <fmt/format.h>

#include <cmath>

namespace curlew::mom {
namespace {

constexpr double k_far_field_tolerance = 1e-6;
// Limits for the integral of the far field over all directions, which takes longer than any other
// output of a wave. With more waves than k_most_integrals it is computed for the first wave of each
// frequency. It is left out where points of currents times directions exceed k_most_radiation.
constexpr std::size_t k_most_integrals = 8;
constexpr double k_most_radiation = 5e7;
// Largest relative difference between the power that the wave gives to a conductor and the power
// that is scattered and absorbed. The mesh error makes the difference; it is relative to the whole
// power, including the reactive one.
constexpr double k_suspicious_balance = 0.02;

// Returns 1/2 integral of E . J* over the surface: real part the power that the wave gives to the
// currents, W, imaginary part the power that oscillates between them. With magnetic currents it
// includes the same integral of H.
std::complex<double> power_of_wave(const Surface &surface, const Spec &spec, double wavenumber,
                                   const IncidentWave &incident,
                                   const std::vector<std::complex<double>> &x) {
  const auto tested = make_system_rhs(surface, spec, {wavenumber, 1, 0}, incident);
  std::complex<double> power = 0;
  for (std::size_t n = 0; n < x.size(); ++n)
    power += 0.5 * tested[n] * std::conj(x[n]) / k_eta0;
  return power;
}

} // namespace

ResultWriter::ResultWriter(const Case &input, const Surface &surface, FrequencyDriver &driver,
                           Backend backend, std::size_t waves)
    : input_(input), surface_(surface), driver_(driver), backend_(backend), waves_(waves),
      antenna_(input, driver, backend, surface.planes), probes_(input, surface, driver, backend) {
  if (!input.outputs.currents)
    return;
  require_vtk_for_surfaces();
  files_.emplace(driver.results(), "vtp", driver.continues());
}

void ResultWriter::write_currents(const SourceSolve &solve, const Currents &both,
                                  double wavenumber) {
  const FaceCurrents faces = face_currents(both.surface, both.J, wavenumber);
  CellArray real{"J_real", 3, {}, "A/m"}, imag{"J_imag", 3, {}, "A/m"};
  CellArray magnitude{"J_magnitude", 1, {}, "A/m"};
  CellArray charge_real{"charge_real", 1, {}, "C/m^2"}, charge_imag{"charge_imag", 1, {}, "C/m^2"};
  for (std::size_t f = 0; f < faces.current.size(); ++f) {
    double squared = 0;
    for (const std::complex<double> &component : faces.current[f]) {
      real.values.push_back(component.real());
      imag.values.push_back(component.imag());
      squared += std::norm(component);
    }
    magnitude.values.push_back(std::sqrt(squared));
    charge_real.values.push_back(faces.charge[f].real());
    charge_imag.values.push_back(faces.charge[f].imag());
  }
  files_->write(solve.frequency_hz, solve.source, 1, [&](const std::filesystem::path &path, int) {
    write_vtp(path, surface_.mesh, {real, imag, magnitude, charge_real, charge_imag}, {});
  });
}

std::optional<double> ResultWriter::radiated(const SurfaceCurrents &currents) const {
  const double size = currents.wavenumber * extent_m(surface_) / 2 + 10;
  if (2 * size * size * static_cast<double>(currents.positions_m.size()) > k_most_radiation)
    return std::nullopt;
  return radiated_power(backend_, currents, k_far_field_tolerance, surface_.planes).watts;
}

nlohmann::ordered_json ResultWriter::add(const SourceSolve &solve,
                                         const std::vector<std::complex<double>> &x,
                                         const Spec &spec, const GapPowers &of_gaps) {
  const double wavenumber = wavenumber_of(solve.frequency_hz);
  const Currents both = split_solution(surface_, spec, x);
  const SurfaceCurrents currents =
      surface_currents(both.surface, spec.quadrature, both.J, wavenumber, both.M);
  GapPowers gaps = of_gaps;
  gaps.absorbed += absorbed_power(surface_, spec, currents, solve.frequency_hz);
  const std::string excitation = excitation_text(solve);
  if (files_)
    write_currents(solve, both, wavenumber);
  probes_.add(solve, excitation, x);
  if (solve.wave != nullptr) {
    antenna_.add_far_field(solve, excitation, currents, std::nullopt, std::nullopt);
    return add_wave(solve, x, spec, currents, gaps);
  }
  std::optional<RadiatedPowers> power;
  if (const std::optional<double> watts = radiated(currents))
    power = {*watts, *watts};
  antenna_.add_far_field(solve, excitation, currents, gaps, power);
  return {{solve.port != nullptr ? "port" : "ports", antenna_.add_port(solve, gaps, power)}};
}

void ResultWriter::close() {
  antenna_.close();
  probes_.close();
}

nlohmann::ordered_json ResultWriter::add_wave(const SourceSolve &solve,
                                              const std::vector<std::complex<double>> &x,
                                              const Spec &spec, const SurfaceCurrents &currents,
                                              const GapPowers &gaps) {
  const double wavenumber = currents.wavenumber;
  const IncidentWave incident = make_incident(*solve.wave, wavenumber);
  if (input_.outputs.rcs) {
    const auto directions = rcs_directions(*input_.outputs.rcs, incident);
    driver_.rcs().add(rcs_rows(solve, incident, directions,
                               far_field(backend_, currents, directions, surface_.planes)));
  }
  if (!input_.outputs.powers)
    return nlohmann::ordered_json::object();
  const std::complex<double> given = power_of_wave(surface_, spec, wavenumber, incident, x);
  const double taken = given.real();
  std::optional<double> scattered;
  if (waves_ <= k_most_integrals || solve.source == 0)
    scattered = radiated(currents);
  const IncidentWave leaving = outgoing_wave(surface_, incident);
  const double by_theorem =
      share_of_wave(surface_.planes, incident) *
      extinction_by_theorem(far_field(backend_, currents, {forward(leaving)}, surface_.planes)[0],
                            leaving);
  const double density = std::pow(amplitude(incident), 2) / (2 * k_eta0);
  PowersRow row;
  row.frequency_hz = solve.frequency_hz;
  row.excitation = solve.excitation->name;
  row.delivered = taken;
  row.absorbed = gaps.absorbed;
  row.scattered = scattered;
  driver_.powers().add(row);
  nlohmann::ordered_json power = {{"extinction_by_work_w", taken},
                                  {"extinction_by_theorem_w", by_theorem},
                                  {"extinction_cross_section_m2", taken / density}};
  if (!scattered)
    return {{"power", power}};
  const double difference = std::abs(taken - gaps.absorbed - *scattered) / std::abs(given);
  power["scattered_w"] = *scattered;
  power["absorbed_w"] = gaps.absorbed;
  power["scattering_cross_section_m2"] = *scattered / density;
  power["balance_difference"] = difference;
  if (difference > k_suspicious_balance && !is_cancelled(surface_.planes, incident))
    report_warnings({fmt::format("{}: the wave gives {:.4g} W to the currents, {:.4g} W are "
                                 "absorbed and {:.4g} W radiated: is the mesh fine enough?",
                                 solve.name, taken, gaps.absorbed, *scattered)},
                    driver_.summary());
  return {{"power", power}};
}

} // namespace curlew::mom
