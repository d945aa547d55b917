#pragma once

#include <curlew/methods/mom/integrals/face.hpp>

namespace curlew::mom {

// Integrates functions of r' as singular as 1/R over a face, at a point r on the face, above it or
// beside it. The face is the sum, with signs, of three triangles between an edge and the foot of r
// in the plane. Each triangle is integrated by lines parallel to the edge, with the arsinh
// transform of @cite khayat2005 along them, which removes 1/R.
//
// Calls f(r', weight). `x` and `w`: points and weights of a Gauss-Legendre rule on [0, 1] with n
// points.
template <class F>
CURLEW_MOM_FUNCTION void integrate_seen_from(const double *r, const Face &face, const double *x,
                                             const double *w, int n, F &f) {
  double height = 0, foot[3];
  for (int d = 0; d < 3; ++d)
    height += (r[d] - face.corner[0][d]) * face.normal[d];
  for (int d = 0; d < 3; ++d)
    foot[d] = r[d] - height * face.normal[d];
  for (int e = 0; e < 3; ++e) {
    const double *a = face.corner[e], *b = face.corner[(e + 1) % 3];
    double along[3], away[3], length = 0;
    for (int d = 0; d < 3; ++d) {
      along[d] = b[d] - a[d];
      length += along[d] * along[d];
    }
    length = std::sqrt(length);
    for (int d = 0; d < 3; ++d)
      along[d] /= length;
    // Distance of the edge from the foot; positions of its ends along it.
    double distance = 0, from = 0, to = 0;
    for (int d = 0; d < 3; ++d) {
      const int u = (d + 1) % 3, v = (d + 2) % 3;
      away[d] = along[u] * face.normal[v] - along[v] * face.normal[u]; // outwards
      distance += (a[d] - foot[d]) * away[d];
      from += (a[d] - foot[d]) * along[d];
      to += (b[d] - foot[d]) * along[d];
    }
    if (distance < 1e-12 * face.radius && distance > -1e-12 * face.radius)
      continue; // a triangle without an area
    for (int i = 0; i < n; ++i) {
      const double y = x[i] * distance, least = std::sqrt(y * y + height * height);
      const double first = std::asinh(from * x[i] / least), last = std::asinh(to * x[i] / least);
      for (int j = 0; j < n; ++j) {
        const double t = first + x[j] * (last - first);
        const double shift = least * std::sinh(t), across = least * std::cosh(t);
        double source[3];
        for (int d = 0; d < 3; ++d)
          source[d] = foot[d] + y * away[d] + shift * along[d];
        f(source, w[i] * w[j] * distance * (last - first) * across);
      }
    }
  }
}

} // namespace curlew::mom
