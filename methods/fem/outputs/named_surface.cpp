#include <curlew/methods/fem/outputs/named_surface.hpp>

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/methods/fem/faces/face_law.hpp>
#include <curlew/methods/fem/media/media.hpp>

#include <algorithm>

namespace curlew::fem {
namespace {

constexpr double k_beside_surface = 1e-3; // share of the way from a face to a tet's centroid

FaceRole role_of(FacePower power) {
  switch (power) {
  case FacePower::radiated:
    return FaceRole::absorbing;
  case FacePower::to_port:
    return FaceRole::wave_port;
  case FacePower::lost:
    break;
  }
  return FaceRole::impedance;
}

std::vector<SurfaceMesh::Face> faces_of(const Model &model) {
  std::vector<SurfaceMesh::Face> faces(model.topology.faces.size());
  for (std::size_t f = 0; f < faces.size(); ++f) {
    faces[f].nodes = model.topology.faces[f];
    faces[f].tets = {-1, -1};
    int at = 0;
    for (const Index tet : model.topology.face_tets[f])
      if (tet >= 0 && model.solved[tet])
        faces[f].tets[at++] = tet;
    if (model.face_is_pec[f])
      faces[f].role = FaceRole::electric_wall;
  }
  for (const FaceTerm &term : model.natural)
    faces[term.face].role = FaceRole::magnetic_wall;
  for (const FaceTerm &term : model.layers)
    faces[term.face].role = FaceRole::layer_end;
  for (const FaceTerm &term : model.terms)
    faces[term.face].role = role_of(term.law->power());
  return faces;
}

SurfaceMesh surface_mesh(const Case &input, const Model &model, const AbsorbingLayers &layers) {
  SurfaceMesh mesh{
      model.mesh.points, faces_of(model), model.topology.tet_faces, model.material, {}, {},
      model.images};
  for (const Material &material : input.materials)
    mesh.media.push_back({material.name, is_vacuum(input, material)});
  if (layers.empty())
    return mesh;
  mesh.is_in_layer.resize(model.solved.size());
  for (std::size_t t = 0; t < model.solved.size(); ++t)
    mesh.is_in_layer[t] =
        model.solved[t] && layers.contains(centroid_of(model.mesh, static_cast<Index>(t)));
  return mesh;
}

// Returns the faces of a group, each once also where the group has several triangles there.
std::vector<Index> faces_of_group(const Model &model, Index group, const SurfaceMesh &mesh) {
  std::vector<Index> named;
  std::vector<std::uint8_t> is_named(mesh.faces.size(), 0);
  const std::vector<Index> triangle_face = triangle_faces(model.mesh, model.topology);
  for (std::size_t t = 0; t < triangle_face.size(); ++t) {
    const Index face = triangle_face[t];
    if (model.mesh.triangle_group[t] != group || is_named[face])
      continue;
    is_named[face] = 1;
    named.push_back(mesh.faces[face].tets[0] >= 0 ? face : -1);
  }
  return named;
}

} // namespace

NamedSurface named_surface_of(const Case &input, const Model &model,
                              const AbsorbingLayers &layers) {
  const Index group = find_group(model.mesh, 2, input.outputs.far_field->surface,
                                 input.where("/outputs/far_field/surface"));
  const SurfaceMesh mesh = surface_mesh(input, model, layers);
  NamedSurface surface = find_named_surface(input, mesh, faces_of_group(model, group, mesh));
  // A tet lies in a layer if its centroid does. The inner tet may lie in none while the face does.
  for (const SurfaceFace &face : surface.faces) {
    Point middle{};
    for (const Index node : mesh.faces[face.face].nodes)
      middle = middle + 1.0 / 3 * mesh.points[node];
    if (layers.contains(middle +
                        k_beside_surface * (centroid_of(model.mesh, face.inside) - middle)))
      refuse_in_layer(mesh, face.face, surface.text);
  }
  return surface;
}

} // namespace curlew::fem
