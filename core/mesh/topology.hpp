#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

#include <array>
#include <cstddef>
#include <vector>

namespace curlew {

// Local edges of a tet: nodes (0,1), (0,2), (0,3), (1,2), (1,3), (2,3). Edge k and edge 5-k are
// opposite. Local face i lies opposite node i.
constexpr std::array<std::array<int, 2>, 6> k_tet_edges = {
    {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};

// The nodes of local face i of a positively oriented tet, ordered so that the right-hand normal
// points out of the tet.
constexpr std::array<std::array<int, 3>, 4> k_tet_faces = {
    {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};

// Rows of indices of varying length: row r is indices[offsets[r]] .. indices[offsets[r+1] - 1].
struct IndexRows {
  std::vector<Offset> offsets; // rows + 1 entries; empty when the table was not requested
  std::vector<Index> indices;

  std::size_t size() const { return offsets.empty() ? 0 : offsets.size() - 1; }
  const Index *begin(std::size_t row) const { return indices.data() + offsets[row]; }
  const Index *end(std::size_t row) const { return indices.data() + offsets[row + 1]; }
};

// Edges, faces and incidences of a tet mesh. Edges and faces are numbered in the order in which the
// tets first list them: as local as the order of the tets, and the same for any number of threads.
// An edge points from its lower to its higher node; a face has the orientation of its ascending
// nodes.
struct TetTopology {
  std::vector<std::array<Index, 2>> edges;     // nodes, ascending
  std::vector<std::array<Index, 6>> tet_edges; // in the order of k_tet_edges
  std::vector<std::array<Index, 3>> faces;     // nodes, ascending
  std::vector<std::array<Index, 4>> tet_faces; // face i opposite node i
  std::vector<std::array<Index, 2>> face_tets; // ascending; second -1 on the boundary
  IndexRows node_edges;                        // ascending in each row
  IndexRows node_tets;                         // ascending in each row
};

// Selects the tables to make. Without faces it is not checked that at most two tets share each
// facet.
struct TopologyOptions {
  bool faces = true;
  bool node_edges = true;
  bool node_tets = true;
  int threads = 0; // 0: all
};

// Makes the tables. Throws InputError when a facet is shared by three or more tets, or by two that
// lie on the same side of it (names the tets, the facet's nodes and their coordinates), or when a
// tet names a node that does not exist or names one twice.
TetTopology make_topology(const TetMesh &mesh, const TopologyOptions &options = {});

// Makes only the table node -> tets.
IndexRows make_node_tets(const TetMesh &mesh, int threads = 0);

// Returns the face of each of mesh.triangles; needs topology.faces. Throws InputError that names
// the first triangle which is no facet of any tet.
std::vector<Index> triangle_faces(const TetMesh &mesh, const TetTopology &topology,
                                  int threads = 0);

// Returns the faces with one tet only, ascending.
std::vector<Index> boundary_faces(const TetTopology &topology, int threads = 0);

// Returns the edge between two nodes, or -1; needs topology.node_edges.
Index find_edge(const TetTopology &topology, Index a, Index b);

// +1 when the ascending nodes of local face i of this tet, as the topology orients a face, make a
// right-hand normal that points out of the (positively oriented) tet, -1 when it points in.
int face_sign(const std::array<Index, 4> &tet, int i);

} // namespace curlew
