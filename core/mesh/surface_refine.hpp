#pragma once

#include <curlew/core/mesh/tri_mesh.hpp>

namespace curlew {

// Cuts every triangle into four (three at the corners, then the one between the edge midpoints) and
// every line into two, `times` times over. The children of triangle t are triangles 4t .. 4t+3;
// groups and orientation are inherited. The points of the coarse mesh stay the first ones; the
// midpoints follow. Triangles stay flat; a sphere of triangles gets no closer to its shape.
//
// Throws InputError when a line is no edge of a triangle, ResourceError when the counts do not fit
// an Index.
TriMesh refine(const TriMesh &mesh, int times = 1, int threads = 0);

} // namespace curlew
