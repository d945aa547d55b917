#include <curlew/methods/fem/outputs/results.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/log.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/fem/outputs/face_powers.hpp>
#include <curlew/methods/shared/run/records.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numeric>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

constexpr double k_far_field_tolerance = 1e-6;
// Relative difference between the power of a source and the power that leaves and is absorbed,
// above which a warning is given. The mesh error makes the difference.
constexpr double k_suspicious_balance = 0.05;
constexpr double k_suspicious_current = 0.02;

constexpr double k_rounding = 1e-9; // of the incident power on the faces

double relative(double a, double b) {
  return std::abs(a - b) / std::max(std::abs(a), std::abs(b));
}

} // namespace

ResultWriter::ResultWriter(const Case &input, const Problem &problem, const CurvedLocator &locator,
                           FrequencyDriver &driver, Backend backend)
    : input_(input), problem_(problem), driver_(driver), backend_(backend),
      faces_(radiating_faces(input, problem.model, problem.layers)),
      orders_(input.outputs.diffraction ? driver.results().file("orders.csv")
                                        : std::filesystem::path(),
              driver.continues()),
      fields_(input, problem, locator, driver.results(), driver.continues()),
      antenna_(input, driver, backend, problem.model.images),
      participation_(driver.results().file("participation.csv"), driver.continues()) {
  if (input.outputs.diffraction)
    planes_ = order_planes(input, problem.model, problem.layers);
}

nlohmann::ordered_json ResultWriter::add(const Solution &solution, const Media &media) {
  const SourceSolve &solve = solution.solve;
  const double wavenumber = wavenumber_of(solve.frequency_hz);
  std::optional<IncidentWave> incident;
  if (solve.wave != nullptr)
    incident = make_incident(*solve.wave, wavenumber);
  const Fields fields(problem_, media, solution.x, solve.frequency_hz,
                      incident ? &*incident : nullptr);
  fields_.add(solve, excitation_text(solve), fields);
  report_warnings(fields_.warnings(solve, fields), driver_.summary());
  if (input_.outputs.powers) {
    participation_.add(solve.frequency_hz, excitation_text(solve),
                       participation(fields, media, solution.admittances));
    loss_errors_.add(solve.name, fields, media, solution.admittances);
  }
  if (incident)
    return add_wave(solution, media, fields, *incident);
  return solve.port == nullptr ? add_current(solution, media, fields)
                               : add_port(solution, media, fields);
}

nlohmann::ordered_json ResultWriter::add_wave(const Solution &solution, const Media &media,
                                              const Fields &fields, const IncidentWave &incident) {
  const SourceSolve &solve = solution.solve;
  const SurfaceCurrents currents = surface_currents(fields, faces_);
  if (input_.outputs.rcs) {
    const auto directions = rcs_directions(*input_.outputs.rcs, incident);
    driver_.rcs().add(rcs_rows(solve, incident, directions,
                               far_field(backend_, currents, directions, problem_.model.images)));
  }
  antenna_.add_far_field(solve, excitation_text(solve), currents, std::nullopt, std::nullopt);
  nlohmann::ordered_json entry = nlohmann::ordered_json::object();
  const bool has_powers = input_.outputs.powers && !faces_.empty();
  if (!has_powers && !planes_)
    return entry;
  const double absorbed = absorbed_in_media(fields, media) +
                          absorbed_on_faces(fields, solution.admittances) +
                          solution.absorbed_by_modes_w;
  if (has_powers)
    entry = add_scattered(solve, fields, currents, absorbed);
  if (planes_)
    entry["diffraction"] = add_orders(solve, media, fields, absorbed);
  return entry;
}

