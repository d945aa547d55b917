#pragma once

#include <curlew/core/mesh/topology.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace curlew {

// Report of the places where the volumes of a mesh lie beside or inside each other without sharing
// faces. Gmsh makes such meshes of volumes that were not fragmented before meshing.
struct MeshConsistency {
  // Boundary faces (of one tet only) with one of these defects.
  struct Faces {
    std::int64_t count = 0;
    double area_m2 = 0;
    // The lowest barycentre, by x, y, z: the same for any order of the tets.
    Point first_m{0, 0, 0};
    std::vector<std::array<Index, 2>> groups; // volume groups of its tet and the other, rising
  };
  Faces overlapping; // another tet lies on the inner side of the face
  Faces touching;    // another tet lies on the outer side, and the face is in no surface group
  std::int64_t coincident_nodes = 0; // on the boundary, where a lower node lies already
  double volume_m3 = 0;              // volume of all tets
  double box_m3 = 0;                 // volume of the box around their nodes
};

// Searches two points near the barycentre of each boundary face in all other tets: one inside the
// face's tet, one outside, at 1e-4 of the tet's height. Overlaps and gaps away from all barycentres
// are not found. `grouped`: whether a face lies in a surface group. Needs topology.faces. The same
// result for any number of threads.
MeshConsistency check_consistency(const TetMesh &mesh, const TetTopology &topology,
                                  const std::vector<std::uint8_t> &grouped, int threads = 0);

// Warnings for people, each one line: what overlaps or touches, where, and what to do. Empty for a
// mesh whose volumes fit together.
std::vector<std::string> consistency_warnings(const TetMesh &mesh,
                                              const MeshConsistency &consistency);

// Advice on how Gmsh comes to separate the volumes of a mesh, and the remedy; warnings end with it.
extern const char *const k_fragment_advice;

} // namespace curlew
