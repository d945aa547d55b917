#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/shared/elements/reference_matrices.hpp>

namespace curlew {

// Returns the degree of the rules for curved tets and faces: the product of two functions (2 p,
// exact on straight ones), and two more for the Jacobian of a second-order map, whose inverse is no
// polynomial. Faces of ports and loads use it too.
inline int curved_degree(const ElementSpace &space) {
  return 2 * space.degree() + 2;
}

// A space's functions and their curls, on the reference tet (D = 3) or triangle (D = 2), at the
// points of a rule: values(q, i, component). Weights add up to 1/6 (1/2).
template <int D, class Space> struct QuadratureTable {
  static constexpr int k_curls = D == 3 ? 3 : 1;
  int blocks = 0;
  Kokkos::View<const double * [D + 1], Kokkos::LayoutRight, Space> points; // barycentric
  Kokkos::View<const double *, Space> weights;
  Kokkos::View<const double **[D], Kokkos::LayoutRight, Space> values;
  Kokkos::View<const double **[k_curls], Kokkos::LayoutRight, Space> curls;
};

template <int D, class Space>
QuadratureTable<D, Space> make_quadrature_table(const ElementSpace &space, int degree);

// A material of 1: the metrics stay real, and cheap.
struct Vacuum {};
KOKKOS_INLINE_FUNCTION Metric<double> mass_metric(const TetFrame &frame, Vacuum) {
  return mass_metric(frame);
}
KOKKOS_INLINE_FUNCTION Metric<double> curl_metric(const TetFrame &frame, Vacuum) {
  return curl_metric(frame);
}

// The matrices of curved tets by quadrature: E on the tet is the covariant (Piola) image of the
// functions on the reference tet at each point. Material is Vacuum or a Tensor<Scalar>, constant in
// the tet. Lower triangles by rows (symmetric tensors), or all entries row by row; what the arrays
// held is overwritten.
template <int Blocks, class Space> struct CurvedTetMatrices {
  static constexpr int k_functions = basis_size<3>(Blocks);
  static constexpr int k_pairs = k_functions * (k_functions + 1) / 2;
  QuadratureTable<3, Space> table;

  template <class Scalar, class Material>
  KOKKOS_INLINE_FUNCTION void mass(const TetShape &shape, const Material &material,
                                   Scalar *lower) const {
    integrate<true, false>(shape, material, lower);
  }
  template <class Scalar, class Material>
  KOKKOS_INLINE_FUNCTION void curl_curl(const TetShape &shape, const Material &material,
                                        Scalar *lower) const {
    integrate<false, false>(shape, material, lower);
  }
  template <class Scalar, class Material>
  KOKKOS_INLINE_FUNCTION void full_mass(const TetShape &shape, const Material &material,
                                        Scalar *full) const {
    integrate<true, true>(shape, material, full);
  }
  template <class Scalar, class Material>
  KOKKOS_INLINE_FUNCTION void full_curl_curl(const TetShape &shape, const Material &material,
                                             Scalar *full) const {
    integrate<false, true>(shape, material, full);
  }

private:
  template <bool Mass, bool Full, class Scalar, class Material>
  KOKKOS_INLINE_FUNCTION void integrate(const TetShape &shape, const Material &material,
                                        Scalar *matrix) const {
    for (int p = 0; p < (Full ? k_functions * k_functions : k_pairs); ++p)
      matrix[p] = Scalar(0);
    for (int q = 0; q < static_cast<int>(table.weights.extent(0)); ++q) {
      const TetFrame frame = frame_at(shape, &table.points(q, 0));
      const auto metric = Mass ? mass_metric(frame, material) : curl_metric(frame, material);
      for (int i = 0; i < k_functions; ++i) {
        const double *u = Mass ? &table.values(q, i, 0) : &table.curls(q, i, 0);
        Scalar row[3];
        apply(metric, table.weights(q), u, row);
        for (int j = 0; j < (Full ? k_functions : i + 1); ++j) {
          const double *v = Mass ? &table.values(q, j, 0) : &table.curls(q, j, 0);
          matrix[Full ? i * k_functions + j : packed(i, j)] +=
              row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
        }
      }
    }
  }
  // row_l = weight sum_k u_k A_kl
  template <class MetricScalar, class Scalar>
  KOKKOS_INLINE_FUNCTION static void apply(const Metric<MetricScalar> &metric, double weight,
                                           const double *u, Scalar *row) {
    for (int k = 0; k < 3; ++k)
      row[k] = weight * u[k] * metric.symmetric[k];
    for (int m = 3; m < 6; ++m) {
      const int k = metric_row(m), l = metric_column(m);
      row[l] += weight * u[k] * (metric.symmetric[m] + metric.antisymmetric[m - 3]);
      row[k] += weight * u[l] * (metric.symmetric[m] - metric.antisymmetric[m - 3]);
    }
  }
};

// The same for traces on curved triangles: integrals of (n x phi_i) . (n x phi_j), and of
// (n . curl phi_i)(n . curl phi_j); lower triangles by rows.
template <int Blocks, class Space> struct CurvedTraceMatrices {
  static constexpr int k_functions = basis_size<2>(Blocks);
  static constexpr int k_pairs = k_functions * (k_functions + 1) / 2;
  QuadratureTable<2, Space> table;

  KOKKOS_INLINE_FUNCTION void mass(const TriangleShape &shape, double *lower) const {
    for (int p = 0; p < k_pairs; ++p)
      lower[p] = 0;
    for (int q = 0; q < static_cast<int>(table.weights.extent(0)); ++q) {
      double metric[3];
      mass_metric(frame_at(shape, &table.points(q, 0)), metric);
      for (int i = 0; i < k_functions; ++i) {
        const double *u = &table.values(q, i, 0);
        const double row0 = table.weights(q) * (metric[0] * u[0] + metric[2] * u[1]);
        const double row1 = table.weights(q) * (metric[2] * u[0] + metric[1] * u[1]);
        for (int j = 0; j <= i; ++j)
          lower[packed(i, j)] += row0 * table.values(q, j, 0) + row1 * table.values(q, j, 1);
      }
    }
  }
  KOKKOS_INLINE_FUNCTION void curl_curl(const TriangleShape &shape, double *lower) const {
    for (int p = 0; p < k_pairs; ++p)
      lower[p] = 0;
    for (int q = 0; q < static_cast<int>(table.weights.extent(0)); ++q) {
      const double weight = table.weights(q) * curl_metric(frame_at(shape, &table.points(q, 0)));
      for (int i = 0; i < k_functions; ++i)
        for (int j = 0; j <= i; ++j)
          lower[packed(i, j)] += weight * table.curls(q, i, 0) * table.curls(q, j, 0);
    }
  }
};

} // namespace curlew
