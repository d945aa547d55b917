#pragma once

#include <curlew/core/mesh/refine.hpp>
#include <curlew/core/mesh/reorder.hpp>

#include <vector>

namespace curlew {

// Nested meshes, each of which cuts every tet of the one before it into eight.
struct MeshHierarchy {
  std::vector<TetMesh> levels; // from coarse to fine
  // parents[l]: of each node of level l + 1, in its final number, the nodes of level l.
  std::vector<std::vector<NodeParents>> parents;
};

// The mesh and so many refinements of it, every level in this order of its own. The finest level is
// what reorder(refine(mesh, times), order) gives. Throws what these throw.
MeshHierarchy make_hierarchy(TetMesh mesh, int times, MeshOrder order, int threads = 0);

} // namespace curlew
