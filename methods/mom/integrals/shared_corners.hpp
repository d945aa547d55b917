#pragma once

#include <curlew/methods/mom/integrals/face.hpp>

namespace curlew::mom {

// Integrals over two faces that share corners, of functions as singular as 1/R: the relative
// coordinates of @cite sauter2011, chapter 5, which turn them into smooth functions on a cube of
// four dimensions, with a Gauss-Legendre rule along each. For two faces that share an edge or a
// corner, and for one face, also of functions as singular as 1/R^2 whose integrals exist.

// How the corners of two faces go together: the first `shared` of each, in these orders, are the
// same. 0: they do not touch.
struct SharedCorners {
  int shared = 0;
  int of_p[3] = {0, 1, 2}, of_q[3] = {0, 1, 2};
};

template <class Nodes>
KOKKOS_INLINE_FUNCTION SharedCorners shared_corners(const Nodes &p, const Nodes &q) {
  SharedCorners result;
  bool used_p[3] = {false, false, false}, used_q[3] = {false, false, false};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (p[i] == q[j]) {
        result.of_p[result.shared] = i;
        result.of_q[result.shared++] = j;
        used_p[i] = used_q[j] = true;
      }
  int next_p = result.shared, next_q = result.shared;
  for (int i = 0; i < 3; ++i) {
    if (!used_p[i])
      result.of_p[next_p++] = i;
    if (!used_q[i])
      result.of_q[next_q++] = i;
  }
  return result;
}

// Calls f(r, r', weight) at the points of the rule. `x` and `w`: points and weights of a
// Gauss-Legendre rule on [0, 1] with n points.
template <class F> class TouchingFaces {
public:
  KOKKOS_INLINE_FUNCTION TouchingFaces(const Face &p, const Face &q, const SharedCorners &corners,
                                       F &f)
      : p_(p), q_(q), corners_(corners), f_(f), scale_(4 * p.area * q.area) {}

  KOKKOS_INLINE_FUNCTION void integrate(const double *x, const double *w, int n) const {
    for (int i = 0; i < n; ++i)
      for (int a = 0; a < n; ++a)
        for (int b = 0; b < n; ++b)
          for (int c = 0; c < n; ++c) {
            const double weight = w[i] * w[a] * w[b] * w[c] * scale_ * x[i] * x[i] * x[i];
            if (corners_.shared == 3)
              same(x[i], x[a], x[b], x[c], weight);
            else if (corners_.shared == 2)
              edge(x[i], x[a], x[b], x[c], weight);
            else
              corner(x[i], x[a], x[b], x[c], weight);
          }
  }

private:
  // Points (x1, x2) of the triangle 0 < x2 < x1 < 1, of p and of q.
  KOKKOS_INLINE_FUNCTION void at(double p1, double p2, double q1, double q2, double weight) const {
    double r[3], source[3];
    const int *i = corners_.of_p, *j = corners_.of_q;
    for (int d = 0; d < 3; ++d) {
      r[d] = p_.corner[i[0]][d] + p1 * (p_.corner[i[1]][d] - p_.corner[i[0]][d]) +
             p2 * (p_.corner[i[2]][d] - p_.corner[i[1]][d]);
      source[d] = q_.corner[j[0]][d] + q1 * (q_.corner[j[1]][d] - q_.corner[j[0]][d]) +
                  q2 * (q_.corner[j[2]][d] - q_.corner[j[1]][d]);
    }
    f_(r, source, weight);
  }
  KOKKOS_INLINE_FUNCTION void both(double p1, double p2, double q1, double q2,
                                   double weight) const {
    at(p1, p2, q1, q2, weight);
    at(q1, q2, p1, p2, weight);
  }

  KOKKOS_INLINE_FUNCTION void same(double s, double a, double b, double c, double weight) const {
    const double jacobian = weight * a * a * b;
    both(s, s * (1 - a + a * b), s * (1 - a * b * c), s * (1 - a), jacobian);
    both(s, s * a * (1 - b + b * c), s * (1 - a * b), s * a * (1 - b), jacobian);
    both(s * (1 - a * b * c), s * a * (1 - b * c), s, s * a * (1 - b), jacobian);
  }
  KOKKOS_INLINE_FUNCTION void edge(double s, double a, double b, double c, double weight) const {
    const double jacobian = weight * a * a;
    at(s, s * a * c, s * (1 - a * b), s * a * (1 - b), jacobian);
    at(s, s * a, s * (1 - a * b * c), s * a * b * (1 - c), jacobian * b);
    at(s * (1 - a * b), s * a * (1 - b), s, s * a * b * c, jacobian * b);
    at(s * (1 - a * b * c), s * a * b * (1 - c), s, s * a, jacobian * b);
    at(s * (1 - a * b * c), s * a * (1 - b * c), s, s * a * b, jacobian * b);
  }
  KOKKOS_INLINE_FUNCTION void corner(double s, double a, double b, double c, double weight) const {
    both(s, s * a, s * b, s * b * c, weight * b);
  }

  const Face &p_, &q_;
  const SharedCorners &corners_;
  F &f_;
  double scale_; // of the two maps: twice the area each
};

} // namespace curlew::mom
