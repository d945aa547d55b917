#pragma once

#include <curlew/methods/fem/assembly/make_tables.hpp>

namespace curlew::fem {

// Tets whose media are gyrotropic, and the antisymmetric parts of the media. assemble() and
// add_curved() make the matrix of the symmetric parts; these tets add an antisymmetric matrix.
template <class Space> struct GyrotropicTets {
  Kokkos::View<Index *, Space> straight; // numbers among the tets of the tables
  Kokkos::View<Index *, Space> curved;   // numbers among TetTables::curved
  // Antisymmetric parts, [medium].
  Kokkos::View<Kokkos::complex<double> *[3], Kokkos::LayoutRight, Space> eps, inverse_mu;

  bool empty() const { return straight.extent(0) == 0 && curved.extent(0) == 0; }
};

// Makes the tables of some tets; empty where all their tensors are symmetric.
template <class Space>
GyrotropicTets<Space> make_gyrotropic_tets(const AssembledTets &given, const Media &media);

// values += the antisymmetric part of c_S S + c_M M, by atomic additions, in the rows that the
// matrix has. `tables` must hold the media.
template <class Space>
void add_gyrotropic(const Space &space, const TetTables<Space> &tables,
                    const GyrotropicTets<Space> &tets, const ElementSpace &elements,
                    const Weights &weights,
                    const SparseMatrix<Space, Kokkos::complex<double>> &matrix);

} // namespace curlew::fem
