#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/core/mesh/topology.hpp>

#include <array>

namespace curlew {

// Returns the smallest Jacobian determinant of a tet of second order over that of its straight tet:
// vertices, then the points of its edges in the order of k_tet_edges. The determinant is computed
// at the 35 points with barycentric coordinates in quarters, the ten nodes among them; 1 for a
// straight tet.
double smallest_curved_jacobian(const std::array<Point, 10> &nodes);

// True where the point m of an edge lies in the middle between a and b, up to 1e-12 of the edge. A
// tet is straight if this holds for all of its edges.
bool is_middle(const Point &a, const Point &b, const Point &m);
bool is_curved_tet(const TetMesh &mesh, Index tet);

// Throws InputError where a curved mesh gives one edge different points in two tets (names both),
// or has not six for every tet. Does nothing for straight meshes.
void check_edge_points(const TetMesh &mesh, const TetTopology &topology);

// Returns the mesh with straight tets.
TetMesh straightened(TetMesh mesh);

} // namespace curlew
