#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/core/mesh/tri_mesh.hpp>

#include <string>

namespace curlew {

struct Case;

// Returns a warning where flat facets of curved conductors, impedances, magnetic walls and surfaces
// between media lie so far inside of their surface that resonances and powers are off by more than
// about 3 %; empty where they do not, and on meshes of curved tets. Under a plane wave this is half
// of the distance: cross sections of bodies smaller than the wavelength go with the square of the
// volume.
//
// The distance of a triangle from the surface through its nodes is a third of the sum of the
// sagittas (p_b - p_a) . (n_b - n_a) / 8 of its edges, with the mean normals n of the facets around
// a node; facets that meet at more than 50 degrees are two surfaces. The radius is that of the edge
// that bends most.
std::string flat_facets_warning(const Case &input, const TetMesh &mesh);
// The same for all surfaces of a mesh without a volume.
std::string flat_facets_warning(const Case &input, const TriMesh &mesh);

} // namespace curlew
