#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

#include <algorithm>
#include <cmath>

namespace curlew {

// The little vector algebra of the host mesh tools.

inline Point operator-(const Point &a, const Point &b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

inline Point operator+(const Point &a, const Point &b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

inline Point operator*(double s, const Point &a) {
  return {s * a[0], s * a[1], s * a[2]};
}

inline double dot(const Point &a, const Point &b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline Point cross(const Point &a, const Point &b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline double norm(const Point &a) {
  return std::sqrt(dot(a, a));
}

// Returns the place nearest to p on the segment from a to b, which may be a point.
inline Point nearest_on_segment(const Point &p, const Point &a, const Point &b) {
  const Point along = b - a;
  const double squared = dot(along, along);
  const double t = squared > 0 ? std::clamp(dot(p - a, along) / squared, 0.0, 1.0) : 0;
  return a + t * along;
}

inline double distance_to_segment(const Point &p, const Point &a, const Point &b) {
  return norm(p - nearest_on_segment(p, a, b));
}

} // namespace curlew
