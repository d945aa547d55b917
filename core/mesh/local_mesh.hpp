#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/core/mpi/communicator.hpp>

#include <string>
#include <vector>

namespace curlew {

// The entities of a mesh that this rank computes, and their numbers in the whole mesh.
// Every node has one owner; a rank holds the tets around its nodes. A tet, edge or facet has the
// owner of its lowest node.
//
// On one rank the tables are empty: everything is owned, and local numbers are those of the mesh.
// Code that takes entities out of such a mesh fills in the numbers.
struct Ownership {
  Communicator ranks;
  std::vector<int> node_owner; // rank
  // Number in the whole mesh, rising, so that "lower node" means the same on every rank.
  std::vector<Index> node_number;
  // Number in the whole mesh, rising among the owned and among the ghost tets.
  std::vector<Index> tet_number;
  Index owned_tets = 0; // owned tets come first

  bool is_alone() const { return ranks.is_alone(); }
  bool owns_node(Index node) const { return is_alone() || node_owner[node] == ranks.rank(); }
  // Returns the number in the whole mesh.
  Index number_of_node(Index node) const { return node_number.empty() ? node : node_number[node]; }
  Index number_of_tet(Index tet) const { return tet_number.empty() ? tet : tet_number[tet]; }
  // Returns the local tet with this number, -1 where this rank has none.
  Index find_tet(Index number) const;
  Index find_node(Index number) const;
};

// A rank's part of a mesh, for methods whose equations belong to nodes or edges: those of owned
// entities are complete. (A tet owned with its lowest node may lack its neighbour across the face
// opposite to that node: methods with fluxes through faces need another cut.)
//
// It contains the tets that touch an owned node, owned tets first, then ghosts; the triangles that
// touch such a node; every group.
struct LocalMesh {
  TetMesh mesh;
  Ownership ownership;
  // Warnings about the whole mesh, at the root, found before the mesh was divided.
  std::vector<std::string> warnings;
};

// Makes a local mesh of the whole mesh, on one rank.
LocalMesh whole_mesh(TetMesh mesh);

// Cuts the root's mesh up and sends each rank its part; other ranks pass an empty mesh.
// `node_owner` is read at the root only. No rank but the root ever holds more than its part.
LocalMesh distribute(TetMesh mesh, const std::vector<int> &node_owner, const Communicator &ranks,
                     int threads = 0);

} // namespace curlew
