#include <curlew/methods/fdfd/check.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/fdfd/field_solver.hpp>
#include <curlew/methods/fdfd/outputs/huygens_box.hpp>
#include <curlew/methods/fdfd/plan.hpp>
#include <curlew/methods/fdfd/published/operators.hpp>
#include <curlew/methods/shared/run/records.hpp>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {
namespace {

// Fewer cells per wavelength and the phase error of the grid is above 1.6 % (docs/methods/fdfd.md).
constexpr double k_fair_resolution = 10;

// Cells per wavelength in a material at the longest edge of the cells.
double resolution(const Case &input, const Material &material, double frequency_hz) {
  const auto eps = permittivity(material, frequency_hz), mu = permeability(material, frequency_hz);
  double index = 0;
  for (int d = 0; d < 3; ++d)
    index = std::max(index, std::abs(std::sqrt(eps[d] * mu[d]).real()));
  const auto &cell = input.grid.cell_m;
  return k_speed_of_light / frequency_hz / std::max(index, 1e-9) /
         std::max({cell[0], cell[1], cell[2]});
}

std::string resolution_report(const Case &input) {
  double highest_hz = 0;
  for (const double f : input.frequencies_hz)
    highest_hz = std::max(highest_hz, f);
  std::string text = fmt::format("highest frequency {:.4g} Hz\n", highest_hz);
  Material vacuum;
  vacuum.name = "(vacuum)";
  std::vector<Material> all = input.materials;
  all.insert(all.begin(), vacuum);
  for (const Material &material : all) {
    if (material.pec)
      continue;
    const double cells = resolution(input, material, highest_hz);
    text += fmt::format("  {:<16} {:.3g} cells per wavelength\n", material.name, cells);
    if (cells < k_fair_resolution)
      spdlog::warn("{}: only {:.3g} cells per wavelength in \"{}\" at {:.4g} Hz; {} are fair",
                   input.where("/grid/cell"), cells, material.name, highest_hz, k_fair_resolution);
  }
  return text;
}

// The paper's comparison, for this grid.
std::string memory_table(const Problem &problem) {
  const CoefficientBytes bytes = coefficient_bytes(problem);
  const auto cells = static_cast<double>(problem.size());
  std::string text = "coefficients            per cell         this grid\n";
  const auto row = [&](const char *name, double one) {
    text += fmt::format("  {:<18} {:9.0f} B  {:12.1f} MB\n", name, one, one * cells / 1e6);
  };
  row("39 N (csr)", bytes.csr);
  row("24 N (two steps)", bytes.two_matrix);
  row("12 N (cas)", bytes.cas);
  row("indices (cis)", bytes.cis);
  row("material ids (fused)", bytes.fused);
  return text;
}

} // namespace

std::string check(const Case &input) {
  const Backend backend = parse_backend(input.run.backend);
  const std::vector<Solve> plan = make_plan(input);
  const PlaneWave *wave = plan.empty() ? nullptr : plan.front().wave;
  const std::string at_wave = plan.empty() ? "" : plan.front().case_location;
  const double frequency_hz = input.frequencies_hz.front();
  require_memory(double(input.grid.cells[0]) * input.grid.cells[1] * input.grid.cells[2], "cells",
                 k_host_bytes_per_cell, input.where("/grid"));
  const Problem problem = make_problem(
      input, frequency_hz, bloch_phases(input, wavenumber_of(frequency_hz), wave, at_wave),
      host_threads_of(input));
  const std::size_t sources = plan.size() / input.frequencies_hz.size();
  const SolverChoice choice = choose_solver(input, problem, sources);
  if (input.outputs.rcs)
    huygens_box(problem, scatterer_box(problem), input.where("/outputs/rcs"));
  for (const Solve &solve : plan)
    if (solve.wave == nullptr)
      make_current_rhs(problem, std::get<CurrentSource>(solve.excitation->source),
                       solve.case_location);
  if (wave != nullptr)
    make_plane_wave_rhs(input, problem, *wave, at_wave, host_threads_of(input));
  const double bytes = solver_bytes(problem, choice);
  std::string text = fmt::format(
      "grid       {} x {} x {} cells of {:.4g} x {:.4g} x {:.4g} m\n"
      "unknowns   {} (E on edges)\n"
      "solves     {} ({} frequencies)\n"
      "solver     {}{} on {}\n"
      "memory     about {:.3g} MB on {}, {:.0f} B per cell\n",
      input.grid.cells[0], input.grid.cells[1], input.grid.cells[2], input.grid.cell_m[0],
      input.grid.cell_m[1], input.grid.cell_m[2], problem.unknowns(), plan.size(),
      input.frequencies_hz.size(), choice.method,
      choice.preconditioner == "none" ? "" : ", preconditioner " + choice.preconditioner,
      choice.variant, bytes / 1e6, to_string(backend), bytes / static_cast<double>(problem.size()));
  for (const std::string &line :
       describe_interfaces(layers_of(input, frequency_hz), problem.axes[2]))
    text += line + "\n";
  text += memory_table(problem);
  text += resolution_report(input);
  return text + "The case is good to run.\n";
}

} // namespace curlew::fdfd
