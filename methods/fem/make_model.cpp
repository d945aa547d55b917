#include <curlew/methods/fem/make_model.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/io/mesh/load_mesh.hpp>
#include <curlew/methods/fem/faces/make_face_law.hpp>
#include <curlew/methods/shared/boundaries/face_conditions.hpp>
#include <curlew/methods/shared/ports/port_face.hpp>
#include <curlew/methods/shared/setup/mesh_warnings.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>
#include <curlew/methods/shared/surfaces/far_field_images.hpp>
#include <curlew/methods/shared/surfaces/layer_plane.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace curlew::fem {
namespace {

// Sorts faces by the boundary condition on them.
class FaceSorter {
public:
  FaceSorter(const FaceConditions &conditions, Model &model)
      : conditions_(conditions), input_(conditions.input), model_(model) {}

  void add(Index f) {
    const FaceCondition face = conditions_.of(f);
    switch (face.role) {
    case FaceRole::unsolved:
    case FaceRole::inner:
    case FaceRole::periodic:
      return;
    case FaceRole::electric_wall:
      model_.face_is_pec[f] = 1;
      break;
    case FaceRole::magnetic_wall:
      model_.natural.push_back(term(f, face));
      break;
    case FaceRole::layer_end:
      model_.face_is_pec[f] = 1;
      model_.layers.push_back(term(f, face));
      return;
    case FaceRole::absorbing:
    case FaceRole::impedance:
    case FaceRole::lumped:
    case FaceRole::wave_port:
      add_term(f, face);
      return;
    case FaceRole::imposed:
      conditions_.refuse(*face.boundary);
    }
    if (face.boundary != nullptr)
      if (const auto *symmetry = spec_of<SymmetrySpec>(*face.boundary))
        add_to_plane(f, *face.boundary, *symmetry);
  }

private:
  void add_term(Index f, const FaceCondition &face) {
    auto &law = model_.laws[face.boundary];
    if (law == nullptr)
      law = make_face_law(*face.boundary);
    model_.terms.push_back(term(f, face));
    model_.terms.back().law = law.get();
  }

  FaceTerm term(Index f, const FaceCondition &face) const {
    const auto [first, second] = model_.topology.face_tets[f];
    return {f, model_.solved[first] != 0 ? first : second, face.boundary, nullptr};
  }

  // Only planes across the axes are allowed: the far field makes images by changes of sign.
  void add_to_plane(Index f, const Boundary &boundary, const SymmetrySpec &symmetry) {
    const auto &nodes = model_.topology.faces[f];
    const Point &a = model_.mesh.points[nodes[0]], &b = model_.mesh.points[nodes[1]],
                &c = model_.mesh.points[nodes[2]];
    const int axis = axis_across({a, b, c});
    const double at_m = axis < 0 ? 0 : a[axis], size = std::sqrt(norm(cross(b - a, c - a)));
    const auto [entry, is_new] = planes_.emplace(
        &boundary,
        ImagePlane{axis, at_m, symmetry.is_magnetic ? ImagePlane::Type::pmc : ImagePlane::Type::pec,
                   symmetry.is_mirror});
    const ImagePlane &plane = entry->second;
    constexpr double k_rounding = 1e-6;
    if (axis < 0 || plane.axis != axis || std::abs(at_m - plane.at_m) > k_rounding * size)
      throw InputError(fmt::format("{}: a symmetry is one plane across an axis, and the face {} "
                                   "does not lie in it; take \"pec\" or \"pmc\"",
                                   where(input_, boundary), describe_face(model_.mesh, nodes)));
    if (!is_new)
      return;
    add_image(plane, where(input_, boundary));
  }

  // Two planes across one axis would make infinitely many images, and are refused.
  void add_image(const ImagePlane &plane, const std::string &case_location) {
    for (const ImagePlane &other : model_.images) {
      if (other.axis == plane.axis && other.at_m == plane.at_m)
        throw InputError(fmt::format("{}: the plane {} = {:g} m is in outputs.far_field.images "
                                     "too, or in another group; say it once",
                                     case_location, "xyz"[plane.axis], plane.at_m));
      if (other.axis == plane.axis)
        throw InputError(fmt::format("{}: a second plane of symmetry across the {} axis, at {:g} m "
                                     "beside {:g} m: its images "
                                     "are infinitely many; make one of them \"pec\" or \"pmc\"",
                                     case_location, "xyz"[plane.axis], plane.at_m, other.at_m));
    }
    model_.images.push_back(plane);
  }

