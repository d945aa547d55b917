#pragma once

#include <curlew/methods/mom/integrals/function.hpp>

namespace curlew::mom {

// A flat triangle with the data of the integrals, in m.
struct Face {
  double corner[3][3];
  double centroid[3], normal[3];
  double area, radius; // radius: from the centroid to the furthest corner

  // Computes the point with barycentric coordinates (1 - u - v, u, v).
  CURLEW_MOM_FUNCTION void point(double u, double v, double *r) const {
    for (int d = 0; d < 3; ++d)
      r[d] = corner[0][d] + u * (corner[1][d] - corner[0][d]) + v * (corner[2][d] - corner[0][d]);
  }
};

CURLEW_MOM_FUNCTION Face make_face(const double (&corner)[3][3]) {
  Face face;
  double cross[3], squared = 0;
  for (int d = 0; d < 3; ++d) {
    for (int i = 0; i < 3; ++i)
      face.corner[i][d] = corner[i][d];
    face.centroid[d] = (corner[0][d] + corner[1][d] + corner[2][d]) / 3;
    const int u = (d + 1) % 3, v = (d + 2) % 3;
    cross[d] = (corner[1][u] - corner[0][u]) * (corner[2][v] - corner[0][v]) -
               (corner[1][v] - corner[0][v]) * (corner[2][u] - corner[0][u]);
    squared += cross[d] * cross[d];
  }
  const double twice = std::sqrt(squared);
  face.area = 0.5 * twice;
  face.radius = 0;
  for (int d = 0; d < 3; ++d)
    face.normal[d] = cross[d] / twice;
  for (int i = 0; i < 3; ++i) {
    double distance = 0;
    for (int d = 0; d < 3; ++d)
      distance += (corner[i][d] - face.centroid[d]) * (corner[i][d] - face.centroid[d]);
    if (distance > face.radius * face.radius)
      face.radius = std::sqrt(distance);
  }
  return face;
}

CURLEW_MOM_FUNCTION double distance_squared(const double *a, const double *b) {
  const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
  return x * x + y * y + z * z;
}

// Returns the integral of f.f' over a face, f and f' the functions l / 2A (r - v) opposite to
// corners i and j, for edges of length 1. Three points are exact.
CURLEW_MOM_FUNCTION double gram(const Face &face, int i, int j) {
  double sum = 0;
  for (int e = 0; e < 3; ++e)
    for (int d = 0; d < 3; ++d) {
      const double middle = 0.5 * (face.corner[e][d] + face.corner[(e + 1) % 3][d]);
      sum += (middle - face.corner[i][d]) * (middle - face.corner[j][d]);
    }
  return sum / 3 / (4 * face.area);
}
// Returns the same from the values at the centroid.
CURLEW_MOM_FUNCTION double gram_at_centroid(const Face &face, int i, int j) {
  double sum = 0;
  for (int d = 0; d < 3; ++d)
    sum += (face.centroid[d] - face.corner[i][d]) * (face.centroid[d] - face.corner[j][d]);
  return sum / (4 * face.area);
}

// Returns the distance of centroids in sums of radii: below 1 where faces touch or may overlap.
CURLEW_MOM_FUNCTION double separation(const Face &p, const Face &q) {
  return std::sqrt(distance_squared(p.centroid, q.centroid)) / (p.radius + q.radius);
}

} // namespace curlew::mom
