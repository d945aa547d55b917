#include <curlew/methods/mom/model.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/surface_quality.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/mesh/load_surface.hpp>
#include <curlew/methods/mom/ports/gaps.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::mom {
namespace {

// Fewer leave errors of some tenths of a dB, far fewer make the solution meaningless.
constexpr double k_least_edges = 8;
// A body this many times smaller than 1 / wavenumber: the charges' part of the matrix drowns that
// of the currents in rounding (docs/methods/mom.md, "Low frequencies").
constexpr double k_least_size = 1e-4;
constexpr double k_fewest_edges = 1;

bool is_named(const MeshGroup &group, const std::string &name) {
  return group.dimension == 2 && (group.name == name || std::to_string(group.tag) == name);
}

std::string list_surfaces(const TriMesh &mesh) {
  std::string text;
  for (const MeshGroup &group : mesh.groups)
    if (group.dimension == 2)
      text += (text.empty() ? "" : ", ") + in_quotes(group.label());
  return text;
}

// Every surface conducts: one without a boundary may have been forgotten.
void check_groups(const Case &input, const TriMesh &mesh) {
  bool has_default = false;
  for (const Boundary &boundary : input.boundaries) {
    has_default = has_default || boundary.group == "default";
    if (boundary.group != "default" && !is_gap(boundary) &&
        std::none_of(mesh.groups.begin(), mesh.groups.end(),
                     [&](const MeshGroup &group) { return is_named(group, boundary.group); }))
      throw InputError(fmt::format("{}: the mesh has no surface group \"{}\"; it has {}",
                                   input.where("/boundaries/" + boundary.group), boundary.group,
                                   list_surfaces(mesh)));
  }
  for (const MeshGroup &group : mesh.groups)
    if (group.dimension == 2 && !has_default &&
        std::none_of(input.boundaries.begin(), input.boundaries.end(),
                     [&](const Boundary &b) { return !is_gap(b) && is_named(group, b.group); }))
      throw InputError(fmt::format("{}: the surface group \"{}\" of the mesh is in no entry of "
                                   "\"boundaries\"; list it, or give \"default\"",
                                   input.where("/boundaries"), group.label()));
}

} // namespace

Surface load_model(const Case &input, int threads) {
  TriMesh mesh = load_surface(input);
  check_groups(input, mesh);
  return make_surface(std::move(mesh), threads);
}

double extent_m(const Surface &surface) {
  double extent = 0;
  for (int d = 0; d < 3; ++d) {
    const auto [low, high] =
        std::minmax_element(surface.mesh.points.begin(), surface.mesh.points.end(),
                            [d](const Point &a, const Point &b) { return a[d] < b[d]; });
    extent = std::max(extent, (*high)[d] - (*low)[d]);
  }
  return extent;
}

Resolution resolution_of(const Surface &surface, double frequency_hz) {
  const double wavelength = k_speed_of_light / frequency_hz;
  double longest = 0;
  for (const BasisFunction &f : surface.basis)
    longest = std::max(longest, f.length_m);
  return {frequency_hz, wavelength / mean_edge_m(surface), wavelength / longest,
          extent_m(surface) / wavelength};
}

std::vector<std::string> model_warnings(const Case &input, const Surface &surface, int threads) {
  std::vector<std::string> warnings =
      surface_warnings(surface.mesh, find_surface_defects(surface.mesh, surface.topology, threads));
  const auto [lowest, highest] =
      std::minmax_element(input.frequencies_hz.begin(), input.frequencies_hz.end());
  const Resolution fine = resolution_of(surface, *highest);
  const std::string mesh = input.where("/mesh"), frequency = input.where("/frequency");
  if (fine.least_edges_per_wavelength < k_fewest_edges)
    warnings.push_back(
        fmt::format("{}: the surface is {:.3g} m long, {:.3g} wavelengths at {:.4g} Hz, and has "
                    "edges longer than "
                    "a wavelength: nothing of the result holds. Is \"length_unit\" right?",
                    mesh, extent_m(surface), fine.extent_wavelengths, *highest));
  else if (fine.least_edges_per_wavelength < k_least_edges)
    warnings.push_back(fmt::format(
        "{}: {:.2g} edges per wavelength at {:.4g} Hz ({:.2g} in the mean); below {:g} the fields "
        "are wrong by tenths of a dB and more. Refine the mesh (\"mesh.refine\": 1 halves the "
        "edges)",
        mesh, fine.least_edges_per_wavelength, *highest, fine.mean_edges_per_wavelength,
        k_least_edges));
  const double smallest = 2 * k_pi * resolution_of(surface, *lowest).extent_wavelengths;
  if (smallest < k_least_size)
    warnings.push_back(fmt::format(
        "{}: the surface is {:.2g} wavelengths long at {:.4g} Hz: below {:.1g} currents drown in "
        "rounding. Is \"length_unit\" right?",
        frequency, smallest / (2 * k_pi), *lowest, k_least_size / (2 * k_pi)));
  return warnings;
}

} // namespace curlew::mom
