#pragma once

#include <curlew/methods/dgtd/problem.hpp>
#include <curlew/methods/shared/surfaces/named_surface.hpp>

#include <set>
#include <utility>
#include <vector>

namespace curlew::dgtd {

using FaceKey = std::pair<Index, int>; // a tet and its face

// Returns the faces of ports, where waves travel to and from lines.
std::set<FaceKey> faces_of_ports(const Problem &problem);

// True for a medium in which the currents of a far field may lie.
bool is_vacuum(const Material &medium);

// Returns the whole mesh for the functions of shared/surfaces. Faces of a tet are those opposite
// its ascending vertices; a wall between two tets is two faces.
SurfaceMesh surface_mesh(const Problem &problem, const std::vector<ImagePlane> &images);

// Returns the faces of outputs.far_field.surface for find_named_surface(). Throws InputError for a
// group that the mesh lacks.
std::vector<Index> named_faces(const Case &input, const Problem &problem, const SurfaceMesh &mesh);

} // namespace curlew::dgtd
