#pragma once

#include <curlew/core/mesh/geometry.hpp>

namespace curlew {

// Returns the point of a triangle that is closest to p: on a corner, an edge or inside of it, by
// the regions of @cite ericson2005.
inline Point closest_point(const Point &p, const Point &a, const Point &b, const Point &c) {
  const Point ab = b - a, ac = c - a;
  const double b_a = dot(ab, p - a), c_a = dot(ac, p - a);
  if (b_a <= 0 && c_a <= 0)
    return a;
  const double b_b = dot(ab, p - b), c_b = dot(ac, p - b);
  if (b_b >= 0 && c_b <= b_b)
    return b;
  const double of_c = b_a * c_b - b_b * c_a;
  if (of_c <= 0 && b_a >= 0 && b_b <= 0)
    return a + (b_a / (b_a - b_b)) * ab;
  const double b_c = dot(ab, p - c), c_c = dot(ac, p - c);
  if (c_c >= 0 && b_c <= c_c)
    return c;
  const double of_b = b_c * c_a - b_a * c_c;
  if (of_b <= 0 && c_a >= 0 && c_c <= 0)
    return a + (c_a / (c_a - c_c)) * ac;
  const double of_a = b_b * c_c - b_c * c_b;
  if (of_a <= 0 && c_b >= b_b && b_c >= c_c)
    return b + ((c_b - b_b) / ((c_b - b_b) + (b_c - c_c))) * (c - b);
  const double sum = of_a + of_b + of_c;
  return a + ((of_b / sum) * ab + (of_c / sum) * ac);
}

} // namespace curlew
