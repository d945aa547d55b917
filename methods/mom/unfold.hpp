#pragma once

#include <curlew/core/mesh/tri_mesh.hpp>
#include <curlew/methods/shared/far_field/image_planes.hpp>

#include <vector>

namespace curlew::mom {

// Moves nodes that lie in a plane to rounding (a 2^20th of the extent) exactly there. Throws
// InputError for a triangle that lies in a plane or crosses it, and for triangles on both sides of
// one, naming the triangle's centroid.
void snap_to_planes(TriMesh &mesh, const std::vector<ImagePlane> &planes);

// The triangles with all their mirror images, 2, 4 or 8 of each: image g of triangle t, g counting
// planes in bits, is number t + g n. Nodes in a plane are their own images, so that a surface that
// ends in a plane is joined to its image. Normals are mirrored too.
TriMesh unfold(const TriMesh &mesh, const std::vector<ImagePlane> &planes);

// Where corner i of a triangle is in its image: an odd number of reflections swaps the last two.
int image_corner(int image, int corner);

} // namespace curlew::mom