nlohmann::ordered_json ResultWriter::add_scattered(const SourceSolve &solve, const Fields &fields,
                                                   const SurfaceCurrents &currents,
                                                   double absorbed) {
  PowersRow row;
  row.frequency_hz = solve.frequency_hz;
  row.excitation = solve.excitation->name;
  row.absorbed = absorbed;
  if (!problem_.has_total_field.empty() && !problem_.model.periods.empty()) {
    driver_.powers().add(row);
    return {{"powers_note", "delivered and scattered power are left out: the medium behind the "
                            "structure is no vacuum"}};
  }
  const double density = std::pow(amplitude(*fields.incident()), 2) / (2 * k_eta0);
  const double scattered = power_through(fields, faces_, false);
  // The optical theorem on the faces. It holds with images and in periodic cells too.
  const double by_theorem = scattered - power_through(fields, faces_, true);
  row.delivered = scattered + absorbed;
  row.scattered = scattered;
  driver_.powers().add(row);
  spdlog::info("{}: scattered {:.6g} W, absorbed {:.6g} W; extinction by the optical theorem "
               "{:.6g} W",
               solve.name, scattered, absorbed, by_theorem);
  // Without a body both are rounding errors of what enters and leaves.
  const double area = std::accumulate(currents.areas_m2.begin(), currents.areas_m2.end(), 0.0);
  const bool has_body =
      std::max(std::abs(scattered + absorbed), std::abs(by_theorem)) > k_rounding * density * area;
  const double difference = has_body ? relative(scattered + absorbed, by_theorem) : 0;
  if (difference > k_suspicious_balance)
    report_warnings(
        {fmt::format("{}: {:.4g} W are scattered and absorbed, by the optical theorem "
                     "{:.4g} W: is the mesh fine enough, and the absorbing boundary far "
                     "enough from the body?",
                     solve.name, scattered + absorbed, by_theorem)},
        driver_.summary());
  return {{"power",
           {{"scattered_w", scattered},
            {"absorbed_w", absorbed},
            {"extinction_by_theorem_w", by_theorem},
            {"scattering_cross_section_m2", scattered / density},
            {"absorption_cross_section_m2", absorbed / density},
            {"balance_difference", difference}}}};
}

std::vector<std::string> ResultWriter::warnings_of_grazing(const SourceSolve &solve,
                                                           const Diffraction &result) const {
  if (result.grazing.empty())
    return {};
  constexpr double k_returns = 0.1; // of the amplitude of an order that decays
  double of_layers = 0; // what meshes reflect is that of waves at right angles, not of these
  for (const auto &layer : problem_.layers.figures(solve.frequency_hz))
    of_layers = std::max(of_layers, layer.fine_reflection);
  const Extents extents = extents_of(problem_.model);
  std::vector<std::string> warnings;
  for (const GrazingOrder &order : result.grazing) {
    if (const auto reflection = reflected_by_layer(order, of_layers))
      warnings.push_back(
          fmt::format("{}: the absorbing layers reflect {:.2g} of its amplitude: make "
                      "them thicker, with \"sigma_max\" as large",
                      to_text(solve.name, order), *reflection));
    if (order.decay_m == 0)
      continue;
    const OrderSide &side = *planes_->at(order.side == side_name(true));
    const double end_m = order.side == side_name(true) ? extents.high_m[2] : extents.low_m[2],
                 height_m = std::abs(end_m - side.space.free_m),
                 returns = std::exp(-2 * height_m / order.decay_m);
    if (returns > k_returns)
      warnings.push_back(fmt::format(
          "{}: order ({}, {}) {} is just beyond its cutoff and decays by e over {:.3g} m, and the "
          "mesh "
          "ends {:.3g} m from the structure: {:.2g} of its amplitude comes back, which the layer "
          "does "
          "not absorb, and changes the other orders; leave {:.3g} m more before the layer",
          solve.name, order.m, order.n, order.side, order.decay_m, height_m, returns,
          std::min(0.5 * std::log(1 / k_returns) * order.decay_m - height_m, 10 * height_m)));
  }
  return warnings;
}

nlohmann::ordered_json ResultWriter::add_orders(const SourceSolve &solve, const Media &media,
                                                const Fields &fields, double absorbed) {
  const Diffraction result =
      diffraction(fields, media, *input_.outputs.diffraction, *planes_, absorbed);
  orders_.add(result.rows(solve.frequency_hz, excitation_text(solve)));
  spdlog::info("{}: {}", solve.name, to_text(result));
  report_warnings(warnings_of_grazing(solve, result), driver_.summary());
  if (!result.adds_up())
    report_warnings(
        {fmt::format(
            "{}: reflection, transmission and absorption add up to {:.4g}: the mesh is too "
            "coarse, or the absorbing layers reflect; refine it, raise \"order\", or make "
            "the layers thicker",
            solve.name, result.sum())},
        driver_.summary());
  return to_json(result);
}

