#pragma once

#include <curlew/methods/dgtd/problem.hpp>

#include <cstdint>
#include <vector>

namespace curlew::dgtd {

// Face of a named surface, on the side of one of its tets.
struct FluxFace {
  Index tet = 0;
  std::int8_t local = 0; // opposite the tet's ascending vertex `local`
};

// Leaves in a mesh only the triangles through which outputs.flux counts power and those of the
// surface of outputs.far_field.
void keep_surface_triangles(const Case &input, TetMesh &mesh);

// Returns the faces of a group that have a solved tet, in the order of these triangles.
std::vector<FluxFace> find_flux_faces(const Problem &problem, Index group);

} // namespace curlew::dgtd
