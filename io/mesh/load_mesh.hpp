#pragma once

#include <curlew/core/mesh/hierarchy.hpp>
#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/io/gmsh/gmsh_reader.hpp>

namespace curlew {

struct Case;

// The tetrahedral mesh of a case in its final order: read or made, refined, reordered. Throws
// InputError for a file that is no mesh, or of curved tets that are not wanted, ResourceError where
// it would not fit into memory.
TetMesh load_mesh(const Case &input, CurvedTets curved = CurvedTets::refuse);

// The same mesh as the finest of a hierarchy: of the refinements that the case asks for, the last
// most_levels - 1 are kept. Throws what load_mesh() throws.
MeshHierarchy load_mesh_hierarchy(const Case &input, int most_levels,
                                  CurvedTets curved = CurvedTets::refuse);

} // namespace curlew
