#include <curlew/methods/mom/check.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/log.hpp>
#include <curlew/methods/mom/dense_system.hpp>
#include <curlew/methods/mom/media/both_currents.hpp>
#include <curlew/methods/mom/model.hpp>
#include <curlew/methods/shared/frequency/source_plan.hpp>
#include <curlew/methods/shared/run/records.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::mom {

std::string check(const Case &input) {
  const Backend backend = parse_backend(input.run.backend);
  const std::vector<SourceSolve> plan = make_plan(input);
  const Surface surface = load_model(input, host_threads_of(input));
  const Spec spec = make_spec(input, surface);
  const Index unknowns = unknowns_of(surface, spec);
  const double lowest = *std::min_element(input.frequencies_hz.begin(), input.frequencies_hz.end());
  const double bytes = dense_bytes(surface, spec, 2 * k_pi * lowest / k_speed_of_light,
                                   plan.size() / input.frequencies_hz.size(), backend);
  std::string text = fmt::format(
      "surface    {} triangles in {} parts, {}; {:.4g} m long\n"
      "unknowns   {} (currents across edges), edges of {:.4g} m in the mean\n"
      "solves     {} ({} frequencies)\n"
      "equation   {}, {} testing\n"
      "solver     lu, matrix filled by variant {}\n"
      "memory     about {:.3g} MB on {}\n",
      surface.face_count(), surface.topology.parts, surface.is_closed ? "closed" : "open",
      extent_m(surface), unknowns, mean_edge_m(surface), plan.size(), input.frequencies_hz.size(),
      to_string(spec.formulation),
      spec.quadrature.testing == Testing::centroid ? "centroid" : "galerkin",
      spec.variant == FillVariant::edge ? "edge" : "face", bytes / 1e6, to_string(backend));
  if (!surface.planes.empty())
    text += "symmetry   " + planes_text(surface) + "\n";
  for (const double frequency_hz : input.frequencies_hz) {
    const Resolution r = resolution_of(surface, frequency_hz);
    text += fmt::format("  {:.6g} Hz: {:.3g} edges per wavelength in the mean, {:.3g} at the "
                        "longest; {:.3g} wavelengths long\n",
                        frequency_hz, r.mean_edges_per_wavelength, r.least_edges_per_wavelength,
                        r.extent_wavelengths);
    if (is_low_frequency(spec, surface, 2 * k_pi * frequency_hz / k_speed_of_light))
      text += "    currents with and without charges are scaled apart (\"low_frequency\")\n";
  }
  require_memory(unknowns, "unknowns", bytes / unknowns, input.where("/mesh"), memory_of(backend));
  log_warnings(model_warnings(input, surface, host_threads_of(input)));
  log_warnings(spec_warnings(input, surface, spec));
  return text;
}

} // namespace curlew::mom
