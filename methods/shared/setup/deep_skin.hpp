#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/io/case/case.hpp>

#include <array>
#include <string>
#include <vector>

namespace curlew {

// A triangle of a wall, by its nodes.
struct WallTriangle {
  const Boundary *boundary = nullptr;
  std::array<Index, 3> nodes{};
};

// Returns a warning for each wall of a metal ("sigma") on a conductor into which the fields reach
// too far for its impedance to be that of a thick, flat metal: its skin depth at the lowest
// frequency is more than a twentieth of the least extent of a connected part of the wall. That is
// about the relative error of the impedance, by the curvature of a round wire (Ramo, Whinnery and
// Van Duzer, section 3.17). Flat parts, whose thickness the mesh does not show, are passed.
std::vector<std::string> deep_skin_warnings(const Case &input, const std::vector<Point> &points,
                                            const std::vector<WallTriangle> &triangles);

} // namespace curlew
