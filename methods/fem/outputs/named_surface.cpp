#include <curlew/methods/fem/outputs/named_surface.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/methods/fem/faces/face_law.hpp>
#include <curlew/methods/shared/far_field/closed_surface.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace curlew::fem {
namespace {

constexpr double k_surface_rounding = 1e-6; // over the mesh's size
constexpr double k_beside_surface = 1e-3;   // share of the way from a face to a tet's centroid

class SurfaceFinder {
public:
  SurfaceFinder(const Case &input, const Model &model, const AbsorbingLayers &layers)
      : model_(model), layers_(layers), faces_(model.topology.faces.size()) {
    const std::string location = input.where("/outputs/far_field/surface"),
                      &name = input.outputs.far_field->surface;
    surface_.text = fmt::format("{}: the surface \"{}\"", location, name);
    group_ = find_group(model.mesh, 2, name, location);
    sort_faces();
    is_in_layer_.assign(model.solved.size(), 0);
    for (std::size_t t = 0; t < is_in_layer_.size() && !layers.empty(); ++t)
      is_in_layer_[t] =
          model.solved[t] && layers.contains(centroid_of(model.mesh, static_cast<Index>(t)));
    for (const Material &material : input.materials)
      is_vacuum_.push_back(is_vacuum(input, material));
    for (const Material &material : input.materials)
      medium_names_.push_back(material.name);
  }

  NamedSurface find() {
    const std::vector<Index> named = named_faces();
    for (const Index face : named)
      require_fields_at(face);
    require_closed(named);
    mark_outside();
    require_vacuum_outside();
    for (const Index face : named)
      surface_.faces.push_back(seen_from_inside(face));
    return std::move(surface_);
  }

private:
  enum class Kind : std::uint8_t { inner, open, conductor, magnetic, wall, port, end_of_layer };
  struct Face {
    Kind kind = Kind::inner;
    bool is_named = false;
  };

  template <class... Arguments>
  [[noreturn]] void refuse(fmt::format_string<Arguments...> text, Arguments &&...arguments) const {
    throw InputError(fmt::format("{} {}", surface_.text,
                                 fmt::format(text, std::forward<Arguments>(arguments)...)));
  }

  static Kind kind_of(FacePower power) {
    switch (power) {
    case FacePower::radiated:
      return Kind::open;
    case FacePower::to_port:
      return Kind::port;
    case FacePower::lost:
      break;
    }
    return Kind::wall;
  }

  void sort_faces() {
    for (std::size_t f = 0; f < faces_.size(); ++f)
      if (model_.face_is_pec[f])
        faces_[f].kind = Kind::conductor;
    for (const FaceTerm &term : model_.natural)
      faces_[term.face].kind = Kind::magnetic;
    for (const FaceTerm &term : model_.layers)
      faces_[term.face].kind = Kind::end_of_layer;
    for (const FaceTerm &term : model_.terms)
      faces_[term.face].kind = kind_of(term.law->power());
  }

  // Returns the faces of the group, each once also where the group has several triangles there.
  std::vector<Index> named_faces() {
    std::vector<Index> named;
    std::size_t in_conductors = 0;
    const std::vector<Index> triangle_face = triangle_faces(model_.mesh, model_.topology);
    for (std::size_t t = 0; t < triangle_face.size(); ++t) {
      if (model_.mesh.triangle_group[t] != group_ || faces_[triangle_face[t]].is_named)
        continue;
      const Index face = triangle_face[t];
      faces_[face].is_named = true;
      named.push_back(face);
      const auto &[first, second] = model_.topology.face_tets[face];
      if (!model_.solved[first] && (second < 0 || !model_.solved[second]))
        ++in_conductors;
    }
    if (in_conductors > 0)
      refuse("passes through a perfect conductor with {} of its {} triangles; take one around all "
             "conductors",
             in_conductors, named.size());
    return named;
  }

  Point middle_of(Index face) const {
    Point middle{};
    for (const Index node : model_.topology.faces[face])
      middle = middle + 1.0 / 3 * model_.mesh.points[node];
    return middle;
  }
  std::string middle_text(Index face) const {
    const Point middle = middle_of(face);
    return fmt::format("({:.4g}, {:.4g}, {:.4g}) m", middle[0], middle[1], middle[2]);
  }

  void require_fields_at(Index face) const {
    const auto &[first, second] = model_.topology.face_tets[face];
    const Kind kind = faces_[face].kind;
    if (kind == Kind::port)
      refuse("lies on a port at {}; take one around all ports", middle_text(face));
    if (kind == Kind::end_of_layer || (second >= 0 && is_in_layer_[first] && is_in_layer_[second]))
      refuse_in_layer(face);
    if (kind != Kind::inner && kind != Kind::open)
      refuse("lies on a {} at {}; take one in the vacuum around all that radiates",
             kind == Kind::conductor  ? "perfect conductor"
             : kind == Kind::magnetic ? "magnetic wall"
                                      : "wall with an impedance",
             middle_text(face));
  }

  [[noreturn]] void refuse_in_layer(Index face) const {
    refuse("lies in an absorbing layer at {}, where fields fade as in no medium; move it out",
           middle_text(face));
  }

