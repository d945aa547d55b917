#include <curlew/methods/fdfd/outputs/results.hpp>

#include <curlew/core/log.hpp>
#include <curlew/methods/fdfd/outputs/diffraction.hpp>
#include <curlew/methods/fdfd/outputs/powers.hpp>
#include <curlew/methods/fdfd/outputs/stack_far_field.hpp>
#include <curlew/methods/shared/run/records.hpp>

#include <fmt/format.h>

#include <cmath>

namespace curlew::fdfd {
namespace {

// Largest relative difference of the extinctions by the optical theorem and by the power balance.
// They agree to the grid's dispersion; a larger difference points to a domain too small or a grid
// too coarse.
constexpr double k_suspicious_balance = 0.05;
// Largest relative difference of the scattered powers through the box and of the far field. They
// agree to the grid's dispersion too; a larger difference points to an absorbing layer in the near
// field.
constexpr double k_suspicious_far_field = 0.02;

// Reflection of the layers that "pml": "auto" chooses.
constexpr double k_of_auto = 1e-30;

nlohmann::ordered_json to_json(const SpecificAbsorption &sar) {
  return {{"mass_kg", sar.mass_kg},
          {"power_w", sar.power_w},
          {"average_w_per_kg", sar.average_w_per_kg},
          {"largest_w_per_kg", sar.largest_w_per_kg},
          {"largest_at_m", sar.largest_at_m}};
}

std::string to_text(const SpecificAbsorption &sar) {
  return fmt::format("local SAR: average {:.4g} W/kg over {:.4g} kg, largest {:.4g} W/kg at "
                     "({:.4g}, {:.4g}, {:.4g}) m",
                     sar.average_w_per_kg, sar.mass_kg, sar.largest_w_per_kg, sar.largest_at_m[0],
                     sar.largest_at_m[1], sar.largest_at_m[2]);
}

std::vector<std::string> balance_warnings(const std::string &solve, const PowerBalance &balance) {
  std::vector<std::string> warnings;
  if (balance.theorem_difference().value_or(0) > k_suspicious_balance)
    warnings.push_back(fmt::format(
        "{}: extinction by the optical theorem is {:.2g} off the scattered and absorbed power: is "
        "the grid fine enough?",
        solve, *balance.theorem_difference()));
  const double difference = balance.far_field_difference().value_or(0);
  if (balance.scattered < 0 || difference > k_suspicious_far_field)
    warnings.push_back(fmt::format(
        "{}: the scattered power is {:.4g} W through a box around the scatterer{}: the absorbing "
        "layers take power out of its near field, or the grid is too coarse. Make the domain "
        "larger, leave grid.pml.kappa to \"auto\", or take finer cells; the far field's is the "
        "better of the two",
        solve, balance.scattered,
        balance.scattered_by_far_field
            ? fmt::format(" and {:.4g} W by the far field", *balance.scattered_by_far_field)
            : " and cannot be negative"));
  return warnings;
}

// Returns what orders that grazes cost: layers reflect them, and the grid has them at another
// angle.
std::vector<std::string> grazing_warnings(const std::string &solve, const Diffraction &result,
                                          double layer_reflection) {
  std::vector<std::string> warnings;
  for (const GrazingOrder &order : result.grazing) {
    const std::string which = to_text(solve, order);
    if (const auto reflection = reflected_by_layer(order, layer_reflection))
      warnings.push_back(fmt::format("{}: the absorbing layers reflect {:.2g} of its amplitude. "
                                     "Take \"grid.pml\": \"auto\", or \"reflection\": 1e-30 with "
                                     "\"cells\": 60",
                                     which, *reflection));
    else if (order.is_off)
      warnings.push_back(fmt::format(
          "{}: on the grid its k_z is a tenth or more off, as at another angle or wavelength, so "
          "that R and T near this critical angle or Rayleigh wavelength are those of a shifted "
          "one: take finer cells",
          which));
  }
  return warnings;
}

} // namespace

void check_far_field(const Case &input, const Problem &problem, const PlaneWave &wave) {
  if (!input.outputs.rcs)
    return;
  const std::string where = input.where("/outputs/rcs");
  huygens_box(problem, scatterer_box(problem), where);
  require_far_field(
      problem, rcs_directions(*input.outputs.rcs, make_incident(wave, problem.wavenumber)), where);
}

ResultWriter::ResultWriter(const Case &input, FrequencyDriver &driver, int threads)
    : input_(input), summary_(driver.summary()), rcs_(driver.rcs()), powers_(driver.powers()),
      orders_(input.outputs.diffraction ? driver.results().file("orders.csv")
                                        : std::filesystem::path(),
              driver.continues()),
      threads_(threads), backend_(parse_backend(input.run.backend)),
      fields_(input, driver.results(), threads, driver.continues()) {
  for (const FluxSpec &flux : input.outputs.fluxes)
    fluxes_.emplace_back(driver.results().file(flux_file_name(flux.name)), driver.continues());
}

void ResultWriter::check(const Solve &solve, const Problem &problem) {
  if (solve.wave != nullptr)
    check_far_field(input_, problem, *solve.wave);
  if (input_.outputs.diffraction && solve.wave != nullptr)
    order_planes(problem, *input_.outputs.diffraction, input_.where("/outputs/diffraction"));
  fields_.check(problem);
  if (flux_surfaces_.empty()) {
    flux_surfaces_ = flux_surfaces(input_, problem);
    for (const FluxSurface &surface : flux_surfaces_) {
      spdlog::info(to_text(surface));
      summary_["flux"].push_back({{"name", surface.name},
                                  {"min_m", surface.min_m},
                                  {"max_m", surface.max_m},
                                  {"shift_m", surface.shift_m}});
    }
  }
}

void ResultWriter::close() {
  orders_.close();
  for (FluxTable &table : fluxes_)
    table.close();
}

nlohmann::ordered_json ResultWriter::add(const Solve &solve, const Problem &problem,
                                         const std::vector<complex> &electric) {
  nlohmann::ordered_json one = nlohmann::ordered_json::object();
  const IncidentWave incident =
      solve.wave != nullptr ? make_incident(*solve.wave, problem.wavenumber) : IncidentWave();
  const YeeFields fields(problem, electric, incident);
  PowersRow row = powers_of(solve, fields, one);
  if (solve.wave != nullptr)
    if (const auto box = power_box(problem, scatterer_box(problem)))
      add_far_results(solve, incident, fields, *box, row, one);
  if (input_.outputs.powers)
    powers_.add(row);
  if (input_.outputs.diffraction && solve.wave != nullptr)
    one["diffraction"] = add_orders(solve, incident, fields);
  if (!flux_surfaces_.empty())
    one["flux_W"] = add_fluxes(solve, fields);
  if (const auto sar = fields_.add(fields, solve.name, solve.source)) {
    one["sar"] = to_json(*sar);
    report_lines(fmt::format("  {}", to_text(*sar)));
  }
  return one;
}

PowersRow ResultWriter::powers_of(const Solve &solve, const YeeFields &fields,
                                  nlohmann::ordered_json &one) const {
  const Problem &problem = fields.problem();
  PowersRow row;
  row.frequency_hz = solve.frequency_hz;
  row.excitation = solve.excitation->name;
  const bool has_balance = has_power_balance(problem);
  const auto add_note = [&](const std::string &note) {
    if (!input_.outputs.powers)
      return;
    one["powers_note"] = note;
    report_lines("  powers.csv: " + note);
  };
  if (has_balance)
    row.absorbed = absorbed_power(fields, threads_);
  else
    add_note(fmt::format("absorbed and {} power are left out: a medium with losses goes on into an "
                         "absorbing layer and absorbs beyond the grid",
                         solve.wave != nullptr ? "scattered" : "radiated"));
  if (solve.wave != nullptr) {
    if (has_balance && !power_box(problem, scatterer_box(problem)))
      add_note("delivered and scattered power are left out: nothing scatters, or between the "
               "absorbing layers is no room for a box around all that does, or a face of the grid "
               "conducts");
    return row;
  }
  const RightHandSide rhs = make_rhs(input_, problem, solve, threads_);
  row.delivered = power_of_current(fields, rhs.f);
  if (!has_balance)
    return row;
  NodeBox box = scatterer_box(problem);
  box.include(source_box(problem, rhs.f));
  if (const auto around = power_box(problem, box))
    row.radiated = power_through(huygens_surface(fields, *around, threads_));
  else
    add_note("radiated power is left out: between the absorbing layers is no room for a box around "
             "the source and all that scatters, or a face of the grid conducts");
  return row;
}

void ResultWriter::add_far_results(const Solve &solve, const IncidentWave &incident,
                                   const YeeFields &fields, const NodeBox &box, PowersRow &row,
                                   nlohmann::ordered_json &one) {
  const HuygensSurface surface = huygens_surface(fields, box, threads_);
  if (has_power_balance(fields.problem()))
    one["power"] = balance_of(solve, incident, fields, surface, row);
  if (input_.outputs.rcs)
    add_cross_sections(solve, fields, surface, incident);
}

nlohmann::ordered_json ResultWriter::balance_of(const Solve &solve, const IncidentWave &incident,
                                                const YeeFields &fields,
                                                const HuygensSurface &surface, PowersRow &row) {
  const PowerBalance balance = power_balance(fields, surface, incident, backend_, threads_);
  row.delivered = balance.by_work;
  row.scattered = balance.scattered;
  report_lines(fmt::format("  {}", to_text(balance)));
  report_warnings(balance_warnings(solve.name, balance), summary_);
  const double density = balance.incident_density;
  const auto optional = [](const std::optional<double> &value) { // null: not calculated
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
  };
  return {{"scattered_w", balance.scattered},
          {"scattered_by_far_field_w", optional(balance.scattered_by_far_field)},
          {"absorbed_w", balance.absorbed},
          {"extinction_by_work_w", balance.by_work},
          {"extinction_by_theorem_w", optional(balance.by_theorem)},
          {"scattering_cross_section_m2", balance.scattered / density},
          {"absorption_cross_section_m2", balance.absorbed / density},
          {"theorem_difference", optional(balance.theorem_difference())}};
}

nlohmann::ordered_json ResultWriter::add_orders(const Solve &solve, const IncidentWave &incident,
                                                const YeeFields &fields) {
  const DiffractionSpec &spec = *input_.outputs.diffraction;
  const Diffraction result = diffraction(
      fields, incident, spec,
      order_planes(fields.problem(), spec, input_.where("/outputs/diffraction")), threads_);
  orders_.add(result.rows(solve.frequency_hz, excitation_text(solve)));
  report_lines(fmt::format("  {}", to_text(result)));
  report_warnings(grazing_warnings(solve.name, result, input_.grid.pml_reflection), summary_);
  if (!result.adds_up())
    report_warnings(
        {fmt::format("{}: reflection, transmission and absorption add up to {:.4g}: the absorbing "
                     "layers are too near to the structure, too thin, or met by an order that "
                     "grazes them or decays slowly (a Rayleigh wavelength). Take {}a domain twice "
                     "as high",
                     solve.name, result.sum(),
                     input_.grid.pml_reflection <= k_of_auto
                         ? ""
                         : "grid.pml \"auto\", which lays 60 cells with kappa 10 and reflection "
                           "1e-30 outside of grid.size, and if that does not help ")},
        summary_);
  return to_json(result);
}

nlohmann::ordered_json ResultWriter::add_fluxes(const Solve &solve, const YeeFields &fields) {
  nlohmann::ordered_json powers;
  for (std::size_t i = 0; i < fluxes_.size(); ++i) {
    const FluxSurface &surface = flux_surfaces_[i];
    const double power = power_through(fields, surface, threads_);
    fluxes_[i].add(solve.frequency_hz, excitation_text(solve), power);
    powers[surface.name] = power;
    report_lines(fmt::format("  flux {}: {:.6g} W", surface.name, power));
  }
  return powers;
}

void ResultWriter::add_cross_sections(const Solve &solve, const YeeFields &fields,
                                      const HuygensSurface &surface, const IncidentWave &incident) {
  const auto directions = rcs_directions(*input_.outputs.rcs, incident);
  const auto far =
      needs_stack_far_field(fields.problem())
          ? stack_far_field(fields, surface.box, directions, input_.where("/outputs/rcs"), threads_)
          : far_field(surface, directions, backend_);
  rcs_.add(rcs_rows(solve, incident, directions, far));
}

} // namespace curlew::fdfd
