#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/core/mesh/tri_mesh.hpp>

#include <string>

namespace curlew {

struct Case;

// Returns a warning where flat facets of curved conductors, impedances and magnetic walls lie so
// far inside of their surface that volumes, resonances and powers are off by more than about 2 %;
// empty where they do not, and on meshes of curved tets.
//
// The distance of a triangle from the surface through its nodes is a third of the sum of the
// sagittas (p_b - p_a) . (n_b - n_a) / 8 of its edges, with the mean normals n of the facets around
// a node; facets that meet at more than 50 degrees are two surfaces. The radius is that of the edge
// that bends most.
std::string flat_facets_warning(const Case &input, const TetMesh &mesh);
// The same for all surfaces of a mesh without a volume.
std::string flat_facets_warning(const Case &input, const TriMesh &mesh);

} // namespace curlew
