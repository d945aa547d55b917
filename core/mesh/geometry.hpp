#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

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

} // namespace curlew
