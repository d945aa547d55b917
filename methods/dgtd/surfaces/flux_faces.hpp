#pragma once

#include <curlew/methods/dgtd/problem.hpp>

#include <cstdint>
#include <vector>

namespace curlew::dgtd {

// A face of a named surface, as one of its tets sees it.
struct FluxFace {
  Index tet = 0;
  std::int8_t local = 0; // opposite the tet's ascending vertex `local`
};

// Leaves of a mesh's triangles those that outputs.flux counts power through and those of the
// surface of outputs.far_field.
void keep_surface_triangles(const Case &input, TetMesh &mesh);

// The faces of a group that have a solved tet, in the order of these triangles.
std::vector<FluxFace> find_flux_faces(const Problem &problem, Index group);

} // namespace curlew::dgtd
