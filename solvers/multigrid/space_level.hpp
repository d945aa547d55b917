#pragma once

#include <curlew/solvers/sparse/sparse_matrix.hpp>

namespace curlew::multigrid {

// Data of a cycle's level in the memory of a space, on one rank; as HostLevel.
template <class Space> struct SpaceLevel {
  using Complex = Kokkos::complex<double>;
  SparseMatrix<Space, Complex> a;
  SparseMatrix<Space, double> prolongation, restriction; // P, P^T
  SparseMatrix<Space, double> gradient, divergence;      // G, G^T
  // Inverse of the diagonals, 0 for 0.
  Kokkos::View<Complex *, Space> inverse, node_inverse;
  SparseMatrix<Space, Complex> node_matrix; // G^T A G, with Chebyshev
  // Largest |eigenvalue| of D^-1 A and D_n^-1 A_n; with Chebyshev.
  double edge_eigenvalue = 0, node_eigenvalue = 0;
};

// Steps of the power method; a margin covers the error that is left.
constexpr int k_power_steps = 20;
constexpr double k_power_margin = 1.05;

// Replaces values by 1 over them, 0 by 0. Returns the same view.
template <class Space>
Kokkos::View<Kokkos::complex<double> *, Space>
inverted(const Space &space, const Kokkos::View<Kokkos::complex<double> *, Space> &values);

// Returns about the largest |eigenvalue| of D^-1 A, from above, by the steps of the function for
// rows on the host.
template <class Space>
double largest_eigenvalue(const Space &space, const SparseMatrix<Space, Kokkos::complex<double>> &a,
                          const Kokkos::View<Kokkos::complex<double> *, Space> &inverse);

} // namespace curlew::multigrid
