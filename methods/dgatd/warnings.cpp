#include <curlew/methods/dgatd/warnings.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/mesh/block_sums.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgatd/outputs/flux_warnings.hpp>
#include <curlew/methods/dgatd/problem.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>

namespace curlew::dgatd {
namespace {

// With fewer edges per wavelength than this, DGATD's dispersion error is above 1 %
// (docs/methods/dgatd.md, "Accuracy").
constexpr double k_fair_resolution = 11;

struct MaterialExtent {
  std::int64_t tets = 0; // owned ones
  double longest_edge_m = 0;
};

struct Extents {
  std::vector<MaterialExtent> of_material;

  void merge(const Extents &other) {
    for (std::size_t m = 0; m < of_material.size(); ++m) {
      of_material[m].tets += other.of_material[m].tets;
      of_material[m].longest_edge_m =
          std::max(of_material[m].longest_edge_m, other.of_material[m].longest_edge_m);
    }
  }
};

Extents extents_here(const Problem &problem, int threads) {
  const Extents empty{std::vector<MaterialExtent>(problem.materials.size())};
  return reduce_blocks(problem.ownership.owned_tets, threads, empty,
                       [&](Extents &part, std::size_t t) {
                         MaterialExtent &one = part.of_material[problem.material[t]];
                         ++one.tets;
                         double x[4][3];
                         problem.corners(static_cast<Index>(t), x);
                         one.longest_edge_m = std::max(one.longest_edge_m, longest_edge_m(x));
                       });
}

double largest_diagonal(const SymmetricTensor &tensor) {
  return std::max({tensor.v[0], tensor.v[1], tensor.v[2]});
}

void add_resolution_warning(const Case &input, const MaterialResolution &one,
                            std::vector<std::string> &warnings) {
  if (!one.is_metal)
    return add_wavelength_warnings(input, one, k_fair_resolution, "", warnings);
  if (one.length_m < one.longest_edge_m)
    warnings.push_back(fmt::format(
        "{}: the skin depth in \"{}\" is {:.3g} m at {:.4g} Hz and the longest edge there {:.3g} "
        "m: its losses, and every Q that they bound, are wrong; refine it, or make it \"pec\"",
        input.where("/mesh"), one.material, one.length_m, one.frequency_hz, one.longest_edge_m));
}

} // namespace

std::vector<MaterialResolution> resolutions(const Case &input, const Problem &problem,
                                            int threads) {
  std::vector<MaterialResolution> result;
  const double highest_hz = highest_frequency_hz(input.excitations);
  if (highest_hz == 0)
    return result;
  const Communicator &ranks = problem.ownership.ranks;
  const Extents extents = extents_here(problem, threads);
  for (std::size_t m = 0; m < extents.of_material.size(); ++m) {
    MaterialResolution one;
    const Material &material = problem.materials[m];
    one.material = material.name;
    one.tets = ranks.sum(extents.of_material[m].tets);
    one.longest_edge_m = ranks.max(extents.of_material[m].longest_edge_m);
    const double omega = 2 * k_pi * highest_hz;
    const std::complex<double> eps_r(largest_diagonal(material.eps_r),
                                     -largest_diagonal(material.sigma) / (omega * k_eps0));
    const std::complex<double> index = std::sqrt(eps_r * largest_diagonal(material.mu_r));
    one.frequency_hz = highest_hz;
    one.length_m = 2 * k_pi / wavenumber_of(highest_hz) / index.real();
    one.edges = one.length_m / one.longest_edge_m;
    one.is_metal = -index.imag() > index.real() / (2 * k_pi); // 1/e within a wavelength
    if (one.is_metal)
      one.length_m = -1 / wavenumber_of(highest_hz) / index.imag();
    if (one.tets > 0)
      result.push_back(one);
  }
  return result;
}

namespace {

// Returns the integral of a waveform over that of its magnitude.
double relative_mean(const Waveform &waveform) {
  constexpr int k_samples = 20000;
  const double end_s = waveform.end_s();
  double sum = 0, size = 0;
  for (int i = 0; i < k_samples; ++i) {
    const double value = waveform(end_s * (i + 0.5) / k_samples);
    sum += value;
    size += std::abs(value);
  }
  return size > 0 ? std::abs(sum) / size : 0;
}

// Warns of currents that do not return and leave charges where they begin and end.
void add_charge_warnings(const Case &input, std::vector<std::string> &warnings) {
  constexpr double k_noticeable = 0.01;
  for (std::size_t i = 0; i < input.excitations.size(); ++i) {
    const auto *current = std::get_if<CurrentSource>(&input.excitations[i].source);
    if (current == nullptr || !std::holds_alternative<CurrentPoint>(current->extent) ||
        !current->waveform || std::isinf(current->waveform->end_s()) ||
        relative_mean(*current->waveform) < k_noticeable)
      continue;
    warnings.push_back(fmt::format(
        "{}: the integral of this waveform over time is not 0, and the charges that a point "
        "current "
        "with it leaves behind keep a static electric field; where that disturbs take one without "
        "a mean, \"gaussian-derivative\" or \"modulated-gaussian\"",
        input.where("/excitations/" + std::to_string(i) + "/waveform")));
  }
}

} // namespace

std::vector<std::string> setup_warnings(const Case &input, const Problem &problem, int threads) {
  std::vector<std::string> warnings = problem.mesh_warnings;
  for (const MaterialResolution &one : resolutions(input, problem, threads))
    add_resolution_warning(input, one, warnings);
  add_charge_warnings(input, warnings);
  if (!input.outputs.fluxes.empty())
    for (std::string &text : flux_warnings(input, problem, make_sources(input, problem)))
      warnings.push_back(std::move(text));
  return warnings;
}

} // namespace curlew::dgatd
