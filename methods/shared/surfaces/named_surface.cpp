#include <curlew/methods/shared/surfaces/named_surface.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/methods/shared/surfaces/closed_surface.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace curlew {
namespace {

std::string middle_text(const SurfaceMesh &mesh, Index face) {
  Point middle{};
  for (const Index node : mesh.faces[face].nodes)
    middle = middle + 1.0 / 3 * mesh.points[node];
  return fmt::format("({:.4g}, {:.4g}, {:.4g}) m", middle[0], middle[1], middle[2]);
}

const char *wall_text(FaceRole role) {
  return role == FaceRole::electric_wall   ? "perfect conductor"
         : role == FaceRole::magnetic_wall ? "magnetic wall"
                                           : "wall with an impedance";
}

class SurfaceFinder {
public:
  SurfaceFinder(const Case &input, const SurfaceMesh &mesh, const std::vector<Index> &named)
      : mesh_(mesh), named_(named), is_named_(mesh.faces.size(), 0) {
    surface_.text = fmt::format("{}: the surface \"{}\"", input.where("/outputs/far_field/surface"),
                                input.outputs.far_field->surface);
  }

  NamedSurface find() {
    require_no_face_in_conductors();
    for (const Index face : named_) {
      is_named_[face] = 1;
      require_fields_at(face);
    }
    require_closed();
    mark_outside();
    require_vacuum_outside(mesh_, surface_.is_outside, surface_.text);
    for (const Index face : named_)
      surface_.faces.push_back(with_sides(face));
    return std::move(surface_);
  }

private:
  template <class... Arguments>
  [[noreturn]] void refuse(fmt::format_string<Arguments...> text, Arguments &&...arguments) const {
    throw InputError(fmt::format("{} {}", surface_.text,
                                 fmt::format(text, std::forward<Arguments>(arguments)...)));
  }

  void require_no_face_in_conductors() const {
    const auto in_conductors = std::count(named_.begin(), named_.end(), -1);
    if (in_conductors > 0)
      refuse("passes through a perfect conductor with {} of its {} triangles; take one around all "
             "conductors",
             in_conductors, named_.size());
  }

  void require_fields_at(Index face) const {
    const auto &[first, second] = mesh_.faces[face].tets;
    const FaceRole role = mesh_.faces[face].role;
    if (role == FaceRole::wave_port)
      refuse("lies on a port at {}; take one around all ports", middle_text(mesh_, face));
    if (role == FaceRole::layer_end ||
        (second >= 0 && mesh_.lies_in_layer(first) && mesh_.lies_in_layer(second)))
      refuse_in_layer(mesh_, face, surface_.text);
    if (role != FaceRole::inner && role != FaceRole::absorbing)
      refuse("lies on a {} at {}; take one in the vacuum around all that radiates", wall_text(role),
             middle_text(mesh_, face));
  }

  void require_closed() const {
    std::vector<SurfaceEdge> edges;
    for (const Index face : named_) {
      const auto &nodes = mesh_.faces[face].nodes;
      add_edges(nodes, {mesh_.points[nodes[0]], mesh_.points[nodes[1]], mesh_.points[nodes[2]]},
                edges);
    }
    if (const auto end = find_open_end(edges, mesh_.images))
      refuse("is open: it ends at ({:.6g}, {:.6g}, {:.6g}) m, where no plane of "
             "outputs.far_field.images closes it; take one around all that radiates",
             (*end)[0], (*end)[1], (*end)[2]);
  }

  void mark_outside() {
    std::vector<std::uint8_t> &is_outside = surface_.is_outside;
    is_outside.assign(mesh_.tet_faces.size(), 0);
    std::vector<Index> next;
    const auto reach = [&](Index tet) {
      if (tet < 0 || is_outside[tet])
        return;
      is_outside[tet] = 1;
      next.push_back(tet);
    };
    const auto reach_both = [&](Index face, FaceRole role) {
      if (mesh_.faces[face].role == role && !is_named_[face])
        for (const Index tet : mesh_.faces[face].tets)
          reach(tet);
    };
    for (std::size_t f = 0; f < mesh_.faces.size(); ++f)
      reach_both(static_cast<Index>(f), FaceRole::absorbing);
    for (std::size_t t = 0; t < mesh_.is_in_layer.size(); ++t)
      if (mesh_.is_in_layer[t])
        reach(static_cast<Index>(t));
    while (!next.empty()) {
      const Index tet = next.back();
      next.pop_back();
      for (const Index face : mesh_.tet_faces[tet])
        reach_both(face, FaceRole::inner);
    }
  }

