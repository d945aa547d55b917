#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

namespace curlew {

// Cuts every tet into eight (four at the corners, four around the shortest diagonal of the
// octahedron between the edge midpoints), `times` times over. The children of tet t are tets
// 8t .. 8t+7, those of triangle t are triangles 4t .. 4t+3; groups and orientation are inherited.
// The points of the coarse mesh stay the first ones; the midpoints follow. Facets stay flat: a
// curved wall does not get rounder.
//
// Throws InputError when a triangle is no facet of any tet, ResourceError when the counts do not
// fit an Index.
TetMesh refine(const TetMesh &mesh, int times = 1, int threads = 0);

} // namespace curlew
