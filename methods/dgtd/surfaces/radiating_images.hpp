#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/methods/shared/far_field/image_planes.hpp>

#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::dgtd {

// Returns the planes whose images radiate too: those of outputs.far_field.images and the walls of
// type "symmetry" of a case with a far field, a cross section or a plane wave; each plane once.
//
// Throws InputError, with the place in the case file, for such a wall that is no plane across an
// axis, for one that is "default", whose faces have no group, and for two planes across one axis.
std::vector<ImagePlane> radiating_images(const Case &input, const TetMesh &mesh);

// True for a case with a far field, a cross section or a plane wave, for which radiating_images()
// needs the triangles of symmetries.
bool has_radiation(const Case &input);

} // namespace curlew::dgtd