  SurfaceFace with_sides(Index face) const {
    const auto &[first, second] = mesh_.faces[face].tets;
    const std::vector<std::uint8_t> &is_outside = surface_.is_outside;
    if (second >= 0 && is_outside[first] == is_outside[second])
      refuse("does not part inside from outside at {}: {}", middle_text(mesh_, face),
             is_outside[first] ? "both sides of it are open to absorbing faces or layers"
                               : "another part of it lies around that");
    const bool is_first_inside = second < 0 || !is_outside[first];
    const SurfaceFace result{face, is_first_inside ? first : second,
                             is_first_inside ? second : first};
    if (const SurfaceMesh::Medium &medium = mesh_.media[mesh_.medium[result.inside]];
        !medium.is_vacuum)
      refuse("lies at \"{}\", and the far field is that of currents in vacuum; take one around it",
             medium.name);
    return result;
  }

  const SurfaceMesh &mesh_;
  const std::vector<Index> &named_;
  std::vector<std::uint8_t> is_named_; // [face]
  NamedSurface surface_;
};

} // namespace

double SurfaceMesh::rounding_m() const {
  double size_m = 0;
  for (const Point &point : points)
    size_m = std::max(size_m, norm(point - points.front()));
  return 1e-6 * size_m;
}

bool SurfaceMesh::lies_in_plane(const Face &face, int axis, double at_m, double slack_m) const {
  return std::all_of(face.nodes.begin(), face.nodes.end(),
                     [&](Index node) { return std::abs(points[node][axis] - at_m) <= slack_m; });
}

NamedSurface find_named_surface(const Case &input, const SurfaceMesh &mesh,
                                const std::vector<Index> &named) {
  return SurfaceFinder(input, mesh, named).find();
}

void require_vacuum_outside(const SurfaceMesh &mesh, const std::vector<std::uint8_t> &is_outside,
                            const std::string &text) {
  const double slack_m = mesh.rounding_m();
  const auto is_obstacle = [&](const SurfaceMesh::Face &face) {
    const bool is_open = face.role == FaceRole::inner || face.role == FaceRole::absorbing ||
                         face.role == FaceRole::layer_end;
    return !is_open &&
           std::none_of(mesh.images.begin(), mesh.images.end(), [&](const ImagePlane &plane) {
             return mesh.lies_in_plane(face, plane.axis, plane.at_m, slack_m);
           });
  };
  for (std::size_t t = 0; t < is_outside.size(); ++t) {
    if (!is_outside[t])
      continue;
    if (const SurfaceMesh::Medium &medium = mesh.media[mesh.medium[t]]; !medium.is_vacuum)
      throw InputError(fmt::format("{} has \"{}\" outside of it, and the far field is that of "
                                   "currents in vacuum; take one around all other media",
                                   text, medium.name));
    for (const Index face : mesh.tet_faces[t])
      if (is_obstacle(mesh.faces[face]))
        throw InputError(fmt::format(
            "{} has a conductor, a wall or a port outside of it or crosses one, at {}; take one "
            "around all that radiates, or make the wall a plane of symmetry: type \"symmetry\", or "
            "outputs.far_field.images",
            text, middle_text(mesh, face)));
  }
}

void require_inside(const std::vector<std::uint8_t> &is_outside, const std::string &text,
                    const std::string &name, const std::vector<Index> &tets) {
  if (std::any_of(tets.begin(), tets.end(), [&](Index tet) { return is_outside[tet] != 0; }))
    throw InputError(fmt::format("{} has the current \"{}\" outside of it; take one around all "
                                 "that radiates",
                                 text, name));
}

void refuse_in_layer(const SurfaceMesh &mesh, Index face, const std::string &text) {
  throw InputError(fmt::format(
      "{} lies in an absorbing layer at {}, where fields fade as in no medium; move it out", text,
      middle_text(mesh, face)));
}

} // namespace curlew
