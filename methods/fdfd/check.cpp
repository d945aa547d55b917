#include <curlew/methods/fdfd/check.hpp>

#include <curlew/core/log.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/fdfd/forecast.hpp>
#include <curlew/methods/fdfd/grid/scene.hpp>
#include <curlew/methods/fdfd/make_problem.hpp>
#include <curlew/methods/fdfd/media/smoothing_choice.hpp>
#include <curlew/methods/fdfd/outputs/diffraction.hpp>
#include <curlew/methods/fdfd/outputs/field_images.hpp>
#include <curlew/methods/fdfd/outputs/flux.hpp>
#include <curlew/methods/fdfd/outputs/results.hpp>
#include <curlew/methods/fdfd/ranks/works_in_slabs.hpp>
#include <curlew/methods/fdfd/solve/coefficient_bytes.hpp>
#include <curlew/methods/fdfd/solve/field_solver.hpp>
#include <curlew/methods/fdfd/solve/plan.hpp>
#include <curlew/methods/fdfd/warnings.hpp>
#include <curlew/methods/shared/forecast/free_stopwatch.hpp>
#include <curlew/methods/shared/run/records.hpp>
#include <curlew/methods/shared/setup/resolution.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace curlew::fdfd {
namespace {

std::string resolution_report(const Case &input) {
  const Vector3 size = size_in_wavelengths(input);
  std::string text = fmt::format("domain     {:.3g} x {:.3g} x {:.3g} wavelengths of vacuum\n",
                                 size[0], size[1], size[2]);
  for (const MaterialResolution &one : resolutions(input))
    text += one.is_metal
                ? fmt::format("  {:<16} {:.3g} cells per skin depth of {:.3g} m at {:.4g} Hz\n",
                              one.material, one.cells_per_length, one.length_m, one.frequency_hz)
                : fmt::format("  {:<16} {:.3g} cells per wavelength at {:.4g} Hz\n", one.material,
                              one.cells_per_length, one.frequency_hz);
  return text;
}

// Returns the paper's comparison of memory, for this grid.
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

// Returns a line on what a chosen preconditioner does for this method; empty where there is
// nothing to say. The numbers are those of the table in docs/methods/fdfd-notes.md, "Solvers".
std::string preconditioner_note(const SolverChoice &choice) {
  return choice.has(PreconditionerKind::ssor_ai)
             ? "note       ssor-ai rarely saves iterations here: in ten cases 0.3 to 3.7 times "
               "those of none, 1.0 in the median; the preconditioner \"background\" and cocg do\n"
             : "";
}

void check_outputs(const Case &input, const Problem &problem) {
  flux_surfaces(input, problem);
  if (input.outputs.phasors)
    image_blocks(input, problem);
  if (input.outputs.sar)
    require_density(problem, cell_materials(problem, Scene(input), host_threads_of(input)),
                    input.materials, input.where("/outputs/sar"));
}

// Throws the errors that a run would throw for a source: a current that drives nothing, a wave that
// does not fit the walls, objects in absorbing layers, a solver that does not take the phases of
// the wave.
void check_source(const Case &input, Problem &problem, const Solve &solve, std::size_t sources) {
  if (solve.wave == nullptr) {
    make_current_rhs(problem, std::get<CurrentSource>(solve.excitation->source),
                     solve.case_location);
    return;
  }
  const auto phases = bloch_phases(input, problem.wavenumber, solve.wave, solve.case_location);
  for (int d = 0; d < 3; ++d)
    problem.axes[d].phase = phases[d];
  check_far_field(input, problem, *solve.wave);
  if (input.outputs.diffraction)
    order_planes(problem, *input.outputs.diffraction, input.where("/outputs/diffraction"));
  make_plane_wave_rhs(input, problem, *solve.wave, solve.case_location, host_threads_of(input));
  if (problem.is_bloch())
    choose_solver(input, problem, sources);
}

// Throws the errors of the lowest and the highest frequency of a sweep other than `checked_hz`: the
// constants of media and the phases of waves differ there.
void check_ends(const Case &input, const std::vector<Solve> &plan, double checked_hz,
                std::size_t sources) {
  for (const double frequency_hz : ends_of(input.frequencies_hz)) {
    if (frequency_hz == checked_hz)
      continue;
    std::optional<Problem> problem;
    for (const Solve &solve : plan) {
      if (solve.frequency_hz != frequency_hz)
        continue;
      if (!problem)
        problem = make_problem(
            input, frequency_hz,
            bloch_phases(input, wavenumber_of(frequency_hz), solve.wave, solve.case_location),
            host_threads_of(input));
      check_source(input, *problem, solve, sources);
    }
  }
}

// Says into how many slabs ranks may divide the grid, or why they cannot. A case that asks for
// groups of ranks is warned: a run on more ranks than groups is refused.
std::string ranks_line(const Case &input, const Problem &problem, const SolverChoice &choice) {
  const std::string why = why_not_in_slabs(input, problem, choice);
  if (why.empty())
    return fmt::format(
        "ranks      \"run.groups\": 1 divides the grid among {} at most; of two each "
        "takes about {:.3g} MB\n",
        problem.count(2), most_solver_bytes(problem, choice, std::min(2, problem.count(2))) / 1e6);
  if (input.run.groups > 0)
    log_warnings({fmt::format("{}: on more ranks than groups the run is refused: {}",
                              input.where("/run/groups"), why)});
  return fmt::format("ranks      share solves, not the grid: {}\n", why);
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
  const FreeStopwatch started;
  Problem problem = make_problem(input, frequency_hz,
                                 bloch_phases(input, wavenumber_of(frequency_hz), wave, at_wave),
                                 host_threads_of(input));
  const double problem_s = started.seconds();
  const std::size_t sources = plan.size() / input.frequencies_hz.size();
  const SolverChoice choice = choose_solver(input, problem, sources);
  check_outputs(input, problem);
  for (std::size_t s = 0; s < sources; ++s)
    check_source(input, problem, plan[s], sources);
  check_ends(input, plan, frequency_hz, sources);
  if (!plan.empty() && plan.front().wave != nullptr) { // those of the last source were set
    const auto phases = bloch_phases(input, problem.wavenumber, wave, at_wave);
    for (int d = 0; d < 3; ++d)
      problem.axes[d].phase = phases[d];
  }
  const double bytes = solver_bytes(problem, choice);
  std::string text =
      fmt::format("grid       {} x {} x {} cells of {:.4g} x {:.4g} x {:.4g} m\n"
                  "unknowns   {} (E on edges)\n"
                  "solves     {} ({} frequencies)\n"
                  "smoothing  {}\n"
                  "solver     {}{} on {}\n"
                  "memory     about {:.3g} MB on {}, {:.0f} B per cell\n",
                  input.grid.cells[0], input.grid.cells[1], input.grid.cells[2],
                  input.grid.cell_m[0], input.grid.cell_m[1], input.grid.cell_m[2],
                  problem.unknowns(), plan.size(), input.frequencies_hz.size(),
                  to_string(smoothing_of(input, frequency_hz)), to_string(choice.method),
                  choice.has(PreconditionerKind::none)
                      ? ""
                      : ", preconditioner " + to_string(choice.preconditioner.kind),
                  to_string(choice.variant), bytes / 1e6, to_string(backend),
                  bytes / static_cast<double>(problem.size()));
  text += time_line(forecast_run(input, backend, problem, choice, plan, problem_s), backend,
                    host_threads_of(input));
  text += preconditioner_note(choice);
  text += ranks_line(input, problem, choice);
  for (const std::string &line :
       describe_interfaces(layers_of(input, frequency_hz), problem.axes[2]))
    text += line + "\n";
  for (const ThinObject &object : problem.thin_objects)
    text += describe(object) + "\n";
  text += memory_table(problem);
  text += resolution_report(input);
  log_warnings(setup_warnings(input, problem));
  return text;
}

} // namespace curlew::fdfd
