#include <curlew/methods/dgtd/imposed/find_imposed.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew::dgtd {
namespace {

using Vector = Point;

Vector minus(const Vector &a, const Vector &b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Vector scaled(const Vector &a, double factor) {
  return {factor * a[0], factor * a[1], factor * a[2]};
}

// Returns the outward normal of a face of a tet, times its area.
Vector area_of(const Problem &problem, Index tet, int face) {
  const TetShape shape = problem.shape(tet);
  const auto vertex = [&](int v) {
    return Vector{shape.vertices[v][0], shape.vertices[v][1], shape.vertices[v][2]};
  };
  const int a = face == 0 ? 1 : 0, b = face <= 1 ? 2 : 1, c = face <= 2 ? 3 : 2;
  const Vector area = cross(minus(vertex(b), vertex(a)), minus(vertex(c), vertex(a)));
  return scaled(area, dot(area, minus(vertex(face), vertex(a))) < 0 ? 0.5 : -0.5);
}

// Group of faces and its extent.
class Group {
public:
  Group(const Case &input, const Boundary &boundary, const Problem &problem,
        const std::vector<ImposedField::Face> &faces)
      : where_(where(input, boundary)) {
    std::vector<Vector> normals;
    for (const ImposedField::Face &face : faces) {
      const Vector area = area_of(problem, face.tet, face.local);
      normals.push_back(scaled(area, 1 / std::sqrt(dot(area, area))));
      for (int v = 0; v < 4; ++v)
        if (v != face.local)
          points_.push_back(problem.point(problem.nodes[face.tet][v]));
    }
    normal = normals.front();
    constexpr double k_plane = 1e-6; // tolerance of the cosine: rounding of a mesh's coordinates
    for (const Vector &one : normals)
      if (dot(one, normal) < 1 - k_plane)
        refuse("its faces are not in one plane; impose E on plane groups");
  }

  // Returns the extent along a direction, between the outermost nodes.
  double extent(const Vector &direction) const {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (const Vector &point : points_) {
      least = std::min(least, dot(point, direction));
      most = std::max(most, dot(point, direction));
    }
    return most - least;
  }

  Point centre() const {
    Point least = points_.front(), most = least;
    for (const Point &point : points_)
      for (int d = 0; d < 3; ++d) {
        least[d] = std::min(least[d], point[d]);
        most[d] = std::max(most[d], point[d]);
      }
    return scaled({least[0] + most[0], least[1] + most[1], least[2] + most[2]}, 0.5);
  }

  // Returns the least and the largest distance of nodes from a point in the plane.
  std::array<double, 2> radii(const Point &from) const {
    std::array<double, 2> result{std::numeric_limits<double>::infinity(), 0};
    for (const Point &point : points_) {
      const Vector away = minus(point, from);
      const double radius = std::sqrt(dot(away, away));
      result = {std::min(result[0], radius), std::max(result[1], radius)};
    }
    return result;
  }

  [[noreturn]] void refuse(const std::string &reason) const {
    throw InputError(where_ + ": " + reason);
  }

  Vector normal{};

private:
  std::string where_;
  std::vector<Point> points_;
};

ImposedProfile profile_of(const ImposedFieldSpec &spec, const Group &group) {
  ImposedProfile profile;
  profile.axis = group.normal;
  if (spec.profile == "coaxial") {
    profile.is_coaxial = true;
    profile.centre = group.centre();
    const auto [inner, outer] = group.radii(profile.centre);
    // A ring in steps has its least radius at nodes too; a disc has a node near the middle.
    if (!(inner > 1e-3 * outer))
      group.refuse(fmt::format("profile \"coaxial\" needs a ring around the middle of the group, "
                               "({:.6g}, {:.6g}, {:.6g}) m, and a node lies there",
                               profile.centre[0], profile.centre[1], profile.centre[2]));
    profile.times_radius_v = spec.amplitude / std::log(outer / inner);
    return profile;
  }
  Vector direction = *spec.direction;
  const double size = std::sqrt(dot(direction, direction));
  direction = scaled(direction, 1 / size);
  constexpr double k_along = 1e-6; // tolerance of the sine
  if (std::abs(dot(direction, group.normal)) > k_along)
    group.refuse(fmt::format("\"direction\" ({:.4g}, {:.4g}, {:.4g}) does not lie in the plane of "
                             "the group, whose normal is ({:.4g}, {:.4g}, {:.4g})",
                             direction[0], direction[1], direction[2], group.normal[0],
                             group.normal[1], group.normal[2]));
  const double divisor = spec.profile == "parallel-plate" ? group.extent(direction) : 1;
  profile.value = scaled(direction, spec.amplitude / divisor);
  return profile;
}

} // namespace

Vector ImposedProfile::at(const Point &point_m) const {
  if (!is_coaxial)
    return value;
  Vector away = minus(point_m, centre);
  away = minus(away, scaled(axis, dot(away, axis)));
  return scaled(away, times_radius_v / dot(away, away));
}

std::vector<ImposedField> find_imposed_fields(const ImposedFaces &mesh, const Problem &problem) {
  std::vector<ImposedField> fields;
  for (const Boundary &boundary : mesh.input.boundaries) {
    const auto *spec = spec_of<ImposedFieldSpec>(boundary);
    if (spec == nullptr)
      continue;
    ImposedField field;
    field.group = boundary.group;
    field.waveform = spec->waveform;
    for (std::size_t t = 0; t < mesh.number.size(); ++t) {
      const Index own = mesh.number[t];
      if (own < 0)
        continue;
      for (int corner = 0; corner < 4; ++corner) {
        const Index face = mesh.topology.tet_faces[t][corner];
        const Boundary *of_this = mesh.of_face[face];
        if (of_this == nullptr && mesh.topology.face_tets[face][1] < 0)
          of_this = mesh.rest;
        if (of_this != &boundary)
          continue;
        const auto &nodes = problem.nodes[own];
        const auto local = std::find(nodes.begin(), nodes.end(), mesh.mesh.tets[t][corner]);
        field.faces.push_back({own, static_cast<int>(local - nodes.begin())});
      }
    }
    if (field.faces.empty())
      throw InputError(where(mesh.input, boundary) +
                       ": the group has no face of a solved volume; nothing is imposed");
    field.profile = profile_of(*spec, Group(mesh.input, boundary, problem, field.faces));
    fields.push_back(std::move(field));
  }
  return fields;
}

std::vector<ImposedLoad> imposed_loads(const Problem &problem, const ImposedField &field) {
  std::vector<ImposedLoad> loads;
  const int n = problem.per_tet();
  const SimplexRule<3> rule = triangle_rule(2 * problem.choices.space.degree() + 2);
  for (const ImposedField::Face &face : field.faces) {
    if (loads.empty() || loads.back().tet != face.tet)
      loads.push_back({face.tet, std::vector<double>(n, 0), std::vector<double>(n, 0)});
    ImposedLoad &load = loads.back();
    const Vector area_vector = area_of(problem, face.tet, face.local);
    const double area = std::sqrt(dot(area_vector, area_vector));
    const Vector normal = scaled(area_vector, 1 / area);
    const double y =
        problem.choices.penalty * admittance_of(problem.materials[problem.material[face.tet]]);
    const TetShape shape = problem.shape(face.tet);
    for (std::size_t q = 0; q < rule.points.size(); ++q) {
      std::array<double, 4> l{};
      for (int v = 0, at = 0; v < 4; ++v)
        l[v] = v == face.local ? 0 : rule.points[q][at++];
      Point place{0, 0, 0};
      for (int v = 0; v < 4; ++v)
        for (int d = 0; d < 3; ++d)
          place[d] += l[v] * shape.vertices[v][d];
      const Vector e = field.profile.at(place), turned = cross(normal, e);
      const auto functions = function_values(problem.choices.space, shape, l);
      for (int i = 0; i < n; ++i) {
        load.magnetic[i] -= area * rule.weights[q] * dot(functions[i], turned);
        load.electric[i] += y * area * rule.weights[q] *
                            (dot(functions[i], e) - dot(functions[i], normal) * dot(normal, e));
      }
    }
  }
  return loads;
}

} // namespace curlew::dgtd
