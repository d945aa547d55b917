#include <curlew/methods/dgatd/check.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/io/mesh/load_mesh.hpp>
#include <curlew/methods/dgatd/plan.hpp>
#include <curlew/methods/dgatd/run.hpp>
#include <curlew/methods/dgatd/stability.hpp>
#include <curlew/methods/dgatd/variants.hpp>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>

namespace curlew::dgatd {
namespace {

// Fewer edges per wavelength than this and DGATD's dispersion error is above 1 %
// (docs/methods/dgatd.md, "Accuracy").
constexpr double k_fair_resolution = 11;
// A wavelength over this many times the mesh's size, or under its fraction: probably wrong units.
constexpr double k_suspicious_scale = 1e4;

struct MaterialExtent {
  Index tets = 0;
  double longest_edge_m = 0;
};

std::vector<MaterialExtent> extents(const Problem &problem) {
  std::vector<MaterialExtent> extent(problem.materials.size());
  for (Index t = 0; t < problem.tet_count(); ++t) {
    MaterialExtent &one = extent[problem.material[t]];
    ++one.tets;
    double x[4][3];
    problem.corners(t, x);
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < a; ++b)
        one.longest_edge_m =
            std::max(one.longest_edge_m,
                     std::hypot(x[a][0] - x[b][0], x[a][1] - x[b][1], x[a][2] - x[b][2]));
  }
  return extent;
}

double largest_diagonal(const SymmetricTensor &tensor) {
  return std::max({tensor.v[0], tensor.v[1], tensor.v[2]});
}

std::string resolution_report(const Case &input, const Problem &problem) {
  double highest_hz = 0;
  for (const Excitation &excitation : input.excitations)
    highest_hz = std::max(highest_hz, excitation.waveform.highest_frequency_hz());
  if (highest_hz == 0)
    return "";
  std::string text = fmt::format("highest frequency of the excitations {:.4g} Hz\n", highest_hz);
  const auto extent = extents(problem);
  for (std::size_t m = 0; m < extent.size(); ++m) {
    if (extent[m].tets == 0)
      continue;
    const Material &material = problem.materials[m];
    const double wavelength_m =
        k_speed_of_light / highest_hz /
        std::sqrt(largest_diagonal(material.eps_r) * largest_diagonal(material.mu_r));
    const double cells = wavelength_m / extent[m].longest_edge_m;
    text += fmt::format("  {:<16} {:>10} tets, {:.3g} edges per wavelength at the longest edge "
                        "({:.4g} m)\n",
                        material.name, extent[m].tets, cells, extent[m].longest_edge_m);
    if (cells < k_fair_resolution)
      spdlog::warn(
          "{}: only {:.3g} edges per wavelength in \"{}\" at {:.4g} Hz; below {} the phase "
          "error is above 1 %",
          input.where("/mesh"), cells, material.name, highest_hz, k_fair_resolution);
    if (cells > k_suspicious_scale)
      spdlog::warn(
          "{}: a wavelength is {:.3g} times the longest edge in \"{}\"; is \"length_unit\" "
          "right?",
          input.where("/mesh"), cells, material.name);
  }
  return text;
}

} // namespace

std::string check(const Case &input) {
  for (const std::string &warning : input.warnings)
    spdlog::warn(warning);
  const Backend backend = parse_backend(input.run.backend);
  const Variant &variant = find_variant(input.discretization.value("variant", "auto"));
  const Problem problem = make_problem(input, load_mesh(input));
  check_variant(input, problem, variant);
  const std::vector<Source> sources = make_sources(input, problem);
  std::string text = fmt::format(
      "mesh       {} tets, {} edges, {} faces, {} nodes\n"
      "unknowns   {} (E on edges, H on faces)\n",
      problem.tet_count(), problem.edge_count(), problem.face_count, problem.node_count(),
      problem.face_count + static_cast<std::uint64_t>(problem.edge_count()));
  if (const std::string reason = why_kokkos_cannot_start(); reason.empty()) {
    const LargestEigenvalue limit =
        with_backend(backend, [&](const auto &space) { return spectral_radius(space, problem); });
    const Plan plan = make_plan(input, problem, sources, limit);
    text += fmt::format("time step  {:.6g} s, {:.4g} of the limit 2/sqrt(rho)\n"
                        "steps      {} to {:.6g} s\n",
                        plan.dt_s, plan.dt_s * std::sqrt(limit.value) / 2, plan.steps,
                        plan.steps * plan.dt_s);
  } else {
    text += fmt::format("time step  not computed, probes not located: {}\n", reason);
  }
  text += fmt::format(
      "memory     about {:.3g} MB on {} (variant {})\n",
      problem.tet_count() *
          (backend == Backend::cuda ? variant.device_bytes_per_tet : variant.bytes_per_tet) / 1e6,
      to_string(backend), variant.name);
  text += resolution_report(input, problem);
  return text + "The case is good to run.\n";
}

} // namespace curlew::dgatd
