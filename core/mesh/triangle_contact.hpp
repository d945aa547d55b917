#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

#include <array>

namespace curlew {

// Distance at which triangles touch, over their longest edge, so that rounding makes no gaps.
constexpr double k_contact_tolerance = 1e-9;

// A triangle by its corners and the numbers of its nodes: corners of the same number are one point.
struct ContactTriangle {
  std::array<Point, 3> corners; // m
  std::array<Index, 3> nodes;
};

// True where two triangles meet beyond the nodes and the edge that they share: cross, touch,
// overlap in one plane, or lie folded on each other at their common edge. Triangles with the same
// three nodes meet. The nodes of each must be different, and its area above zero.
bool triangles_meet(const ContactTriangle &a, const ContactTriangle &b);

} // namespace curlew
