#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

#include <cstdint>
#include <vector>

namespace curlew {

// A point, and the tet that does not count as a hit; -1: every tet counts.
struct SearchPoint {
  Point position_m;
  Index own_tet = -1;
};

// Returns for each point the lowest tet that contains it, -1: none. A tet contains a point whose
// barycentric weights are all at least -1e-12; none contains one that is not finite. `solved`
// (empty: all) selects the tets.
//
// The points are sorted into a BoxTree, and for every tet the tree gives the points in the tet's
// box: O((tets + points) log points) for graded meshes too. Made for few points and many tets: for
// single points in a mesh that stays, TetLocator is faster.
std::vector<Index> containing_tets(const TetMesh &mesh, const std::vector<SearchPoint> &points,
                                   const std::vector<std::uint8_t> &solved = {}, int threads = 0);

} // namespace curlew
