#pragma once

#include <curlew/core/index.hpp>

#include <array>
#include <string>
#include <vector>

namespace curlew {

using Point = std::array<double, 3>; // m

// A named part of a mesh. Tags are unique per dimension only, as in Gmsh.
struct MeshGroup {
  int dimension = 3; // 3: volume, 2: surface
  int tag = 0;
  std::string name; // empty: the file gives none; the tag then names the group
  std::string label() const { return name.empty() ? std::to_string(tag) : name; }
};

// A tetrahedral mesh as read or made, on the host; no topology yet (core/mesh/topology.hpp).
//
// Every tet is positively oriented (det(p1-p0, p2-p0, p3-p0) > 0) and lies in exactly one volume
// group. Triangles are the facets that the file lists because they belong to a surface group:
// boundaries and interfaces, in no particular order or orientation. A facet may be listed once per
// group it lies in.
//
// Tets may be curved, of second order: each edge then has a point besides its two nodes, the same
// for all tets around it. These points are not nodes; code that does not use them treats the tets
// as straight.
struct TetMesh {
  std::vector<Point> points;
  std::vector<std::array<Index, 4>> tets;      // nodes
  std::vector<Index> tet_group;                // tet -> index into groups
  std::vector<std::array<Index, 3>> triangles; // nodes
  std::vector<Index> triangle_group;           // triangle -> index into groups
  std::vector<MeshGroup> groups;
  // Curved meshes only: the points of the edges, and for each tet's edges, in the order of
  // k_tet_edges (core/mesh/topology.hpp), the index into these points.
  std::vector<Point> edge_points;
  std::vector<std::array<Index, 6>> tet_edge_points;

  bool is_curved() const { return !tet_edge_points.empty(); }
};

} // namespace curlew