  void require_closed(const std::vector<Index> &named) const {
    std::vector<SurfaceEdge> edges;
    for (const Index face : named) {
      const auto &n = model_.topology.faces[face];
      for (const auto &[a, b] : {std::pair{n[0], n[1]}, {n[0], n[2]}, {n[1], n[2]}})
        edges.push_back({a, b, model_.mesh.points[a], model_.mesh.points[b]});
    }
    if (const auto end = find_open_end(edges, model_.images))
      refuse("is open: it ends at ({:.6g}, {:.6g}, {:.6g}) m, where no plane of "
             "outputs.far_field.images closes it; take one around all that radiates",
             (*end)[0], (*end)[1], (*end)[2]);
  }

  void mark_outside() {
    std::vector<std::uint8_t> &is_outside = surface_.is_outside;
    is_outside.assign(model_.solved.size(), 0);
    std::vector<Index> next;
    const auto reach = [&](Index tet) {
      if (is_outside[tet] || !model_.solved[tet])
        return;
      is_outside[tet] = 1;
      next.push_back(tet);
    };
    for (std::size_t f = 0; f < faces_.size(); ++f)
      if (faces_[f].kind == Kind::open && !faces_[f].is_named)
        for (const Index tet : model_.topology.face_tets[f])
          if (tet >= 0)
            reach(tet);
    for (std::size_t t = 0; t < is_in_layer_.size(); ++t)
      if (is_in_layer_[t])
        reach(static_cast<Index>(t));
    while (!next.empty()) {
      const Index tet = next.back();
      next.pop_back();
      for (const Index face : model_.topology.tet_faces[tet])
        if (faces_[face].kind == Kind::inner && !faces_[face].is_named)
          for (const Index other : model_.topology.face_tets[face])
            if (other >= 0)
              reach(other);
    }
  }

  // Throws InputError where the space outside of the surface is not vacuum up to absorbing faces,
  // ends of layers and planes of images. The far field is computed from currents in unbounded
  // vacuum.
  void require_vacuum_outside() const {
    double size_m = 0;
    for (const Point &point : model_.mesh.points)
      size_m = std::max(size_m, norm(point - model_.mesh.points.front()));
    const auto is_obstacle = [&](Index face) {
      const Kind kind = faces_[face].kind;
      return kind != Kind::inner && kind != Kind::open && kind != Kind::end_of_layer &&
             std::none_of(model_.images.begin(), model_.images.end(), [&](const ImagePlane &plane) {
               const auto &nodes = model_.topology.faces[face];
               return std::all_of(nodes.begin(), nodes.end(), [&](Index node) {
                 return std::abs(model_.mesh.points[node][plane.axis] - plane.at_m) <=
                        k_surface_rounding * size_m;
               });
             });
    };
    for (std::size_t t = 0; t < surface_.is_outside.size(); ++t) {
      if (!surface_.is_outside[t])
        continue;
      if (const std::size_t medium = model_.material[t]; !is_vacuum_[medium])
        refuse("has \"{}\" outside of it, and the far field is that of currents in vacuum; take "
               "one around all other media",
               medium_names_[medium]);
      for (const Index face : model_.topology.tet_faces[t])
        if (is_obstacle(face))
          refuse("has a conductor, a wall or a port outside of it or crosses one, at {}; take one "
                 "around all that radiates, or make the wall a plane of symmetry: type "
                 "\"symmetry\", or outputs.far_field.images",
                 middle_text(face));
    }
  }

  RadiatingFace seen_from_inside(Index face) const {
    const auto &[first, second] = model_.topology.face_tets[face];
    if (second >= 0 && surface_.is_outside[first] == surface_.is_outside[second])
      refuse("does not part inside from outside at {}: {}", middle_text(face),
             surface_.is_outside[first] ? "both sides of it are open to absorbing faces or layers"
                                        : "another part of it lies around that");
    const Index inside = second >= 0 && surface_.is_outside[first] ? second : first;
    if (const std::size_t medium = model_.material[inside]; !is_vacuum_[medium])
      refuse("lies at \"{}\", and the far field is that of currents in vacuum; take one around it",
             medium_names_[medium]);
    // A tet lies in a layer if its centroid does. The inner tet may lie in none while the face
    // does.
    const Point middle = middle_of(face);
    if (layers_.contains(middle + k_beside_surface * (centroid_of(model_.mesh, inside) - middle)))
      refuse_in_layer(face);
    return face_seen_from(model_, face, inside);
  }

  const Model &model_;
  const AbsorbingLayers &layers_;
  NamedSurface surface_;
  Index group_ = -1;
  std::vector<Face> faces_;               // [face of the mesh]
  std::vector<std::uint8_t> is_in_layer_; // [tet]
  std::vector<bool> is_vacuum_;           // [material]
  std::vector<std::string> medium_names_;
};

} // namespace

NamedSurface find_named_surface(const Case &input, const Model &model,
                                const AbsorbingLayers &layers) {
  return SurfaceFinder(input, model, layers).find();
}

void require_inside(const NamedSurface &surface, const std::string &name,
                    const std::vector<Index> &tets) {
  if (std::any_of(tets.begin(), tets.end(),
                  [&](Index tet) { return surface.is_outside[tet] != 0; }))
    throw InputError(fmt::format("{} has the current \"{}\" outside of it; take one around all "
                                 "that radiates",
                                 surface.text, name));
}

} // namespace curlew::fem
