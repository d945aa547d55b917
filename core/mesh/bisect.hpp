#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

#include <vector>

namespace curlew {

struct BisectedMesh {
  TetMesh mesh;
  std::vector<Index> parent; // tet -> the tet of the mesh before that it lies in
};

// Cuts at least the marked tets in two, each through the middle of its longest edge, and as many
// others as needed to leave no hanging node: a tet that loses part of an edge is cut through its
// own longest edge too, the longest first (longest-edge bisection @cite rivara1984). Faces are cut
// by their own edges alone, so that both sides agree. Between edges of equal length the one with
// the lower nodes counts as longer.
//
// Groups and orientation are inherited, the children of a tet and of a triangle follow each other,
// the nodes stay the first ones. Curved tets are cut along their own map. `marked`: 0 or 1 for each
// tet. Throws InputError when a triangle is no facet of any tet, ResourceError when the counts do
// not fit an Index. Verified by Bisect.*.
BisectedMesh bisect(const TetMesh &mesh, const std::vector<char> &marked, int threads = 0);

} // namespace curlew
