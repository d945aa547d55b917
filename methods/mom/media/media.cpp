#include <curlew/methods/mom/media/media.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/mom/model.hpp>
#include <curlew/methods/shared/boundaries/surface_impedance.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::mom {
namespace {

using complex = std::complex<double>;
using curlew::operator*; // of points; those of this namespace hide it

std::string point_text(const Point &p) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g}) m", p[0], p[1], p[2]);
}

Point centroid_of(const TriMesh &mesh, std::size_t t) {
  const auto &v = mesh.triangles[t];
  return (1.0 / 3) * (mesh.points[v[0]] + mesh.points[v[1]] + mesh.points[v[2]]);
}

// Returns the solid angle of some triangles seen from a point, over 4 pi: 1 or -1 inside of a
// closed surface, 0 outside @cite vanoosterom1983.
double winding_number(const TriMesh &mesh, const std::vector<char> &is_part, const Point &from) {
  double sum = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (!is_part[t % is_part.size()])
      continue;
    Point r[3];
    double length[3];
    for (int i = 0; i < 3; ++i) {
      r[i] = mesh.points[mesh.triangles[t][i]] - from;
      length[i] = norm(r[i]);
    }
    const double volume = dot(r[0], cross(r[1], r[2]));
    const double spread = length[0] * length[1] * length[2] + dot(r[0], r[1]) * length[2] +
                          dot(r[1], r[2]) * length[0] + dot(r[2], r[0]) * length[1];
    sum += 2 * std::atan2(volume, spread);
  }
  return sum / (4 * k_pi);
}

const MeshGroup &group_of(const Surface &surface, std::size_t face) {
  return surface.mesh.groups[surface.mesh.triangle_group[face]];
}

std::string where_of(const Case &input, const MeshGroup &group) {
  for (const auto &region : input.regions)
    if (region.first == group.name || region.first == std::to_string(group.tag))
      return input.where("/regions/" + region.first);
  return input.where("/regions");
}

void check_bodies(const Case &input, const Surface &surface, const Media &media) {
  for (std::size_t f = 0; f < surface.faces.size(); ++f) {
    const Index part = surface.topology.triangle_part[f];
    const Material *of_part = media.material[part];
    if (of_part == nullptr)
      continue;
    const MeshGroup &group = group_of(surface, f);
    const std::string *own = material_of(input, group);
    if (own == nullptr || *own != of_part->name)
      throw InputError(fmt::format(
          "{}: the surface of a body of \"{}\" has triangles of the group \"{}\", which {}, at "
          "{}: bodies that touch conductors or each other are not supported; keep a gap",
          where_of(input, group), of_part->name, group.label(),
          own == nullptr ? "conducts" : "is of another material",
          point_text(centroid_of(surface.mesh, f))));
    if (surface.topology.part_is_closed[part] == 0)
      throw InputError(fmt::format(
          "{}: the surface \"{}\" of a body of \"{}\" is not closed, or touches another "
          "surface, around {}: an edge belongs to other than two triangles",
          where_of(input, group), group.label(), of_part->name,
          point_text(centroid_of(surface.mesh, f))));
  }
}

// Throws InputError for a surface inside of a body: all other surfaces must be outside.
void check_nesting(const Case &input, const Surface &surface, const Media &media) {
  if (!media.has_materials)
    return;
  const Surface all = with_images(surface);
  std::vector<std::size_t> first(surface.topology.parts, surface.faces.size());
  for (std::size_t f = surface.faces.size(); f-- > 0;)
    first[surface.topology.triangle_part[f]] = f;
  for (Index body = 0; body < surface.topology.parts; ++body) {
    if (media.material[body] == nullptr)
      continue;
    std::vector<char> is_body(surface.faces.size());
    for (std::size_t f = 0; f < is_body.size(); ++f)
      is_body[f] = surface.topology.triangle_part[f] == body;
    for (Index other = 0; other < surface.topology.parts; ++other) {
      const Point at = centroid_of(surface.mesh, first[other]);
      const double inside =
          other == body ? 0 : std::abs(winding_number(all.mesh, is_body, at)); // 1/2 on its surface
      if (inside > 0.25)
        throw InputError(fmt::format(
            "{}: the surface \"{}\" at {} {} the body of \"{}\": {} not supported{}",
            where_of(input, group_of(surface, first[body])),
            group_of(surface, first[other]).label(), point_text(at),
            inside > 0.75 ? "is inside of" : "touches", media.material[body]->name,
            inside > 0.75 ? "bodies with something inside are" : "bodies that touch something are",
            inside > 0.75 ? "" : "; keep a gap"));
    }
  }
}

} // namespace

std::vector<complex> Media::impedances(double frequency_hz) const {
  if (!has_impedances)
    return {};
  std::vector<complex> all;
  for (const Boundary *one : boundary) {
    const auto *wall = one != nullptr ? spec_of<SurfaceImpedanceSpec>(*one) : nullptr;
    all.push_back(wall != nullptr ? surface_impedance_ohm(*wall, frequency_hz) / k_eta0 : 0);
  }
  return all;
}

Media::Inside Media::inside_of(const Material &material, double frequency_hz) {
  const complex eps = permittivity(material, frequency_hz)[0];
  const complex mu = permeability(material, frequency_hz)[0];
  complex index = std::sqrt(eps * mu);
  if (index.imag() > 0 || (index.imag() == 0 && index.real() < 0))
    index = -index; // sign of waves that decay
  return {wavenumber_of(frequency_hz) * index, mu / index};
}

Media make_media(const Case &input, const Surface &surface) {
  Media media;
  media.material.assign(surface.topology.parts, nullptr);
  for (std::size_t f = 0; f < surface.faces.size(); ++f) {
    const MeshGroup &group = group_of(surface, f);
    const Index part = surface.topology.triangle_part[f];
    const std::string *material = material_of(input, group);
    const Boundary *boundary = material != nullptr ? nullptr : boundary_of(input, group);
    media.boundary.push_back(boundary);
    if (material != nullptr)
      media.material[part] = &input.material(*material);
    media.has_materials = media.has_materials || material != nullptr;
    if (boundary != nullptr && holds<SurfaceImpedanceSpec>(*boundary)) {
      media.has_impedances = true;
      media.has_closed_impedances =
          media.has_closed_impedances || surface.topology.part_is_closed[part] != 0;
    }
  }
  check_bodies(input, surface, media);
  check_nesting(input, surface, media);
  return media;
}

} // namespace curlew::mom
