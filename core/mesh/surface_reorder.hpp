#pragma once

#include <curlew/core/mesh/reorder.hpp>
#include <curlew/core/mesh/tri_mesh.hpp>

namespace curlew {

// The same mesh with its triangles along the Hilbert curve through their centroids and its nodes
// numbered in the order in which the triangles first list them (nodes of no triangle last); lines
// keep their order. `none` returns the mesh as it is. Throws InputError for other orders.
TriMesh reorder(TriMesh mesh, MeshOrder order, int threads = 0);

} // namespace curlew
