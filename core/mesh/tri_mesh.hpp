#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

#include <array>
#include <vector>

namespace curlew {

// A triangular mesh of surfaces as read or made, on the host; no topology yet
// (core/mesh/surface_topology.hpp).
//
// Every triangle lies in exactly one surface group (dimension 2). Lines are the edges that the file
// lists because they belong to a curve group (dimension 1); each is an edge of a triangle.
struct TriMesh {
  std::vector<Point> points;
  std::vector<std::array<Index, 3>> triangles; // nodes
  std::vector<Index> triangle_group;           // triangle -> index into groups
  std::vector<std::array<Index, 2>> lines;     // nodes
  std::vector<Index> line_group;               // line -> index into groups
  std::vector<MeshGroup> groups;               // surfaces before curves, then by tag
};

} // namespace curlew
