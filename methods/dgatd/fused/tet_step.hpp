#pragma once

#include <curlew/core/parallel/spaces.hpp>

#include <cstdint>

namespace curlew::dgatd {

// The arithmetic of one step for k_width tets side by side. a[n][d]: component d of x_{n+1} - x_0.
template <int k_width> struct TetStep {
  double a[3][3][k_width];

  // -curl e, e[0..5] the circulations along edges 01, 02, 03, 12, 13, 23. The sum over the edges is
  // one over three nodes, sum of c_n a_n with c_n = (edges whose opposite one ends in n) - (those
  // whose opposite one starts there); the opposites (k,l) are 23, 31, 12, 03, 20, 01.
  KOKKOS_INLINE_FUNCTION void minus_curl(const double (&e)[6][k_width],
                                         double (&curl)[3][k_width]) const {
    double c[3][k_width];
    CURLEW_UNROLL
    for (int lane = 0; lane < k_width; ++lane) {
      c[0][lane] = e[1][lane] - e[2][lane] + e[5][lane];
      c[1][lane] = e[2][lane] - e[0][lane] - e[4][lane];
      c[2][lane] = e[0][lane] - e[1][lane] + e[3][lane];
    }
    CURLEW_UNROLL
    for (int lane = 0; lane < k_width; ++lane) {
      const double six_volume =
          a[0][0][lane] * (a[1][1][lane] * a[2][2][lane] - a[1][2][lane] * a[2][1][lane]) +
          a[0][1][lane] * (a[1][2][lane] * a[2][0][lane] - a[1][0][lane] * a[2][2][lane]) +
          a[0][2][lane] * (a[1][0][lane] * a[2][1][lane] - a[1][1][lane] * a[2][0][lane]);
      const double scale = -2 / (six_volume < 0 ? -six_volume : six_volume); // -1 / (3 |V|)
      CURLEW_UNROLL
      for (int d = 0; d < 3; ++d)
        curl[d][lane] = scale * (c[0][lane] * a[0][d][lane] + c[1][lane] * a[1][d][lane] +
                                 c[2][lane] * a[2][d][lane]);
    }
  }

  // Computes three times the tets' contributions to r along their edges: H . (x_l - x_k), a
  // difference of H . a_n. Edge e of lane l is at sums[e * stride + l].
  KOKKOS_INLINE_FUNCTION void contribute(const double (&field)[3][k_width], double *sums,
                                         const int stride) const {
    CURLEW_UNROLL
    for (int lane = 0; lane < k_width; ++lane) {
      double along[3]; // H . a_n
      CURLEW_UNROLL
      for (int n = 0; n < 3; ++n)
        along[n] = field[0][lane] * a[n][0][lane] + field[1][lane] * a[n][1][lane] +
                   field[2][lane] * a[n][2][lane];
      sums[0 * stride + lane] = along[2] - along[1];
      sums[1 * stride + lane] = along[0] - along[2];
      sums[2 * stride + lane] = along[1] - along[0];
      sums[3 * stride + lane] = along[2];
      sums[4 * stride + lane] = -along[1];
      sums[5 * stride + lane] = along[0];
    }
  }
};

// Adds to a field dt mu^-1 of a material (row m: xx, yy, zz, xy, xz, yz) times the curl of one
// lane.
template <int k_width>
KOKKOS_INLINE_FUNCTION void add_response(const double *m, const bool isotropic,
                                         const double (&curl)[3][k_width], const int lane,
                                         double (&field)[3][k_width]) {
  const double c0 = curl[0][lane], c1 = curl[1][lane], c2 = curl[2][lane];
  if (isotropic) {
    const double factor = m[0];
    field[0][lane] += factor * c0;
    field[1][lane] += factor * c1;
    field[2][lane] += factor * c2;
  } else {
    field[0][lane] += m[0] * c0 + m[3] * c1 + m[4] * c2;
    field[1][lane] += m[3] * c0 + m[1] * c1 + m[5] * c2;
    field[2][lane] += m[4] * c0 + m[5] * c1 + m[2] * c2;
  }
}

} // namespace curlew::dgatd
