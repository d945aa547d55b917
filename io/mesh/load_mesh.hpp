#pragma once

#include <curlew/core/mesh/hierarchy.hpp>
#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/io/gmsh/gmsh_reader.hpp>

namespace curlew {

struct Case;

// The tetrahedral mesh of a case in its final order: read or made, refined, reordered. Throws
// InputError for a file that is no mesh, or of curved tets under CurvedTets::refuse, ResourceError
// where it would not fit into memory.
TetMesh load_mesh(const Case &input, CurvedTets curved = CurvedTets::refuse);

// Returns the same mesh as the finest of a hierarchy: the last most_levels - 1 of the case's
// refinements are kept. Throws as load_mesh().
MeshHierarchy load_mesh_hierarchy(const Case &input, int most_levels,
                                  CurvedTets curved = CurvedTets::refuse);

} // namespace curlew
