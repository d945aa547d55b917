#pragma once

#include <curlew/core/mesh/tri_mesh.hpp>

namespace curlew {

struct Case;

// Loads the surface mesh of a case in its final order: read, refined, its triangles and nodes along
// a Hilbert curve. Throws InputError for a file that is no mesh of surfaces and for keys of `mesh`
// that surfaces do not have, ResourceError where it would not fit into memory.
TriMesh load_surface(const Case &input);

} // namespace curlew