  const FaceConditions &conditions_;
  const Case &input_;
  Model &model_;
  std::map<const Boundary *, ImagePlane> planes_;
};

bool is_port(const Boundary &boundary) {
  return holds<PortSpec>(boundary) || holds<LumpedBoundarySpec>(boundary);
}

bool has_ports(const Case &input) {
  return std::any_of(input.boundaries.begin(), input.boundaries.end(), is_port);
}

void require_ports_on_mesh(const Case &input, const Model &model) {
  for (const Boundary &boundary : input.boundaries) {
    if (!is_port(boundary))
      continue;
    const bool is_used =
        std::any_of(model.terms.begin(), model.terms.end(),
                    [&](const FaceTerm &term) { return term.boundary == &boundary; });
    if (!is_used)
      throw InputError(fmt::format("{}: no face of \"{}\" has a solved volume beside it",
                                   where(input, boundary), boundary.group));
  }
}

// Returns the direction of a lumped element or port; none for a radial one.
std::optional<Point> direction_of(const Boundary &boundary) {
  const auto *element = spec_of<LumpedBoundarySpec>(boundary);
  return element != nullptr ? element->direction : port_of(boundary)->direction;
}

// Measures the lumped elements and ports. Their conductors are perfect ones and lossy metals.
void measure_lumped_faces(const Case &input, Model &model) {
  std::map<const Boundary *, std::vector<Index>> faces;
  std::vector<char> conducts(model.face_is_pec.begin(), model.face_is_pec.end());
  for (const FaceTerm &term : model.terms)
    if (role_of(*term.boundary) == FaceRole::lumped)
      faces[term.boundary].push_back(term.face);
    else if (term.law->is_metal())
      conducts[term.face] = 1;
  if (faces.empty())
    return;
  const std::vector<char> edge_conducts =
      edges_of_faces(model.topology, [&](Index f) { return conducts[f] != 0; });
  for (auto &[boundary, own] : faces)
    model.lumped[boundary] = measure_lumped(
        {model.mesh, model.topology, edge_conducts, std::move(own), where(input, *boundary), {}},
        direction_of(*boundary));
}

Model make_level(const Case &input, TetMesh mesh, int threads) {
  Model model;
  model.periods = match_periods(input, mesh);
  model.mesh = std::move(mesh);
  TopologyOptions options;
  options.threads = threads;
  model.topology = make_topology(model.mesh, options);
  const std::vector<int> of_group = materials_of_groups(input, model.mesh, threads);
  model.solved = solved_tets(input, model.mesh, of_group, threads);
  model.material.resize(model.mesh.tets.size());
  for (std::size_t t = 0; t < model.material.size(); ++t)
    model.material[t] = static_cast<std::uint16_t>(of_group[model.mesh.tet_group[t]]);
  const auto triangle_face = triangle_faces(model.mesh, model.topology, threads);
  const GroupBoundaries boundaries = boundaries_of_groups(input, model.mesh);
  auto of_face = boundaries_of_faces(input, model.mesh, model.topology, triangle_face, boundaries);
  add_faces(model.mesh, model.topology, triangle_face, model.periods, of_face);
  model.face_is_pec.assign(model.topology.faces.size(), 0);
  model.images = far_field_images(input);
  const FaceConditions conditions{input,   model.mesh,      model.topology,         model.solved,
                                  of_face, boundaries.rest, InnerConditions::sheets};
  FaceSorter sorter(conditions, model);
  for (std::size_t f = 0; f < model.topology.faces.size(); ++f)
    sorter.add(static_cast<Index>(f));
  if (has_ports(input))
    model.edge_is_pec =
        edges_of_faces(model.topology, [&](Index f) { return model.face_is_pec[f] != 0; });
  require_ports_on_mesh(input, model);
  measure_lumped_faces(input, model);
  model.warnings =
      mesh_warnings(input, model.mesh, model.topology, triangle_face, model.solved, threads);
  return model;
}

} // namespace

Model make_model(const Case &input, int threads) {
  constexpr int k_all = 100;
  const int levels = input.solver.preconditioner.levels;
  const bool has_periods =
      std::any_of(input.boundaries.begin(), input.boundaries.end(),
                  [](const Boundary &one) { return holds<PeriodicSpec>(one); });
  // Bisected meshes cannot serve as levels, and the multigrid cycle does not support periods.
  const int most = input.refinement || has_periods ? 1 : levels > 0 ? levels : k_all;
  MeshHierarchy hierarchy = load_mesh_hierarchy(input, most, CurvedTets::keep);
  Model model = make_level(input, std::move(hierarchy.levels.back()), threads);
  for (std::size_t l = 0; l + 1 < hierarchy.levels.size(); ++l)
    model.coarser.push_back(make_level(input, std::move(hierarchy.levels[l]), threads));
  model.parents = std::move(hierarchy.parents);
  return model;
}

Model make_model(const Case &input, TetMesh mesh, int threads) {
  return make_level(input, std::move(mesh), threads);
}

} // namespace curlew::fem
