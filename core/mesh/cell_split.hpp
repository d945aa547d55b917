#pragma once

#include <curlew/core/index.hpp>

#include <array>

namespace curlew {

// Volume elements with quadrilateral faces. Corners have Gmsh's numbers; the nodes of a face go
// around it so that the right-hand normal points out of the element.
struct CellShape {
  int corner_count, edge_count, quad_count, triangle_count;
  std::array<std::array<int, 2>, 12> edges; // in the order of Gmsh's nodes of second order
  std::array<std::array<int, 4>, 6> quads;  // in the order of Gmsh's nodes on faces
  std::array<std::array<int, 3>, 4> triangles;
};

extern const CellShape k_hexahedron, k_prism, k_pyramid;

struct CellSplit {
  int count = 0;
  std::array<std::array<int, 4>, 6> tets{}; // corners of the cell
};

// Splits a hexahedron into 6 tets, a prism into 3, a pyramid into 2, without new nodes. `nodes` are
// the numbers of its corners in the mesh, all different. Each quadrilateral face is divided along
// the diagonal through its node of the smallest number, so that the tets of any two neighbours
// share the triangles of their common face. The tets are the cones from the cell's node of the
// smallest number over the triangles of the faces without that node: the splits of prisms and
// pyramids of @cite dompierre1999; a hexahedron gets its diagonal through that node and thus always
// 6 tets, never 5. The tets of a positively oriented convex cell are positively oriented.
CellSplit split_cell(const CellShape &shape, const Index *nodes);

// Splits a quadrilateral, its nodes in a ring, along the same diagonal into two triangles, which
// keep its orientation.
std::array<std::array<Index, 3>, 2> split_quad(const std::array<Index, 4> &ring);

} // namespace curlew
