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
  // Points of weight 0 until the count is a multiple of this one.
  void pad(std::size_t multiple);
};

// A rule where kernels can read it: rows of `stride` numbers, those of PairRule in their order; the
// stride is a multiple of the lanes.
struct PairRuleRows {
  const double *values = nullptr;
  Index stride = 0;
};

// For two triangles that share their first one, two or three corners, of functions as singular as
// 1/R: the relative coordinates of @cite sauter2011, chapter 5, which turn them into smooth
// functions on a cube of four dimensions, with Gauss-Legendre rules. `radial`: points along the
// coordinate that scales both triangles about a shared corner, `points`: along the other three. Of
// triangles that share one or two corners also functions as singular as 1/R^2. Of one triangle with
// itself: functions that stay the same where the two points change places.
PairRule touching_rule(int shared, int points, int radial);

// Every point of the one rule on p with every one of the other on q.
PairRule product_rule(const TriangleRule &on_p, const TriangleRule &on_q);

} // namespace curlew::mom
