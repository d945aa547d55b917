#include <curlew/methods/mom/check.hpp>

#include <curlew/core/log.hpp>
#include <curlew/core/mpi/rank_memory.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/mom/forecast.hpp>
#include <curlew/methods/mom/media/both_currents.hpp>
#include <curlew/methods/mom/model.hpp>
#include <curlew/methods/mom/plane_warnings.hpp>
#include <curlew/methods/mom/ports/gaps.hpp>
#include <curlew/methods/mom/ranks/divided_matrix.hpp>
#include <curlew/methods/mom/solver_choice.hpp>
#include <curlew/methods/shared/frequency/expected_solves.hpp>
#include <curlew/methods/shared/frequency/source_plan.hpp>
#include <curlew/methods/shared/run/records.hpp>
#include <curlew/methods/shared/setup/resolution.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::mom {

namespace {

// Refuses a matrix without room; warns where it has room on several ranks.
void check_room(const Case &input, const SolverChoice &choice, const Surface &surface,
                const Spec &spec, std::size_t columns) {
  const Backend backend = parse_backend(input.run.backend);
  const Memory memory = memory_of_rank(backend);
  const int least = choice.bytes > memory.free_bytes && input.run.groups > 0 && choice.may_divide
                        ? least_ranks(backend, surface, spec, columns, memory.free_bytes)
                        : 0;
  if (least > 0)
    log_warnings({fmt::format("{}: the matrix has room on {} ranks or more in each group, each "
                              "with {:.3g} GB of memory as this one",
                              input.where("/run/groups"), least, memory.free_bytes / 1e9)});
  else
    require_room(input, choice, surface, unknowns_of(surface, spec), memory);
}

} // namespace

std::string check(const Case &input) {
  const FreeStopwatch started;
  const Backend backend = parse_backend(input.run.backend);
  const std::vector<SourceSolve> plan = make_plan(input);
  const Model model = load_model(input, host_threads_of(input));
  const Surface &surface = model.surface;
  const Spec spec = make_spec(input, surface);
  const Index unknowns = unknowns_of(surface, spec);
  const std::vector<Gap> gaps = find_gaps(input, surface);
  const std::size_t columns = plan.size() / input.frequencies_hz.size() + gaps.size();
  const SolverChoice choice =
      choose_solver(input, backend, surface, spec, columns, host_threads_of(input));
  const double bytes = choice.bytes;
  std::string text =
      fmt::format("surface    {} triangles in {} parts, {}; {:.4g} m long\n"
                  "unknowns   {} (currents across edges), edges of {:.4g} m in the mean\n"
                  "solves     {}{} ({} frequencies)\n"
                  "equation   {}, {} testing\n"
                  "solver     {}\n"
                  "memory     about {:.3g} MB on {}\n",
                  surface.face_count(), surface.topology.parts,
                  surface.is_closed ? "closed" : "open", extent_m(surface), unknowns,
                  mean_edge_m(surface), input.frequency_sweep.is_adaptive ? "at most " : "",
                  plan.size(), input.frequencies_hz.size(), to_string(spec.formulation),
                  spec.quadrature.testing == Testing::centroid ? "centroid" : "galerkin",
                  describe(choice, spec), bytes / 1e6, to_string(backend));
  text += ranks_line(input, backend, surface, spec, columns);
  check_room(input, choice, surface, spec, columns);
  const double highest_hz =
      *std::max_element(input.frequencies_hz.begin(), input.frequencies_hz.end());
  const RunSize size{expected_frequencies(input, SweepInterpolation::rational), columns,
                     plan.size() / input.frequencies_hz.size(), wavenumber_of(highest_hz),
                     host_threads_of(input)};
  text += time_line(forecast_run(input, backend, surface, spec, choice, size, started), backend,
                    size.threads);
  for (const Gap &gap : gaps)
    text += fmt::format("  {} \"{}\" across {} basis functions\n",
                        gap.port ? fmt::format("port {}", gap.port->index) : "element", gap.name,
                        gap.edges.size());
  if (!surface.planes.empty())
    text += "symmetry   " + planes_text(surface) + "\n";
  for (const double frequency_hz : ends_of(input.frequencies_hz)) {
    const Resolution r = resolution_of(surface, frequency_hz);
    text += fmt::format("  {:.6g} Hz: {:.3g} edges per wavelength in the mean, {:.3g} at the "
                        "longest; {:.3g} wavelengths long\n",
                        frequency_hz, r.mean_edges_per_wavelength, r.least_edges_per_wavelength,
                        r.extent_wavelengths);
    if (is_low_frequency_of(choice, spec, surface, wavenumber_of(frequency_hz)))
      text += "    currents with and without charges are scaled apart (\"low_frequency\")\n";
  }
  log_warnings(model_warnings(input, model));
  log_warnings(plane_warnings(input, surface, gaps));
  log_warnings(spec_warnings(input, surface, spec));
  log_warnings(choice.warnings);
  return text;
}

} // namespace curlew::mom
