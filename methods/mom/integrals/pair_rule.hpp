#pragma once

#include <curlew/core/index.hpp>
#include <curlew/methods/mom/integrals/triangle_rules.hpp>

#include <cstddef>

namespace curlew::mom {

// A rule of quadrature for a pair of triangles p and q: points (x1, x2) on each, 0 < x2 < x1 < 1,
// of the map r = c0 + x1 (c1 - c0) + x2 (c2 - c1) from corners c. Weights add up to 1: the integral
// over both is the product of the areas times the sum.
struct PairRule {
  std::vector<double> p1, p2, q1, q2, weight;

  std::size_t count() const { return weight.size(); }
  // Appends points of weight 0 until the count is a multiple of `multiple`.
  void pad(std::size_t multiple);
};

// A rule, for kernels: rows of `stride` numbers, the vectors of PairRule in their order; the stride
// is a multiple of the lanes.
struct PairRuleRows {
  const double *values = nullptr;
  Index stride = 0;
};

// Returns the rule for two triangles that share their first one, two or three corners, for
// functions as singular as 1/R: the relative coordinates of @cite sauter2011, chapter 5, which turn
// these functions into smooth functions on a cube of four dimensions, with Gauss-Legendre rules.
// `radial`: points along the coordinate that scales both triangles about a shared corner, `points`:
// along the other three. With one or two shared corners the rule also holds for functions as
// singular as 1/R^2. With three, one triangle with itself, it holds for functions that stay the
// same where the two points are exchanged.
PairRule touching_rule(int shared, int points, int radial);

// Returns the rule of every point of `on_p` with every point of `on_q`.
PairRule product_rule(const TriangleRule &on_p, const TriangleRule &on_q);

} // namespace curlew::mom
