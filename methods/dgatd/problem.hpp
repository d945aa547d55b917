#pragma once

#include <curlew/core/material.hpp>
#include <curlew/core/mesh/local_mesh.hpp>
#include <curlew/core/mesh/locate.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/methods/dgatd/ranks/halo.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::dgatd {

struct FusedTables; // fused/fused_tables.hpp

// A boundary face on which the tangential fields are tied by a first-order absorbing condition
// (Silver-Mueller): n x H = -Y E_t.
struct AbsorbingFace {
  std::array<Index, 3> nodes;
  double admittance; // Y = sqrt(eps/mu) of the medium inside, in S
};

// A face through which power is counted, of the group of an entry of outputs.flux.
struct FluxFace {
  std::array<Index, 3> nodes; // rising
  Index flux;                 // index of the entry
};

// The discrete problem on the host, before any variant chooses its data: a mesh without the inside
// of perfect conductors, its edges with a mark for those that carry unknowns, and the materials. On
// several ranks it is one rank's part: Ampere's law is solved on the dual volumes of owned nodes,
// Faraday's on every tet around them, ghosts included; halo.hpp describes the exchanged data.
//
// Nodes of a tet are sorted by rising id (geometry.hpp gives the reason); `orientation` keeps the
// sign.
struct Problem {
  // The solved tets, positively oriented; its triangles are dropped once the boundaries are known.
  TetMesh mesh;
  std::vector<std::array<Index, 4>> nodes;      // tet -> its nodes, rising
  std::vector<std::array<Index, 6>> edges;      // tet -> its edges, in the order of local_edge()
  std::vector<std::int8_t> orientation;         // tet -> sign of det(x1-x0, x2-x0, x3-x0)
  std::vector<std::uint16_t> material;          // tet -> index into materials
  std::vector<Material> materials;              // without conductors
  std::vector<std::array<Index, 2>> edge_nodes; // edge -> its nodes, rising: its direction
  std::vector<std::uint8_t> edge_is_pec;        // edge -> 1 where the tangential E is zero
  std::vector<AbsorbingFace> absorbing;
  std::vector<FluxFace> flux_faces; // owned, with a solved tet on one side at least
  std::uint64_t face_count = 0;     // owned ones, for the unknowns of the original method, E + F

  // Warnings about the whole mesh, at the root; other ranks have none (mesh_warnings()).
  std::vector<std::string> mesh_warnings;

  Ownership ownership;
  std::vector<HaloPeer> halo; // by rising rank; empty on one rank

  // Dual volumes: the edges with unknowns that meet in an owned node, by rising edge id, and the
  // tets of every node.
  std::vector<Offset> node_edge_offsets; // nodes + 1
  std::vector<Index> node_edges;
  IndexRows node_tets;
  std::vector<Offset> node_absorbing_offsets; // nodes + 1, into node_absorbing
  std::vector<Index> node_absorbing;          // faces of `absorbing` around the node

  mutable std::shared_ptr<FusedTables> kept_tables; // from the time-step limit to the run
  // Threads of host loops that prepare a run; 0: all.
  int setup_threads = 0;
  // Locator of `mesh`, for sources, probes and checks.
  KeptLocator locator;
  TetMesh conductors;            // points and tets of conductors, which `mesh` lacks
  KeptLocator conductor_locator; // locator of `conductors`

  Index tet_count() const { return static_cast<Index>(nodes.size()); }
  Index edge_count() const { return static_cast<Index>(edge_nodes.size()); }
  Index node_count() const { return static_cast<Index>(mesh.points.size()); }
  Index degree(Index node) const {
    return static_cast<Index>(node_edge_offsets[node + 1] - node_edge_offsets[node]);
  }
  bool owns_edge(Index edge) const { return ownership.owns_node(edge_nodes[edge][0]); }
  // Returns the position of an edge among those of a node; -1 where the edge is conducting or
  // elsewhere.
  int position(Index node, Index edge) const;
  bool has_losses() const; // conductivity or absorbing walls
  // Gives the positions in m of the (rising) nodes of a tet.
  void corners(Index tet, double (&x)[4][3]) const {
    for (int n = 0; n < 4; ++n)
      for (int d = 0; d < 3; ++d)
        x[n][d] = mesh.points[nodes[tet][n]][d];
  }
};

// Makes the problem of a case on its mesh: removes conductors, resolves group names, finds the
// edges of conducting walls and the absorbing faces. Throws InputError, with the location in the
// case file, for a group that the mesh lacks, a volume without material, a boundary face without
// condition, or a condition that its surface does not allow.
// Collective: every rank makes its part.
Problem make_problem(const Case &input, LocalMesh local, int threads = 0);
Problem make_problem(const Case &input, TetMesh mesh, int threads = 0); // on one rank

// Returns mesh_warnings() of a whole mesh that is about to be divided among ranks.
std::vector<std::string> whole_mesh_warnings(const Case &input, const TetMesh &mesh,
                                             int threads = 0);

// Fills the dual-volume tables from points, nodes, edges, edge_is_pec and absorbing.
void build_dual_volumes(Problem &problem, int threads = 0);

} // namespace curlew::dgatd
