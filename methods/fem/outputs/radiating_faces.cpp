#include <curlew/methods/fem/outputs/radiating_faces.hpp>

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/io/case/sections/materials/gyrotropic.hpp>
#include <curlew/methods/fem/faces/face_law.hpp>
#include <curlew/methods/fem/outputs/named_surface.hpp>

#include <algorithm>

namespace curlew::fem {

RadiatingFace face_seen_from(const Model &model, Index face, Index inside) {
  const auto &nodes = model.topology.faces[face];
  const Point &a = model.mesh.points[nodes[0]];
  Point normal = cross(model.mesh.points[nodes[1]] - a, model.mesh.points[nodes[2]] - a);
  if (dot(normal, centroid_of(model.mesh, inside) - a) > 0)
    normal = -1.0 * normal;
  return {face, inside, (1 / norm(normal)) * normal};
}

std::vector<RadiatingFace> radiating_faces(const Case &input, const Model &model,
                                           const AbsorbingLayers &layers) {
  if (input.outputs.far_field && !input.outputs.far_field->surface.empty())
    return find_named_surface(input, model, layers).faces;
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

bool is_vacuum(const Case &input, const Material &material) {
  constexpr ComplexTensor one{1, 1, 1, 0, 0, 0};
  const std::vector<double> frequencies_hz = media_frequencies_hz(input);
  return !material.pec && !gyrotropic_of(input, material.name) &&
         std::all_of(frequencies_hz.begin(), frequencies_hz.end(), [&](double frequency_hz) {
           return permittivity(material, frequency_hz) == one &&
                  permeability(material, frequency_hz) == one;
         });
}

} // namespace curlew::fem
