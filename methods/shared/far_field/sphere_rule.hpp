#pragma once

#include <curlew/methods/shared/far_field/direction.hpp>

#include <vector>

namespace curlew {

// A quadrature rule over all directions; the weights add up to 4 pi.
struct SphereRule {
  std::vector<Direction> directions;
  std::vector<double> weights;
};

// Gauss-Legendre nodes in cos(theta) times 2 n equal steps in phi: exact for spherical harmonics up
// to degree 2 n - 1. `order` is n, at least 1.
SphereRule sphere_rule(int order);

} // namespace curlew
