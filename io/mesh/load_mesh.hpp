#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

namespace curlew {

struct Case;

// The tetrahedral mesh of a case in its final order: read or made, refined, reordered. Throws
// InputError for a file that is no mesh, ResourceError where it would not fit into memory.
TetMesh load_mesh(const Case &input);

} // namespace curlew
