#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/shared/elements/element_space.hpp>
#include <curlew/methods/shared/elements/metric.hpp>

namespace curlew {

// Pair (i, j) with j <= i of a symmetric matrix stored by rows of its lower triangle.
KOKKOS_INLINE_FUNCTION constexpr int packed(int i, int j) {
  return i * (i + 1) / 2 + j;
}

// The matrices of straight tets without quadrature: on a straight tet the frame is constant, so
// that
//   M_ij = sum_kl A_kl T_kl,ij,   T_kl,ij = integral over the reference tet of phi_i,k phi_j,l,
// with the metric A (metric.hpp), and likewise the curl-curl matrix with the reference curls: nine
// numbers per pair of functions serve every straight tet. Entries 0 to 5 of a pair go with the
// symmetric part of the metric (T_kl + T_lk for k < l), 6 to 8 with the antisymmetric part (T_kl -
// T_lk). The tables are on the device of `Space`; copies share them. Verified by ElementMatrices.*.
template <class Space> struct ReferenceMatrices {
  using Table = Kokkos::View<const double *[9], Kokkos::LayoutRight, Space>;
  int blocks = 0, per_tet = 0;
  Table mass, curl; // pairs

  // Returns entry (i, j) of a matrix from one of the tables and its metric.
  template <class Scalar>
  KOKKOS_INLINE_FUNCTION static Scalar symmetric_entry(const Table &table,
                                                       const Metric<Scalar> &metric, int i, int j) {
    const double *t = &table(i >= j ? packed(i, j) : packed(j, i), 0);
    Scalar sum = t[0] * metric.symmetric[0];
    for (int m = 1; m < 6; ++m)
      sum += t[m] * metric.symmetric[m];
    return sum;
  }
  // The same for tensors that need not be symmetric.
  template <class Scalar>
  KOKKOS_INLINE_FUNCTION static Scalar entry(const Table &table, const Metric<Scalar> &metric,
                                             int i, int j) {
    const double *t = &table(i >= j ? packed(i, j) : packed(j, i), 0);
    Scalar sum = Scalar(0);
    for (int m = 0; m < 3; ++m)
      sum += t[6 + m] * metric.antisymmetric[m];
    return symmetric_entry(table, metric, i, j) + (i >= j ? sum : Scalar(-1) * sum);
  }
};

template <class Space> ReferenceMatrices<Space> make_reference_matrices(const ElementSpace &space);

// Computes one tet's matrices into arrays of the caller (registers or scratch), lower triangles by
// rows: packed(i, j) for j <= i. For symmetric tensors.
template <int Blocks, class Space> struct StraightTetMatrices {
  static constexpr int k_functions = basis_size<3>(Blocks);
  static constexpr int k_pairs = k_functions * (k_functions + 1) / 2;
  ReferenceMatrices<Space> reference;

  template <class Scalar>
  KOKKOS_INLINE_FUNCTION void mass(const Metric<Scalar> &metric, Scalar *lower) const {
    fill(reference.mass, metric, lower);
  }
  template <class Scalar>
  KOKKOS_INLINE_FUNCTION void curl_curl(const Metric<Scalar> &metric, Scalar *lower) const {
    fill(reference.curl, metric, lower);
  }
  // Computes all entries, row by row (functions x functions), for tensors that need not be
  // symmetric: the first index is the test function.
  template <class Scalar>
  KOKKOS_INLINE_FUNCTION void full_mass(const Metric<Scalar> &metric, Scalar *full) const {
    fill_all(reference.mass, metric, full);
  }
  template <class Scalar>
  KOKKOS_INLINE_FUNCTION void full_curl_curl(const Metric<Scalar> &metric, Scalar *full) const {
    fill_all(reference.curl, metric, full);
  }

private:
  template <class Table, class Scalar>
  KOKKOS_INLINE_FUNCTION void fill_all(const Table &table, const Metric<Scalar> &metric,
                                       Scalar *full) const {
    for (int i = 0; i < k_functions; ++i)
      for (int j = 0; j < k_functions; ++j)
        full[i * k_functions + j] = reference.entry(table, metric, i, j);
  }
  template <class Table, class Scalar>
  KOKKOS_INLINE_FUNCTION void fill(const Table &table, const Metric<Scalar> &metric,
                                   Scalar *lower) const {
    for (int p = 0; p < k_pairs; ++p) {
      Scalar sum = table(p, 0) * metric.symmetric[0];
      for (int m = 1; m < 6; ++m)
        sum += table(p, m) * metric.symmetric[m];
      lower[p] = sum;
    }
  }
};

// The same for traces on straight triangles: per pair the three entries of the metric of tangential
// fields (metric.hpp), and one of their scalar curls.
template <class Space> struct ReferenceTraces {
  int blocks = 0, per_triangle = 0;
  Kokkos::View<const double *[3], Kokkos::LayoutRight, Space> mass; // pairs
  Kokkos::View<const double *, Space> curl;

  // Integral of (n x phi_i) . (n x phi_j); metric by mass_metric of the triangle's frame.
  KOKKOS_INLINE_FUNCTION double mass_entry(const double *metric, int i, int j) const {
    const double *t = &mass(i >= j ? packed(i, j) : packed(j, i), 0);
    return t[0] * metric[0] + t[1] * metric[1] + t[2] * metric[2];
  }
  // Integral of (n . curl phi_i)(n . curl phi_j).
  KOKKOS_INLINE_FUNCTION double curl_entry(double metric, int i, int j) const {
    return curl(i >= j ? packed(i, j) : packed(j, i)) * metric;
  }
};

template <class Space> ReferenceTraces<Space> make_reference_traces(const ElementSpace &space);

} // namespace curlew
