#pragma once

#include <curlew/methods/dgtd/ports/find_ports.hpp>

#include <map>
#include <vector>

namespace curlew::dgtd {

// Faces of one boundary of the case.
struct WallFaces {
  std::vector<Index> faces;       // face numbers in the mesh
  std::vector<FaceOfTet> of_tets; // the same faces
};

// Returns true for a boundary whose faces have an impedance or a port.
bool is_wall(const Boundary &boundary);

// Returns the outer faces of each boundary for which is_wall() is true.
std::map<const Boundary *, WallFaces> walls_of(const PortScene &scene, const Problem &problem);

// Edges of the mesh on perfect walls and on all conductors, and faces of impedances.
struct Conductors {
  std::vector<char> edge_is_pec, edge_conducts;
  std::vector<Index> lossy_faces;

  Conductors(const PortScene &scene, const std::map<const Boundary *, WallFaces> &walls);
  // Returns the face of a port or element. The ends of a lumped part lie on any conductor; those of
  // a wave port have E = 0, or are lossy.
  PortFace face_of(const PortScene &scene, const Boundary &boundary, const WallFaces &wall) const;
};

} // namespace curlew::dgtd
