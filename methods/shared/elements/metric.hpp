#pragma once

#include <curlew/methods/shared/elements/simplex_shape.hpp>

namespace curlew {

// A material tensor, row by row.
template <class Scalar> struct Tensor { Scalar entries[3][3]; };

// A bilinear form on the components of the reference simplex: sum_kl A_kl u_k v_l, as its symmetric
// part A_11, A_22, A_33, A_12, A_13, A_23 (triangles have three, A_11, A_22, A_12) and its
// antisymmetric part (A_12 - A_21)/2, (A_13 - A_31)/2, (A_23 - A_32)/2, of unsymmetric tensors
// alone.
template <class Scalar> struct Metric {
  Scalar symmetric[6];
  Scalar antisymmetric[3];
};

// Return the row and column of entry m of the symmetric part.
KOKKOS_INLINE_FUNCTION constexpr int metric_row(int m) {
  return m < 3 ? m : m == 5 ? 1 : 0;
}
KOKKOS_INLINE_FUNCTION constexpr int metric_column(int m) {
  return m < 3 ? m : m == 3 ? 1 : 2;
}

// Returns factor times u_k . v_l for three vectors.
KOKKOS_INLINE_FUNCTION Metric<double> products(const double (*vectors)[3], double factor) {
  Metric<double> metric;
  for (int m = 0; m < 6; ++m) {
    const double *u = vectors[metric_row(m)], *v = vectors[metric_column(m)];
    metric.symmetric[m] = factor * (u[0] * v[0] + u[1] * v[1] + u[2] * v[2]);
  }
  for (double &entry : metric.antisymmetric)
    entry = 0;
  return metric;
}

// Returns factor times u_k . (T v_l).
template <class Scalar>
KOKKOS_INLINE_FUNCTION Metric<Scalar> products(const double (*vectors)[3],
                                               const Tensor<Scalar> &tensor, double factor) {
  Scalar full[3][3];
  for (int k = 0; k < 3; ++k)
    for (int l = 0; l < 3; ++l) {
      Scalar sum = Scalar(0);
      for (int x = 0; x < 3; ++x)
        for (int y = 0; y < 3; ++y)
          sum += vectors[k][x] * vectors[l][y] * tensor.entries[x][y];
      full[k][l] = factor * sum;
    }
  Metric<Scalar> metric;
  for (int m = 0; m < 6; ++m) {
    const int k = metric_row(m), l = metric_column(m);
    metric.symmetric[m] = 0.5 * (full[k][l] + full[l][k]);
    if (m >= 3)
      metric.antisymmetric[m - 3] = 0.5 * (full[k][l] - full[l][k]);
  }
  return metric;
}

// The integral of E . E' over the tet is mass_metric applied to the components of E and E' on the
// reference tet, integrated there; that of curl E . curl E' is curl_metric applied to the
// components of the curls.
KOKKOS_INLINE_FUNCTION Metric<double> mass_metric(const TetFrame &frame) {
  return products(frame.dual, frame.volume_factor());
}
KOKKOS_INLINE_FUNCTION Metric<double> curl_metric(const TetFrame &frame) {
  return products(frame.tangent, 1 / frame.volume_factor());
}
// The same for E . (tensor E') and curl E . (tensor curl E').
template <class Scalar>
KOKKOS_INLINE_FUNCTION Metric<Scalar> mass_metric(const TetFrame &frame,
                                                  const Tensor<Scalar> &tensor) {
  return products(frame.dual, tensor, frame.volume_factor());
}
template <class Scalar>
KOKKOS_INLINE_FUNCTION Metric<Scalar> curl_metric(const TetFrame &frame,
                                                  const Tensor<Scalar> &tensor) {
  return products(frame.tangent, tensor, 1 / frame.volume_factor());
}

// The metric of tangential fields on a triangle (three entries), and of their scalar curls (one).
KOKKOS_INLINE_FUNCTION void mass_metric(const TriangleFrame &frame, double *metric) {
  for (int m = 0; m < 3; ++m) {
    const double *u = frame.dual[m == 1], *v = frame.dual[m == 0 ? 0 : 1];
    metric[m] = frame.area_factor * (u[0] * v[0] + u[1] * v[1] + u[2] * v[2]);
  }
}
KOKKOS_INLINE_FUNCTION double curl_metric(const TriangleFrame &frame) {
  return 1 / frame.area_factor;
}

} // namespace curlew
