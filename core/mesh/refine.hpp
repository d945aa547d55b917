#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

namespace curlew {

// Cuts every tet into eight (four at the corners, four around the shortest diagonal of the
// octahedron between the edge midpoints), `times` times over. The children of tet t are tets 8t ..
// 8t+7, those of triangle t are triangles 4t .. 4t+3; groups and orientation are inherited. The
// points of the coarse mesh stay the first ones; the midpoints follow. Facets of straight tets stay
// flat; a curved wall gets no closer to its shape. Curved tets are cut along their own map, so that
// the shape stays exactly that of the coarse mesh: the points of its edges become nodes.
//
// Throws InputError when a triangle is no facet of any tet, ResourceError when the counts do not
// fit an Index.
TetMesh refine(const TetMesh &mesh, int times = 1, int threads = 0);

// The nodes from which a node of a refined mesh stems: the rising nodes of the coarse edge whose
// midpoint it is, or twice the coarse node that it already was.
using NodeParents = std::array<Index, 2>;

struct RefinedMesh {
  TetMesh mesh;
  std::vector<NodeParents> parents; // parents of each node
};

// Returns refine(mesh, 1), with the parents.
RefinedMesh refine_with_parents(const TetMesh &mesh, int threads = 0);

} // namespace curlew
