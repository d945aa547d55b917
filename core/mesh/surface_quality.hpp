#pragma once

#include <curlew/core/mesh/surface_topology.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace curlew {

// Findings that are probably unintended in a mesh of surfaces. None of them keeps a method from
// running.
struct SurfaceFindings {
  // Pairs of triangles with one defect in common.
  struct Pairs {
    std::int64_t count = 0;
    bool is_complete = true;    // false: there are more, which were not counted
    std::vector<Point> first_m; // mean of both centroids of the first pairs, by number
    std::vector<std::array<Index, 2>> groups; // surface groups of a pair, rising, each once
  };
  // Nodes at the position of a lower node to which no edge joins them.
  std::int64_t coincident_nodes = 0;
  Point first_coincident_node_m{0, 0, 0};
  Pairs coincident;   // triangles that lie on each other, corner by corner
  Pairs intersecting; // triangles that meet beyond the nodes and the edge that they share
  double edge_min_m = 0, edge_median_m = 0, edge_max_m = 0;
  std::int64_t short_edges = 0;   // 1000 times shorter than the median
  Point shortest_edge_m{0, 0, 0}; // its middle
  double smallest_angle_rad = 0;
  std::int64_t small_angles = 0;            // triangles with an angle below a degree
  Point smallest_angle_triangle_m{0, 0, 0}; // its centroid
};

// Nodes are coincident below 1e-6 of the mean edge. Triangles are compared through a tree of their
// boxes: O(n log n) for surfaces; where boxes of many triangles overlap, all of these pairs are
// compared. The same result for any number of threads. Triangles must have three different nodes
// and areas above zero, as the reader ensures.
SurfaceFindings find_surface_defects(const TriMesh &mesh, const SurfaceTopology &topology,
                                     int threads = 0);

// Warnings for people, each one line: what is wrong, where, and what to do. Empty for a mesh
// without findings.
std::vector<std::string> surface_warnings(const TriMesh &mesh, const SurfaceFindings &findings);

} // namespace curlew
