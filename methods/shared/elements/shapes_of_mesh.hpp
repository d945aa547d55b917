#pragma once

#include <curlew/methods/shared/elements/dof_map.hpp>
#include <curlew/methods/shared/elements/simplex_shape.hpp>

#include <vector>

namespace curlew {

// A tet or a face of the mesh in the order of the basis: vertices ascending. A tet whose edge
// points all lie in the middle, to rounding, is straight; a face is curved if its tet is.
TetShape shape_of_tet(const TetMesh &mesh, const DofMap &map, Index tet);
TriangleShape shape_of_face(const TetMesh &mesh, const DofMap &map, const TetTopology &topology,
                            Index face);

// Returns edge k of the ascending vertices of a tet in the numbering of the mesh's tet.
int edge_of_mesh(const DofMap &map, Index tet, int k);

// Returns the tets of a curved mesh that are not straight, ascending: in practice those at the
// boundary.
std::vector<Index> curved_tets(const TetMesh &mesh, const DofMap &map);

} // namespace curlew
