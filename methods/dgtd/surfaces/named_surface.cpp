#include <curlew/methods/dgtd/surfaces/named_surface.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/face_points.hpp>
#include <curlew/methods/dgtd/surfaces/flux_faces.hpp>
#include <curlew/methods/dgtd/surfaces/outside.hpp>
#include <curlew/methods/dgtd/surfaces/radiating_images.hpp>
#include <curlew/methods/shared/far_field/closed_surface.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace curlew::dgtd {
namespace {

class NamedSurface {
public:
  NamedSurface(const Case &input, const Problem &problem, const std::vector<TotalFieldWave> &waves)
      : input_(input), problem_(problem), waves_(waves),
        images_(radiating_images(input, problem.mesh)), name_(input.outputs.far_field->surface),
        location_(input.where("/outputs/far_field/surface")), of_ports_(faces_of_ports(problem)) {}

  std::vector<SurfaceSide> find() {
    const Index group = find_group(problem_.mesh, 2, name_, location_);
    faces_ = find_flux_faces(problem_, group);
    require_no_triangle_in_conductors(group);
    for (const FluxFace &face : faces_)
      require_fields_at(face);
    require_closed();
    mark_outside();
    require_vacuum_outside(input_, problem_, is_outside_, images_,
                           fmt::format("{}: the surface \"{}\"", location_, name_));
    std::vector<SurfaceSide> sides;
    for (const FluxFace &face : faces_)
      add_sides(face, sides);
    return sides;
  }

private:
  template <class... Arguments>
  [[noreturn]] void refuse(fmt::format_string<Arguments...> text, Arguments &&...arguments) const {
    throw InputError(fmt::format("{}: the surface \"{}\" {}", location_, name_,
                                 fmt::format(text, std::forward<Arguments>(arguments)...)));
  }

  // Throws InputError for triangles without a solved tet; these are not among the faces.
  void require_no_triangle_in_conductors(Index group) const {
    std::set<std::array<Index, 3>> triangles;
    for (std::size_t t = 0; t < problem_.mesh.triangles.size(); ++t)
      if (problem_.mesh.triangle_group[t] == group) {
        std::array<Index, 3> nodes = problem_.mesh.triangles[t];
        std::sort(nodes.begin(), nodes.end());
        triangles.insert(nodes);
      }
    if (triangles.size() != faces_.size())
      refuse("passes through a perfect conductor with {} of its {} triangles; take one around all "
             "conductors",
             triangles.size() - faces_.size(), triangles.size());
  }

  void require_fields_at(const FluxFace &face) const {
    const TetFace &to = problem_.faces[face.tet][face.local];
    if (of_ports_.count({face.tet, face.local}) > 0)
      refuse("lies on a port at {}; take one around all ports",
             middle_text(problem_, face.tet, face.local));
    if (to.kind != FaceKind::inner && to.kind != FaceKind::absorbing)
      refuse("lies on a {} at {}; take one in the vacuum around all that radiates",
             to.kind == FaceKind::pec   ? "perfect conductor"
             : to.kind == FaceKind::pmc ? "magnetic wall"
                                        : "wall with an impedance",
             middle_text(problem_, face.tet, face.local));
    if (is_in_layer(face.tet) && is_in_layer(to.tet))
      refuse("lies in an absorbing layer at {}, where fields fade as in no medium; move it out",
             middle_text(problem_, face.tet, face.local));
  }

  void require_closed() const {
    std::vector<SurfaceEdge> edges;
    for (const FluxFace &face : faces_) {
      const auto nodes = face_nodes(problem_, face.tet, face.local);
      for (const auto &[a, b] : {std::pair{0, 1}, {0, 2}, {1, 2}})
        edges.push_back({nodes[a], nodes[b], problem_.point(nodes[a]), problem_.point(nodes[b])});
    }
    if (const auto end = find_open_end(edges, images_))
      refuse("is open: it ends at ({:.6g}, {:.6g}, {:.6g}) m, where no plane of "
             "outputs.far_field.images closes it; take one around all that radiates",
             (*end)[0], (*end)[1], (*end)[2]);
  }

