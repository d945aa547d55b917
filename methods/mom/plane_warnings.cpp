#include <curlew/methods/mom/plane_warnings.hpp>

#include <curlew/io/case/case.hpp>
#include <curlew/methods/mom/excitation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew::mom {
namespace {

constexpr double k_plane_rounding = 1e-6; // over an edge, or over a direction
constexpr double k_near_miss = 0.5;       // in mean edges

std::string text_of(const ImagePlane &plane) {
  return fmt::format("{}={:g}", "xyz"[plane.axis], plane.at_m);
}

bool comes_from_behind(const PlaneWaveSource &source, const ImagePlane &plane, int side) {
  return std::any_of(source.waves.begin(), source.waves.end(), [&](const PlaneWave &wave) {
    return wave.direction[plane.axis] * side > k_plane_rounding;
  });
}

// Returns true where waves travel across a plane.
bool crosses(const PlaneWaveSource &source, const ImagePlane &plane) {
  return std::any_of(source.waves.begin(), source.waves.end(), [&](const PlaneWave &wave) {
    return std::abs(wave.direction[plane.axis]) > k_plane_rounding;
  });
}

// Returns true where edges of a gap end in a plane. An edge that lies in the plane is a gap of its
// own there.
bool is_cut(const Surface &surface, const Gap &gap, const ImagePlane &plane) {
  return std::any_of(gap.edges.begin(), gap.edges.end(), [&](const GapEdge &edge) {
    const auto &nodes = surface.topology.edges[surface.basis[edge.basis].edge];
    const auto in_plane = std::count_if(nodes.begin(), nodes.end(), [&](Index node) {
      return std::abs(surface.mesh.points[node][plane.axis] - plane.at_m) <
             k_plane_rounding * std::abs(edge.length_m);
    });
    return in_plane == 1;
  });
}

bool is_cancelled_by(const PlaneWaveSource &source, const ImagePlane &plane) {
  return std::any_of(source.waves.begin(), source.waves.end(), [&](const PlaneWave &wave) {
    return is_cancelled({plane}, make_incident(wave, 1));
  });
}

// Returns the distance of the mesh from a plane; 0 where it touches the plane.
double distance_to(const Surface &surface, const ImagePlane &plane) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto &triangle : surface.mesh.triangles)
    for (const Index node : triangle)
      least = std::min(least, std::abs(surface.mesh.points[node][plane.axis] - plane.at_m));
  return least;
}

} // namespace

std::vector<std::string> plane_warnings(const Case &input, const Surface &surface,
                                        const std::vector<Gap> &gaps) {
  std::vector<std::string> warnings;
  for (const ImagePlane &plane : surface.planes) {
    const int side = side_of(surface, plane);
    if (const double apart = distance_to(surface, plane);
        apart > 0 && apart < k_near_miss * mean_edge_m(surface))
      warnings.push_back(fmt::format(
          "{}: the mesh ends {:.3g} m before the plane of symmetry {}, {:.2g} of the mean edge: "
          "nothing flows across the gap. Is it meant to touch the plane?",
          input.where("/mesh"), apart, text_of(plane), apart / mean_edge_m(surface)));
    for (std::size_t i = 0; i < input.excitations.size(); ++i) {
      const auto *wave = std::get_if<PlaneWaveSource>(&input.excitations[i].source);
      if (wave != nullptr && comes_from_behind(*wave, plane, side))
        warnings.push_back(fmt::format(
            "{}: waves of \"{}\" come from behind the plane of symmetry {}: they act with their "
            "reflection there. Let them come from the side of the mesh",
            input.where(fmt::format("/excitations/{}", i)), input.excitations[i].name,
            text_of(plane)));
      else if (wave != nullptr && plane.is_mirror && crosses(*wave, plane))
        warnings.push_back(fmt::format(
            "{}: waves of \"{}\" are not their own image in the plane of symmetry {}: they act "
            "with their reflection, and cross sections are not those of the whole body under one "
            "wave. Solve for the whole body, or give the plane \"mirror\": false where it is a "
            "wall",
            input.where(fmt::format("/excitations/{}", i)), input.excitations[i].name,
            text_of(plane)));
      if (wave != nullptr && is_cancelled_by(*wave, plane))
        warnings.push_back(fmt::format(
            "{}: waves of \"{}\" travel along the plane of symmetry {} with a field that their "
            "reflection cancels: nothing is excited",
            input.where(fmt::format("/excitations/{}", i)), input.excitations[i].name,
            text_of(plane)));
    }
    for (const Gap &gap : gaps)
      if (is_cut(surface, gap, plane))
        warnings.push_back(fmt::format(
            "{}: the plane of symmetry {} cuts the gap \"{}\": its impedance and S-parameters{} "
            "are those of the part in the mesh, not of the whole antenna",
            gap.location, text_of(plane), gap.name, plane.is_mirror ? "" : " and its gain"));
  }
  return warnings;
}

} // namespace curlew::mom
