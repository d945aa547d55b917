#include <curlew/methods/fem/outputs/radiating_faces.hpp>

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/methods/fem/faces/face_law.hpp>
#include <curlew/methods/fem/outputs/named_surface.hpp>

namespace curlew::fem {

RadiatingFace face_seen_from(const Model &model, Index face, Index inside) {
  const auto &nodes = model.topology.faces[face];
  const Point &a = model.mesh.points[nodes[0]];
  Point normal = cross(model.mesh.points[nodes[1]] - a, model.mesh.points[nodes[2]] - a);
  if (dot(normal, centroid_of(model.mesh, inside) - a) > 0)
    normal = -1.0 * normal;
  return {face, inside, (1 / norm(normal)) * normal};
}

std::vector<RadiatingFace> faces_seen_from_inside(const Model &model, const NamedSurface &surface) {
  std::vector<RadiatingFace> faces;
  for (const SurfaceFace &face : surface.faces)
    faces.push_back(face_seen_from(model, face.face, face.inside));
  return faces;
}

std::vector<RadiatingFace> radiating_faces(const Case &input, const Model &model,
                                           const AbsorbingLayers &layers) {
  if (input.outputs.far_field && !input.outputs.far_field->surface.empty())
    return faces_seen_from_inside(model, named_surface_of(input, model, layers));
  std::vector<RadiatingFace> faces;
  for (const FaceTerm &term : model.terms)
    if (term.law->is_absorbing())
      faces.push_back(face_seen_from(model, term.face, term.tet));
  if (layers.empty())
    return faces;
  std::vector<std::uint8_t> is_layer(model.solved.size(), 0);
  for (std::size_t t = 0; t < is_layer.size(); ++t)
    is_layer[t] = layers.contains(centroid_of(model.mesh, static_cast<Index>(t)));
  for (std::size_t f = 0; f < model.topology.faces.size(); ++f) {
    const auto &[first, second] = model.topology.face_tets[f];
    if (second < 0 || !model.solved[first] || !model.solved[second] ||
        is_layer[first] == is_layer[second])
      continue;
    faces.push_back(face_seen_from(model, static_cast<Index>(f), is_layer[first] ? second : first));
  }
  return faces;
}

} // namespace curlew::fem
