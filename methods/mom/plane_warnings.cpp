#include <curlew/methods/mom/plane_warnings.hpp>

#include <curlew/io/case/case.hpp>
#include <curlew/methods/mom/ports/gaps.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::mom {
namespace {

constexpr double k_rounding = 1e-6; // of an edge, or of a direction

std::string text_of(const ImagePlane &plane) {
  return fmt::format("{}={:g}", "xyz"[plane.axis], plane.at_m);
}

// On which side of the plane the mesh is.
double side_of(const Surface &surface, const ImagePlane &plane) {
  double furthest = 0;
  for (const Point &p : surface.mesh.points)
    if (std::abs(p[plane.axis] - plane.at_m) > std::abs(furthest))
      furthest = p[plane.axis] - plane.at_m;
  return furthest < 0 ? -1 : 1;
}

bool comes_from_behind(const PlaneWaveSource &source, const ImagePlane &plane, double side) {
  return std::any_of(source.waves.begin(), source.waves.end(), [&](const PlaneWave &wave) {
    return wave.direction[plane.axis] * side > k_rounding;
  });
}

bool is_cut(const Surface &surface, const Gap &gap, const ImagePlane &plane) {
  return std::any_of(gap.edges.begin(), gap.edges.end(), [&](const GapEdge &edge) {
    const auto &nodes = surface.topology.edges[surface.basis[edge.basis].edge];
    return std::any_of(nodes.begin(), nodes.end(), [&](Index node) {
      return std::abs(surface.mesh.points[node][plane.axis] - plane.at_m) <
             k_rounding * std::abs(edge.length_m);
    });
  });
}

} // namespace

std::vector<std::string> plane_warnings(const Case &input, const Surface &surface) {
  std::vector<std::string> warnings;
  if (surface.planes.empty())
    return warnings;
  const std::vector<Gap> gaps = find_gaps(input, surface);
  for (const ImagePlane &plane : surface.planes) {
    const double side = side_of(surface, plane);
    for (std::size_t i = 0; i < input.excitations.size(); ++i) {
      const auto *wave = std::get_if<PlaneWaveSource>(&input.excitations[i].source);
      if (wave != nullptr && comes_from_behind(*wave, plane, side))
        warnings.push_back(fmt::format(
            "{}: waves of \"{}\" come from behind the plane of symmetry {}, where nothing is: "
            "they act with their reflection, and directions behind the plane have no field. Let "
            "them come from the side of the mesh",
            input.where(fmt::format("/excitations/{}", i)), input.excitations[i].name,
            text_of(plane)));
    }
    for (const Gap &gap : gaps)
      if (is_cut(surface, gap, plane))
        warnings.push_back(fmt::format(
            "{}: the plane of symmetry {} cuts the gap \"{}\": its impedance, S-parameters and "
            "gain are those of the part in the mesh, not of the whole antenna",
            gap.location, text_of(plane), gap.name));
  }
  return warnings;
}

} // namespace curlew::mom
