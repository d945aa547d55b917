#pragma once

#include <curlew/methods/mom/integrals/face.hpp>

namespace curlew::mom {

// Integrals over two faces that do not touch, however near they are: the larger of the two is cut
// into four until both are further apart than `k_far_enough` sums of radii, and a product rule is
// taken there.
//
// Two faces closer than a sixty-fourth of their size are cut no further: the error grows below.
struct SeparateFaces {
  static constexpr double k_far_enough = 2;
  static constexpr int k_deepest = 6; // cuts of each face
  static constexpr int k_stack = 3 * 2 * k_deepest + 1;

  // Barycentric points and weights of the product rule.
  const double *points; // [n][3]
  const double *weights;
  int n;

  template <class F>
  KOKKOS_INLINE_FUNCTION void integrate(const Face &p, const Face &q, F &f) const {
    struct Pair {
      Face p, q;
      int depth_p, depth_q;
    };
    Pair stack[k_stack];
    int size = 1;
    stack[0] = {p, q, 0, 0};
    while (size > 0) {
      const Pair pair = stack[--size];
      const bool cut_p = pair.p.radius >= pair.q.radius;
      const int depth = cut_p ? pair.depth_p : pair.depth_q;
      if (depth == k_deepest || separation(pair.p, pair.q) >= k_far_enough) {
        product(pair.p, pair.q, f);
        continue;
      }
      for (int part = 0; part < 4; ++part) {
        stack[size] = pair;
        (cut_p ? stack[size].p : stack[size].q) = quarter(cut_p ? pair.p : pair.q, part);
        ++(cut_p ? stack[size].depth_p : stack[size].depth_q);
        ++size;
      }
    }
  }

  template <class F> KOKKOS_INLINE_FUNCTION void product(const Face &p, const Face &q, F &f) const {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        double r[3], source[3];
        p.point(points[3 * i + 1], points[3 * i + 2], r);
        q.point(points[3 * j + 1], points[3 * j + 2], source);
        f(r, source, weights[i] * p.area * weights[j] * q.area);
      }
  }

private:
  // Part 0 ... 2 at a corner, part 3 in the middle.
  static KOKKOS_INLINE_FUNCTION Face quarter(const Face &face, int part) {
    double corner[3][3];
    for (int i = 0; i < 3; ++i)
      for (int d = 0; d < 3; ++d) {
        const double *a = face.corner[(part + i) % 3], *b = face.corner[(part + i + 1) % 3];
        corner[i][d] = part == 3 ? 0.5 * (a[d] + b[d])
                                 : 0.5 * (face.corner[part][d] + face.corner[(part + i) % 3][d]);
      }
    return make_face(corner);
  }
};

} // namespace curlew::mom