nlohmann::ordered_json ResultWriter::add_current(const Solution &solution, const Media &media,
                                                 const Fields &fields) {
  const SourceSolve &solve = solution.solve;
  const SurfaceCurrents currents = surface_currents(fields, faces_);
  antenna_.add_far_field(solve, excitation_text(solve), currents, std::nullopt, std::nullopt);
  if (!input_.outputs.powers)
    return nlohmann::ordered_json::object();
  // b = -j k0 eta0 (J, phi), and the current gives the power -1/2 (E, J*).
  const std::vector<complex> x = without_fixed(problem_, solution.x);
  complex product = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    product += x[i] * std::conj(complex(0, 1) * solution.load[i]);
  const double delivered = -0.5 * product.real() / (fields.wavenumber() * k_eta0);
  const double radiated = power_through(fields, faces_, true);
  const double absorbed = absorbed_in_media(fields, media) +
                          absorbed_on_faces(fields, solution.admittances) +
                          solution.absorbed_by_modes_w;
  PowersRow row;
  row.frequency_hz = solve.frequency_hz;
  row.excitation = solve.excitation_name;
  row.delivered = delivered;
  row.radiated = radiated;
  row.absorbed = absorbed;
  driver_.powers().add(row);
  spdlog::info("{}: delivers {:.6g} W, radiates {:.6g} W, {:.6g} W are absorbed", solve.name,
               delivered, radiated, absorbed);
  // The reactive power sets the error of the solver in what a lossless cavity takes.
  const double apparent = 0.5 * std::abs(product) / (fields.wavenumber() * k_eta0),
               difference = std::abs(delivered - radiated - absorbed);
  if (difference >
      std::max(k_suspicious_current * std::abs(delivered), input_.solver.tolerance * apparent))
    report_warnings(
        {fmt::format("{}: the current delivers {:.4g} W, {:.4g} W are radiated and {:.4g} W "
                     "absorbed, {:.2g} % of what it delivers off: is the mesh fine enough around "
                     "the current and up to the absorbing faces?",
                     solve.name, delivered, radiated, absorbed,
                     100 * difference / std::abs(delivered))},
        driver_.summary());
  return {
      {"power", {{"delivered_w", delivered}, {"radiated_w", radiated}, {"absorbed_w", absorbed}}}};
}

nlohmann::ordered_json ResultWriter::add_port(const Solution &solution, const Media &media,
                                              const Fields &fields) {
  const SourceSolve &solve = solution.solve;
  PortPowers powers = *solution.port;
  const Boundary *excited = nullptr;
  for (const FaceTerm &term : problem_.model.terms)
    if (const PortSpec *port = port_of(*term.boundary);
        port != nullptr && port->index == solve.port->index)
      excited = term.boundary;
  powers.absorbed = absorbed_in_media(fields, media) +
                    absorbed_on_faces(fields, solution.admittances, excited) +
                    solution.absorbed_by_modes_w;
  const SurfaceCurrents currents = surface_currents(fields, faces_);
  RadiatedPowers radiated; // nothing leaves a closed domain but through its ports
  if (!faces_.empty()) {
    const double by_fields =
        input_.outputs.far_field
            ? radiated_power(backend_, currents, k_far_field_tolerance, problem_.model.images).watts
            : power_through(fields, faces_, true);
    radiated = {powers.accepted - powers.absorbed, by_fields};
  }
  antenna_.add_far_field(solve, excitation_text(solve), currents, powers, radiated);
  return {{"port", antenna_.add_port(solve, powers, radiated)}};
}

void ResultWriter::close() {
  report_warnings(loss_errors_.warnings(), driver_.summary());
  orders_.close();
  fields_.close();
  antenna_.close();
  participation_.close();
}

} // namespace curlew::fem
