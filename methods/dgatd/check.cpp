#include <curlew/methods/dgatd/check.hpp>

#include <curlew/core/log.hpp>
#include <curlew/io/mesh/load_mesh.hpp>
#include <curlew/methods/dgatd/outputs/flux_points.hpp>
#include <curlew/methods/dgatd/outputs/probes.hpp>
#include <curlew/methods/dgatd/run.hpp>
#include <curlew/methods/dgatd/scheme/scheme_input.hpp>
#include <curlew/methods/dgatd/scheme/stability.hpp>
#include <curlew/methods/dgatd/warnings.hpp>
#include <curlew/methods/shared/forecast/free_stopwatch.hpp>
#include <curlew/methods/shared/run/records.hpp>
#include <curlew/methods/shared/time/phasor_plan.hpp>
#include <curlew/methods/shared/time/snapshot_cells.hpp>
#include <curlew/methods/shared/time/step_forecast.hpp>
#include <curlew/methods/shared/time/time_plan.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::dgatd {
namespace {

constexpr int k_vector = 3; // numbers of a field to a tet

std::string resolution_report(const Case &input, const Problem &problem) {
  const auto found = resolutions(input, problem);
  if (found.empty())
    return "";
  std::string text = fmt::format("highest frequency of the excitations {:.4g} Hz\n",
                                 highest_frequency_hz(input.excitations));
  for (const MaterialResolution &one : found)
    text += fmt::format("  {:<16} {:>10} tets, {:.3g} edges per wavelength at the longest edge "
                        "({:.4g} m)\n",
                        one.material, one.tets, one.edges, one.longest_edge_m);
  return text;
}

TimeForecast forecast_run(const Case &input, Backend backend, const SchemeParts &parts,
                          const TimePlan &plan, double bytes, const FreeStopwatch &started) {
  if (const std::string why = why_no_scheme(parts.problem.tet_count(), "tets", bytes, backend);
      !why.empty())
    return {0, {}, "", why};
  return with_threads_of(backend, [&] {
    const auto scheme = variant_of(input).make(
        backend,
        make_scheme_input(input, parts, plan, parts.problem.has_losses(), host_threads_of(input)));
    TimeForecast forecast = forecast_steps(*scheme, plan, 1, started.seconds());
    name_what_is_left_out(input, forecast);
    return forecast;
  });
}

} // namespace

std::string check(const Case &input) {
  const FreeStopwatch started;
  const Backend backend = parse_backend(input.run.backend);
  const Variant &variant = variant_of(input);
  const Problem problem = make_problem(input, load_mesh(input));
  log_warnings(setup_warnings(input, problem));
  check_variant(input, problem, variant);
  double sources_end_s = 0;
  const std::vector<Source> sources = make_sources(input, problem);
  for (const Source &source : sources)
    sources_end_s = std::max(sources_end_s, source.waveform.end_s());
  const Probes probes = find_probes(input, problem);
  const RadiatingSurface surface = find_radiating_surface(input, problem);
  const FluxPoints flux = find_flux_points(input, problem);
  const double phasors =
      phasor_sums_bytes(input, problem.mesh, problem.ownership.owned_tets, k_vector);
  const double bytes =
      problem.tet_count() *
          (is_device_backend(backend) ? variant.device_bytes_per_tet : variant.bytes_per_tet) +
      phasors;
  snapshot_group(input, problem.mesh);
  std::string text = fmt::format(
      "mesh       {} tets, {} edges, {} faces, {} nodes\n"
      "unknowns   {} (E on edges, H on faces)\n",
      problem.tet_count(), problem.edge_count(), problem.face_count, problem.node_count(),
      problem.face_count + static_cast<std::uint64_t>(problem.edge_count()));
  if (const std::string reason = why_kokkos_cannot_start(); reason.empty()) {
    const LargestEigenvalue limit =
        with_backend(backend, [&](const auto &space) { return spectral_radius(space, problem); });
    const double dt_limit_s = 2 / std::sqrt(limit.value);
    const TimePlan plan = make_time_plan(input, time_step(input, dt_limit_s), sources_end_s);
    log_warnings(plan.warnings);
    text += fmt::format("time step  {:.6g} s, {:.4g} of the limit 2/sqrt(rho)\n"
                        "steps      {} to {:.6g} s\n",
                        plan.dt_s, plan.dt_s / dt_limit_s, plan.steps, plan.steps * plan.dt_s);
    const SchemeParts parts{problem, sources, probes, surface, flux};
    text += time_line(forecast_run(input, backend, parts, plan, bytes, started), backend,
                      host_threads_of(input));
  } else {
    text += fmt::format("time step  not computed: {}\n", reason);
  }
  text += fmt::format("memory     about {:.3g} MB on {} (variant {})\n", bytes / 1e6,
                      to_string(backend), variant.name);
  text += phasor_sums_text(input, phasors);
  text += resolution_report(input, problem);
  return text;
}

} // namespace curlew::dgatd
