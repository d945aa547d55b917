#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/mesh/tet_mesh.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace curlew {

// A triangle by the rising numbers of its nodes, and the positions of the nodes.
struct SurfaceTriangle {
  std::array<Index, 3> nodes;
  std::array<Point, 3> corners_m;
};

// Returns 1 for each triangle whose normal, by the right hand along its rising nodes, points to the
// surface's positive side, else -1. The positive side of a closed part of the surface is its
// outside; that of an open part is where the largest component of its area is positive. Neighbours
// across an edge agree. The order of the triangles does not matter. Throws std::invalid_argument,
// with the edge's position, where more than two triangles meet in an edge or a part has only one
// side.
std::vector<std::int8_t> orient_surface(const std::vector<SurfaceTriangle> &triangles);

} // namespace curlew