  // Marks the tets outside: from all absorbing faces and layers through the mesh up to the surface.
  void mark_outside() {
    std::set<FaceKey> borders;
    for (const FluxFace &face : faces_) {
      const TetFace &to = problem_.faces[face.tet][face.local];
      borders.emplace(face.tet, face.local);
      borders.emplace(to.tet, to.local);
    }
    is_outside_.assign(problem_.tet_count(), 0);
    std::vector<Index> next;
    const auto reach = [&](Index tet) {
      if (is_outside_[tet])
        return;
      is_outside_[tet] = 1;
      next.push_back(tet);
    };
    for (Index t = 0; t < problem_.tet_count(); ++t)
      for (int f = 0; f < 4; ++f)
        if (is_in_layer(t) || (is_open_end(t, f) && borders.count({t, f}) == 0))
          reach(t);
    while (!next.empty()) {
      const Index tet = next.back();
      next.pop_back();
      for (int f = 0; f < 4; ++f)
        if (const TetFace &to = problem_.faces[tet][f];
            to.kind == FaceKind::inner && borders.count({tet, f}) == 0)
          reach(to.tet);
    }
  }

  void add_sides(const FluxFace &face, std::vector<SurfaceSide> &sides) const {
    const TetFace &to = problem_.faces[face.tet][face.local];
    if (const Material &medium = problem_.materials[problem_.material[face.tet]];
        to.kind == FaceKind::absorbing) {
      if (!is_vacuum(medium))
        refuse_medium(medium);
      if (!is_total(face.tet))
        return sides.push_back({face.tet, face.local, 1, 1});
      refuse_total();
    }
    if (is_outside_[face.tet] == is_outside_[to.tet])
      refuse("does not part inside from outside at {}: {}",
             middle_text(problem_, face.tet, face.local),
             is_outside_[face.tet] ? "both sides of it are open to absorbing faces or layers"
                                   : "another part of it lies around that");
    const bool first_is_inside = !is_outside_[face.tet];
    const SurfaceSide inner{first_is_inside ? face.tet : to.tet,
                            first_is_inside ? face.local : to.local, 1, 0.5},
        outer{first_is_inside ? to.tet : face.tet, first_is_inside ? to.local : face.local, -1,
              is_total(inner.tet) ? 1.0 : 0.5};
    const Material &medium = problem_.materials[problem_.material[inner.tet]];
    if (!is_vacuum(medium))
      refuse_medium(medium);
    if (is_total(outer.tet))
      refuse_total();
    if (outer.share < 1)
      sides.push_back(inner);
    sides.push_back(outer);
  }

  [[noreturn]] void refuse_medium(const Material &medium) const {
    refuse("lies at \"{}\", and the far field is that of currents in vacuum; take one around it",
           medium.name);
  }
  [[noreturn]] void refuse_total() const {
    refuse("lies in the region of the wave \"{}\", where the incident field is too; take the hull "
           "of the region or a surface around it",
           waves_.front().name);
  }

  bool is_total(Index tet) const { return !waves_.empty() && waves_.front().is_total[tet] != 0; }
  bool is_in_layer(Index tet) const {
    return !problem_.layers.empty() && problem_.layers.is_inside[tet] != 0;
  }
  bool is_open_end(Index tet, int local) const {
    return problem_.faces[tet][local].kind == FaceKind::absorbing &&
           of_ports_.count({tet, local}) == 0;
  }

  const Case &input_;
  const Problem &problem_;
  const std::vector<TotalFieldWave> &waves_;
  std::vector<ImagePlane> images_;
  std::string name_, location_;
  std::set<FaceKey> of_ports_; // faces of ports, where waves travel to and from lines
  std::vector<FluxFace> faces_;
  std::vector<std::uint8_t> is_outside_; // [tet]
};

} // namespace

std::vector<SurfaceSide> find_named_surface(const Case &input, const Problem &problem,
                                            const std::vector<TotalFieldWave> &waves) {
  return NamedSurface(input, problem, waves).find();
}

} // namespace curlew::dgtd
