#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

#include <cstdint>
#include <vector>

namespace curlew {

// Returns the mesh opened along inner triangles, so that the tets on both sides share no face
// there: the triangles become faces of the boundary, each listed once for either side, and nodes of
// which the surface separates the tets are doubled. Nodes on a rim that the tets go around stay
// single; edges and triangles between such nodes alone are bisected first, with the tets around
// them. Nothing changes where no triangle is inside. Other triangles follow the tets beside them.
// `opens`: [triangle] -> 1. Throws InputError for curved tets that would have to be bisected, and
// as make_topology() does.
TetMesh open_along(TetMesh mesh, std::vector<std::uint8_t> opens, int threads = 0);

} // namespace curlew
