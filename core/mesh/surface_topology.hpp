#pragma once

#include <curlew/core/mesh/tri_mesh.hpp>

#include <array>
#include <cstddef>
#include <vector>

namespace curlew {

// Edges of a triangular mesh. Edge i of a triangle is opposite to its node i; it runs from its node
// (i + 1) % 3 to its node (i + 2) % 3.
struct SurfaceTopology {
  std::vector<std::array<Index, 2>> edges;          // nodes, the lower first
  std::vector<std::array<Index, 3>> triangle_edges; // [triangle][i]
  // Triangles at edge e, ascending: edge_triangles[edge_offset[e]] ... [edge_offset[e + 1] - 1].
  std::vector<Offset> edge_offset;
  std::vector<Index> edge_triangles;
  // Triangles that share edges, directly or through others, are a part; parts count from 0 in the
  // order of their first triangle.
  std::vector<Index> triangle_part;
  Index parts = 0;
  std::vector<char> part_is_closed; // every edge has exactly two triangles
};

// The same for any number of threads: edges are numbered in the order in which the triangles first
// list them. Throws InputError for a triangle that names a node which does not exist, or one node
// twice.
SurfaceTopology make_surface_topology(const TriMesh &mesh, int threads = 0);

// Turns triangles (swaps their last two nodes) so that neighbours across an edge of two triangles
// agree (with the first triangle of each manifold part) and so that normals of closed parts point
// outwards (positive volume). Edges of three or more triangles separate. Returns how many triangles
// were turned; a turned triangle's edges 1 and 2 change with its nodes, so the topology must be
// made again if any was turned. Throws InputError that names the edge (its end points, m) for a
// surface with one side only (a Moebius strip).
std::size_t orient_surfaces(TriMesh &mesh, const SurfaceTopology &topology);

// Returns the volume inside a closed part by the divergence theorem, with the sign of its normals,
// m^3.
double enclosed_volume(const TriMesh &mesh, const SurfaceTopology &topology, Index part);

// The same for all parts at once; only the volumes of closed parts are meaningful.
std::vector<double> enclosed_volumes(const TriMesh &mesh, const SurfaceTopology &topology);

} // namespace curlew
