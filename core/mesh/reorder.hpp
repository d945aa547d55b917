#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

namespace curlew {

// The order of tets in memory.
enum class MeshOrder {
  spatial, // along a Hilbert curve through the tets' centroids
  none,    // order of the file
  rcm,     // reverse Cuthill-McKee on the graph of tets that share a facet
  metis,   // clusters of about 4096 tets made by METIS, spatial within and between clusters
};

// The same mesh with its tets in another order and its nodes numbered in the order in which the
// tets first list them (nodes of no tet last); triangles keep their order. `none` returns the mesh
// as it is.
//
// Throws NotCompiled for `metis` in a program without METIS; `rcm` and `metis` throw InputError on
// a facet shared by three tets (see make_topology).
TetMesh reorder(TetMesh mesh, MeshOrder order, int threads = 0);

// The reordered mesh with the new number of each node.
struct ReorderedMesh {
  TetMesh mesh;
  std::vector<Index> number; // new number of the node with the old number i
};
ReorderedMesh reorder_with_numbers(TetMesh mesh, MeshOrder order, int threads = 0);

} // namespace curlew
