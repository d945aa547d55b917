#include <curlew/methods/dgtd/surfaces/surface_mesh.hpp>

#include <curlew/core/mesh/groups.hpp>
#include <curlew/methods/dgtd/face_points.hpp>
#include <curlew/methods/dgtd/surfaces/flux_faces.hpp>

#include <algorithm>

namespace curlew::dgtd {
namespace {

FaceRole role_of(FaceKind kind) {
  switch (kind) {
  case FaceKind::inner:
    return FaceRole::inner;
  case FaceKind::pec:
    return FaceRole::electric_wall;
  case FaceKind::pmc:
    return FaceRole::magnetic_wall;
  case FaceKind::absorbing:
    return FaceRole::absorbing;
  case FaceKind::sheet:
    break;
  }
  return FaceRole::impedance;
}

// Gives walls at the end of a layer their role.
void mark_layer_ends(const std::vector<FlatLayer> &layers, SurfaceMesh &mesh) {
  const double slack_m = mesh.rounding_m();
  for (SurfaceMesh::Face &face : mesh.faces) {
    const auto ends = [&](const FlatLayer &layer) {
      return mesh.lies_in_plane(face, layer.axis, layer.outer_m, slack_m);
    };
    if (face.role != FaceRole::inner && face.role != FaceRole::absorbing &&
        std::any_of(layers.begin(), layers.end(), ends))
      face.role = FaceRole::layer_end;
  }
}

} // namespace

std::set<FaceKey> faces_of_ports(const Problem &problem) {
  std::set<FaceKey> faces;
  for (const Port &port : problem.ports)
    for (const FaceOfTet &face : port.faces)
      faces.emplace(face.tet, face.local);
  return faces;
}

bool is_vacuum(const Material &medium) {
  const SymmetricTensor vacuum;
  return medium.eps_r == vacuum && medium.mu_r == vacuum && medium.sigma.is_zero() &&
         medium.sigma_m.is_zero() && medium.chi3 == 0 && !medium.is_dispersive();
}

SurfaceMesh surface_mesh(const Problem &problem, const std::vector<ImagePlane> &images) {
  SurfaceMesh mesh;
  mesh.points = problem.mesh.points;
  mesh.images = images;
  mesh.is_in_layer = problem.layers.is_inside;
  for (const Material &medium : problem.materials)
    mesh.media.push_back({medium.name, is_vacuum(medium)});
  mesh.tet_faces.resize(problem.tet_count());
  for (Index t = 0; t < problem.tet_count(); ++t) {
    mesh.medium.push_back(problem.material[t]);
    for (int f = 0; f < 4; ++f) {
      const TetFace to = problem.faces[t][f];
      const bool is_inner = to.kind == FaceKind::inner;
      if (is_inner && to.tet < t) {
        mesh.tet_faces[t][f] = mesh.tet_faces[to.tet][to.local];
        continue;
      }
      mesh.tet_faces[t][f] = static_cast<Index>(mesh.faces.size());
      mesh.faces.push_back(
          {face_nodes(problem, t, f), {t, is_inner ? to.tet : -1}, role_of(to.kind)});
    }
  }
  for (const auto &[tet, local] : faces_of_ports(problem))
    mesh.faces[mesh.tet_faces[tet][local]].role = FaceRole::wave_port;
  mark_layer_ends(problem.layers.flat, mesh);
  return mesh;
}

std::vector<Index> named_faces(const Case &input, const Problem &problem, const SurfaceMesh &mesh) {
  const Index group = find_group(problem.mesh, 2, input.outputs.far_field->surface,
                                 input.where("/outputs/far_field/surface"));
  std::set<std::array<Index, 3>> triangles;
  for (std::size_t t = 0; t < problem.mesh.triangles.size(); ++t)
    if (problem.mesh.triangle_group[t] == group) {
      std::array<Index, 3> nodes = problem.mesh.triangles[t];
      std::sort(nodes.begin(), nodes.end());
      triangles.insert(nodes);
    }
  std::vector<Index> named;
  for (const FluxFace &face : find_flux_faces(problem, group))
    named.push_back(mesh.tet_faces[face.tet][face.local]);
  named.resize(triangles.size(), -1);
  return named;
}

} // namespace curlew::dgtd
