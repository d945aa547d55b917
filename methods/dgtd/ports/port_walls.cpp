#include <curlew/methods/dgtd/ports/port_walls.hpp>

#include <curlew/methods/shared/boundaries/face_conditions.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <algorithm>
#include <stdexcept>

namespace curlew::dgtd {
namespace {

std::int8_t local_of(const Problem &problem, Index tet, const std::array<Index, 3> &nodes) {
  for (std::int8_t v = 0; v < 4; ++v)
    if (std::find(nodes.begin(), nodes.end(), problem.nodes[tet][v]) == nodes.end())
      return v;
  throw std::logic_error("a face that its tet lacks");
}

} // namespace

bool is_wall(const Boundary &boundary) {
  switch (role_of(boundary)) {
  case FaceRole::impedance:
  case FaceRole::lumped:
  case FaceRole::wave_port:
    return true;
  case FaceRole::unsolved:
  case FaceRole::inner:
  case FaceRole::electric_wall:
  case FaceRole::magnetic_wall:
  case FaceRole::absorbing:
  case FaceRole::layer_end:
  case FaceRole::periodic:
  case FaceRole::imposed:
    break;
  }
  return false;
}

std::map<const Boundary *, WallFaces> walls_of(const PortScene &scene, const Problem &problem) {
  std::map<const Boundary *, WallFaces> walls;
  for (std::size_t f = 0; f < scene.topology.faces.size(); ++f) {
    const auto [first, second] = scene.topology.face_tets[f];
    if (second >= 0 || scene.number[first] < 0)
      continue;
    const Boundary *boundary = scene.of_face[f] != nullptr ? scene.of_face[f] : scene.rest;
    if (!is_wall(*boundary))
      continue;
    const Index tet = scene.number[first];
    walls[boundary].faces.push_back(static_cast<Index>(f));
    walls[boundary].of_tets.push_back({tet, local_of(problem, tet, scene.topology.faces[f])});
  }
  return walls;
}

Conductors::Conductors(const PortScene &scene, const std::map<const Boundary *, WallFaces> &walls) {
  if (walls.empty())
    return;
  std::vector<char> conducts(scene.face_is_pec.begin(), scene.face_is_pec.end());
  for (const auto &[boundary, wall] : walls)
    if (role_of(*boundary) == FaceRole::impedance)
      for (const Index face : wall.faces) {
        lossy_faces.push_back(face);
        conducts[face] = 1;
      }
  edge_is_pec = edges_of_faces(scene.topology, [&](Index f) { return scene.face_is_pec[f] != 0; });
  edge_conducts = edges_of_faces(scene.topology, [&](Index f) { return conducts[f] != 0; });
}

PortFace Conductors::face_of(const PortScene &scene, const Boundary &boundary,
                             const WallFaces &wall) const {
  const bool is_lumped = role_of(boundary) == FaceRole::lumped;
  PortFace face{scene.mesh,
                scene.topology,
                is_lumped ? edge_conducts : edge_is_pec,
                wall.faces,
                where(scene.input, boundary),
                {}};
  if (!is_lumped)
    add_lossy_faces(lossy_faces, face);
  return face;
}

} // namespace curlew::dgtd
