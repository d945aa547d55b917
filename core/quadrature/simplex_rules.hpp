#pragma once

#include <array>
#include <vector>

namespace curlew {

// A quadrature rule on a simplex with `Corners` corners (2: line, 3: triangle, 4: tet): points in
// barycentric coordinates, and weights that add up to 1, so that the integral is the simplex'
// length, area or volume times the sum.
template <int Corners> struct SimplexRule {
  std::vector<std::array<double, Corners>> points;
  std::vector<double> weights;
};

// Returns the rule that integrates all polynomials up to this degree exactly: a product of
// Gauss-Jacobi rules with (degree + 2)/2 points in each direction of the cube that is collapsed
// onto the simplex @cite karniadakis2005 section 4.1.1. All points lie inside and all weights are
// positive. Throws std::invalid_argument for a degree below 0. Verified by SimplexRules.*.
SimplexRule<2> line_rule(int degree);
SimplexRule<3> triangle_rule(int degree);
SimplexRule<4> tet_rule(int degree);

} // namespace curlew
