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

// Returns the mesh and `times` refinements of it, each level reordered by `order`. The finest level
// equals reorder(refine(mesh, times), order). Throws as these two do.
MeshHierarchy make_hierarchy(TetMesh mesh, int times, MeshOrder order, int threads = 0);

} // namespace curlew
