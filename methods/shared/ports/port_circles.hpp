#pragma once

#include <curlew/methods/shared/ports/port_face.hpp>

#include <vector>

namespace curlew {

// Distance of a corner from a circle, over its radius, up to which straight edges that were refined
// make the circle.
constexpr double k_round = 0.05;

struct Circle {
  Point middle{};
  double radius_m = 0, worst = 0; // |r - radius| / radius of a corner, the largest
};

// Fits a circle through nodes in a plane by least squares, 2 x.c + (R^2 - c.c) = x.x about the mean
// of the nodes. `normal`: that of the plane, of unit length.
Circle fit_circle(const TetMesh &mesh, const Point &normal, const std::vector<Index> &nodes);

} // namespace curlew
