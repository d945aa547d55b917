#include <curlew/methods/dgtd/check.hpp>

#include <curlew/core/log.hpp>
#include <curlew/methods/dgtd/array/array_problem.hpp>
#include <curlew/methods/dgtd/array/elements.hpp>
#include <curlew/methods/dgtd/bytes_per_tet.hpp>
#include <curlew/methods/dgtd/forecast.hpp>
#include <curlew/methods/dgtd/initial/initial_fields.hpp>
#include <curlew/methods/dgtd/kerr/constituents.hpp>
#include <curlew/methods/dgtd/limits.hpp>
#include <curlew/methods/dgtd/local_steps/local_step_plan.hpp>
#include <curlew/methods/dgtd/make_problem.hpp>
#include <curlew/methods/dgtd/memory/memory_term.hpp>
#include <curlew/methods/dgtd/memory/memory_warnings.hpp>
#include <curlew/methods/dgtd/phasors/phasor_cells.hpp>
#include <curlew/methods/dgtd/ports/network_ports.hpp>
#include <curlew/methods/dgtd/scheme.hpp>
#include <curlew/methods/dgtd/surfaces/found_surfaces.hpp>
#include <curlew/methods/dgtd/warnings.hpp>
#include <curlew/methods/shared/run/records.hpp>
#include <curlew/methods/shared/time/snapshot_cells.hpp>
#include <curlew/methods/shared/time/time_plan.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace curlew::dgtd {
namespace {

Problem load_whole(const Case &input) {
  const int threads = host_threads_of(input);
  if (is_repeated(input, Communicator()))
    return load_array_problem(input, Communicator(), threads);
  auto [mesh, copies] = load_cells(input);
  return make_problem(input, std::move(mesh), threads, std::move(copies));
}

// Returns the lines of ports; those of the other antennas of a large array are counted.
std::string ports_text(const Problem &problem) {
  std::string text;
  const std::size_t shown = problem.cells ? problem.tables().ports.size() : problem.ports.size();
  for (std::size_t p = 0; p < shown; ++p) {
    const Port &port = problem.ports[p];
    text += fmt::format("  port {} \"{}\", {}, {:.4g} m^2, {:.5g} ohm\n", port.index, port.group,
                        word_of(port.kind), port.area_m2, port.impedance_ohm);
  }
  if (shown < problem.ports.size())
    text += fmt::format("  ... and {} ports of other antennas\n", problem.ports.size() - shown);
  return text;
}

} // namespace

std::string check(const Case &given) {
  const FreeStopwatch started;
  const Case input = with_elements(given);
  const Backend backend = parse_backend(input.run.backend);
  const Variant variant = choices_of(input).variant;
  const Problem problem = load_whole(input);
  log_warnings(setup_warnings(input, problem));
  double sources_end_s = 0;
  const std::vector<Source> sources = make_sources(input, problem);
  for (const Source &source : sources)
    sources_end_s = std::max(sources_end_s, source.waveform.end_s());
  const FoundSurfaces surfaces = find_surfaces(input, problem);
  log_warnings(flux_warnings(input, problem, surfaces.flux, sources, surfaces.waves));
  for (const TotalFieldWave &wave : surfaces.waves)
    sources_end_s = std::max(sources_end_s, wave.waveform.end_s() + wave.latest_s);
  for (const auto &run : port_runs(input))
    for (const PortDrive &drive : run)
      sources_end_s = std::max(sources_end_s, drive.end_s());
  require_columns(input, problem);
  for (const ImposedField &field : problem.imposed)
    sources_end_s = std::max(sources_end_s, field.waveform.end_s());
  const Probes probes = find_probes(input, problem);
  const InitialFields initial = find_initial_fields(input, problem);
  snapshot_group(input, problem.mesh);
  const double shared_mb = 1e-6 * (problem.tet_count() - problem.distinct_tets()) *
                           shared_bytes_per_tet(problem.choices, variant);
  const double per_tet = problem.cells
                             ? repeated_bytes_per_tet(input, variant) + k_repeated_host_bytes
                             : bytes_per_tet(problem.choices, variant);
  const double phasors = phasor_bytes(input, problem);
  const double memory_mb = 1e-6 * (problem.tet_count() * per_tet + memory_bytes(problem, variant) +
                                   constituent_bytes(problem, variant) + phasors) -
                           (problem.cells ? 0 : shared_mb);
  std::string text = fmt::format(
      "mesh       {} tets\n"
      "unknowns   {} ({}, {} to a tet and field)\n",
      problem.tet_count(), 2 * static_cast<std::int64_t>(problem.tet_count()) * problem.per_tet(),
      problem.choices.space.name(), problem.per_tet());
  if (const std::string reason = why_kokkos_cannot_start(); reason.empty()) {
    const StepLimit limit = with_backend(
        backend, [&](const auto &space) { return step_limit(space, problem.tables()); });
    std::optional<LocalStepPlan> local;
    if (auto classes = find_local_steps(input, problem))
      local = plan_local_steps(problem, std::move(*classes), backend, limit.dt_s);
    const double limit_s = local ? local->limit.dt_s : limit.dt_s;
    const TimePlan plan = make_time_plan(input, time_step(input, limit_s), sources_end_s);
    log_warnings(plan.warnings);
    log_warnings(memory_warnings(input, problem, plan.dt_s));
    text += fmt::format("time step  {:.6g} s, {:.4g} of the limit {:.6g} s\n"
                        "steps      {} to {:.6g} s\n",
                        plan.dt_s, plan.dt_s / limit_s, limit_s, plan.steps,
                        static_cast<double>(plan.steps) * plan.dt_s);
    if (local)
      text += local->report() + "\n";
    SchemeInput scheme{problem, sources, probes, plan, variant, limit.dt_s};
    scheme.waves = &surfaces.waves;
    scheme.surface = surfaces.huygens.size() > 0 ? &surfaces.huygens : nullptr;
    scheme.classes = local ? &local->classes : nullptr;
    scheme.flux = surfaces.flux.surfaces() > 0 ? &surfaces.flux : nullptr;
    scheme.initial = &initial;
    scheme.images = surfaces.images;
    text += time_line(forecast_run(input, backend, scheme, 1e6 * memory_mb, started), backend,
                      host_threads_of(input));
  } else {
    text += fmt::format("time step  not computed: {}\n", reason);
  }
  text += fmt::format("memory     about {:.3g} MB on {} (variant {})\n", memory_mb,
                      to_string(backend), to_string(variant));
  text += phasor_sums_text(input, phasors);
  if (const auto &array = input.mesh.array)
    text += fmt::format("array      {} x {} antennas in {} x {} cells; matrices of {} tets serve "
                        "all: {:.3g} MB less\n",
                        array->counts[0], array->counts[1], array->counts[0] + 2,
                        array->counts[1] + 2, problem.distinct_tets(), shared_mb);
  if (problem.cells)
    text += "           the mesh of 3 x 3 antennas at most stands for theirs\n";
  else if (has_large_array(input))
    text += fmt::format("           joined into one mesh because of {}\n",
                        reason_to_join(input, Communicator()));
  for (const MaterialResolution &one : resolutions(input, problem))
    text += fmt::format(
        "  {:<16} {:>10} tets, {:.3g} edges per {} at the longest edge ({:.4g} m)\n", one.material,
        one.tets, one.edges, one.is_metal ? "skin depth" : "wavelength", one.longest_edge_m);
  for (const std::string &line : initial.texts)
    text += "  " + line + "\n";
  return text + ports_text(problem);
}

} // namespace curlew::dgtd
