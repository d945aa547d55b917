#pragma once

#include <array>
#include <vector>

namespace curlew::mom {

// A symmetric rule of quadrature on a triangle: barycentric coordinates, and weights that add up to
// 1, so that the integral is area times the sum.
struct TriangleRule {
  std::vector<std::array<double, 3>> points;
  std::vector<double> weights;
  int degree = 0; // polynomials up to this degree are integrated exactly
};

// Returns the rule with 1, 3, 6, 7, 12 or 16 points, @cite dunavant1985. Throws
// std::invalid_argument for another number. Verified by TriangleRules.*.
const TriangleRule &triangle_rule(int points);

// Gauss-Legendre on [0, 1]: abscissae and weights.
struct LineRule {
  std::vector<double> points, weights;
};
LineRule gauss_legendre(int points);

} // namespace curlew::mom
