#include <curlew/methods/dgatd/check.hpp>

#include <curlew/core/log.hpp>
#include <curlew/io/mesh/load_mesh.hpp>
#include <curlew/methods/dgatd/outputs/flux_points.hpp>
#include <curlew/methods/dgatd/outputs/probes.hpp>
#include <curlew/methods/dgatd/run.hpp>
#include <curlew/methods/dgatd/scheme/stability.hpp>
#include <curlew/methods/dgatd/scheme/variants.hpp>
#include <curlew/methods/dgatd/warnings.hpp>
#include <curlew/methods/shared/time/phasor_plan.hpp>
#include <curlew/methods/shared/time/snapshot_cells.hpp>
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

} // namespace

std::string check(const Case &input) {
  const Backend backend = parse_backend(input.run.backend);
  const Variant &variant = variant_of(input);
  const Problem problem = make_problem(input, load_mesh(input));
  log_warnings(setup_warnings(input, problem));
  check_variant(input, problem, variant);
  double sources_end_s = 0;
  for (const Source &source : make_sources(input, problem))
    sources_end_s = std::max(sources_end_s, source.waveform.end_s());
  find_probes(input, problem);
  find_flux_points(input, problem);
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
  } else {
    text += fmt::format("time step  not computed: {}\n", reason);
  }
  const double phasors =
      phasor_sums_bytes(input, problem.mesh, problem.ownership.owned_tets, k_vector);
  text +=
      fmt::format("memory     about {:.3g} MB on {} (variant {})\n",
                  (problem.tet_count() * (is_device_backend(backend) ? variant.device_bytes_per_tet
                                                                     : variant.bytes_per_tet) +
                   phasors) /
                      1e6,
                  to_string(backend), variant.name);
  text += phasor_sums_text(input, phasors);
  text += resolution_report(input, problem);
  return text;
}

} // namespace curlew::dgatd
