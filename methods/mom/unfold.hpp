#pragma once

#include <curlew/core/mesh/tri_mesh.hpp>
#include <curlew/methods/shared/far_field/image_planes.hpp>

#include <vector>

namespace curlew::mom {

// Moves nodes that lie in a plane to rounding (a 2^20th of the extent) exactly there. Throws
// InputError, with the triangle's centroid, for a triangle that lies in a plane or crosses it, and
// for triangles on both sides of a plane.
void snap_to_planes(TriMesh &mesh, const std::vector<ImagePlane> &planes);

// Returns the triangles with all their mirror images, 2, 4 or 8 of each: image g of triangle t,
// where g counts planes in bits, has number t + g n. Nodes in a plane are their own images, so a
// surface that ends in a plane is joined to its image. Normals are mirrored too.
TriMesh unfold(const TriMesh &mesh, const std::vector<ImagePlane> &planes);

// Returns the corner of the image of a triangle that is the image of corner i: an odd number of
// reflections swaps the last two.
int image_corner(int image, int corner);

} // namespace curlew::mom
