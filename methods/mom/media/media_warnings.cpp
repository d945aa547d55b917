#include <curlew/methods/mom/media/media_warnings.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/io/case/case.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace curlew::mom {
namespace {

constexpr double k_least_edges_inside = 8; // for each wavelength, the same as outside
// For a metal: least ratio of conduction currents to displacement currents, largest ratio of
// heights to edges.
constexpr double k_least_conduction = 10, k_most_roughness = 0.1;

double longest_edge_m(const Surface &surface, Index part) {
  double longest = 0;
  for (const BasisFunction &f : surface.basis)
    if (surface.topology.triangle_part[f.face[0]] == part)
      longest = std::max(longest, f.length_m);
  return longest;
}

// Adds warnings for bodies: waves inside of them are shorter than outside, and decay.
void add_of_bodies(const Case &input, const Surface &surface, const Spec &spec, double highest_hz,
                   std::vector<std::string> &warnings) {
  for (Index part = 0; part < surface.topology.parts; ++part) {
    const Material *material = spec.media.material[part];
    if (material == nullptr)
      continue;
    const double longest = longest_edge_m(surface, part);
    const std::complex<double> k = Media::inside_of(*material, highest_hz).wavenumber;
    const double edges = 2 * k_pi / (k.real() * longest);
    if (-k.imag() * longest > 1)
      warnings.push_back(fmt::format(
          "{}: fields enter \"{}\" by {:.3g} m only at {:.4g} Hz (the depth of its skin), and "
          "edges "
          "are up to {:.3g} m long: the body's losses are wrong, even in sign. Give its surface an "
          "\"impedance\" in \"boundaries\" (\"sigma\") instead, or refine the mesh",
          input.where("/regions"), material->name, -1 / k.imag(), highest_hz, longest));
    else if (edges < k_least_edges_inside)
      warnings.push_back(fmt::format(
          "{}: {:.2g} edges per wavelength inside of \"{}\" at {:.4g} Hz, at the "
          "longest; below {:g} the fields are wrong by tenths of a dB and more. Refine "
          "the mesh",
          input.where("/mesh"), edges, material->name, highest_hz, k_least_edges_inside));
  }
}

void add_of_metals(const Case &input, const Surface &surface, const Spec &spec, double highest_hz,
                   std::vector<std::string> &warnings) {
  std::set<const Boundary *> boundaries(spec.media.boundary.begin(), spec.media.boundary.end());
  for (const Boundary &boundary : input.boundaries) {
    const auto *wall = spec_of<SurfaceImpedanceSpec>(boundary);
    if (boundaries.count(&boundary) == 0 || wall == nullptr || wall->ohm ||
        wall->london_depth_m > 0)
      continue;
    const SurfaceImpedanceSpec &metal = *wall;
    const std::string where = input.where("/boundaries/" + boundary.group);
    const double conduction = metal.sigma / (2 * k_pi * highest_hz * k_eps0);
    if (conduction < k_least_conduction)
      warnings.push_back(fmt::format("{}: \"sigma\" of {:.3g} S/m is {:.2g} times omega epsilon0 "
                                     "at {:.4g} Hz: the impedance of "
                                     "a metal holds above {:g} times; give \"surface_impedance\"",
                                     where, metal.sigma, conduction, highest_hz,
                                     k_least_conduction));
    if (metal.roughness_m > k_most_roughness * mean_edge_m(surface))
      warnings.push_back(fmt::format(
          "{}: a \"roughness\" of {:.3g} m is more than {:g} of the mean edge, {:.3g} m; it is of "
          "the order of micrometres. Is its unit right?",
          where, metal.roughness_m, k_most_roughness, mean_edge_m(surface)));
  }
}

} // namespace

std::vector<std::string> media_warnings(const Case &input, const Surface &surface,
                                        const Spec &spec) {
  const double highest_hz =
      *std::max_element(input.frequencies_hz.begin(), input.frequencies_hz.end());
  std::vector<std::string> warnings;
  add_of_bodies(input, surface, spec, highest_hz, warnings);
  add_of_metals(input, surface, spec, highest_hz, warnings);
  return warnings;
}

} // namespace curlew::mom
