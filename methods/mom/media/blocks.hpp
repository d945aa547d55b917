#pragma once

#include <curlew/methods/mom/fill/fill_tables.hpp>

namespace curlew::mom {

// A part of a matrix with its own numbers of rows and columns.
template <class Space> struct MatrixPart {
  Kokkos::View<Complex **, Kokkos::LayoutLeft, Space> values;
  // Basis function -> row and column of `values`; -1 where the function has none. Empty: the same
  // number.
  Kokkos::View<const Index *, Space> row_of, column_of;

  KOKKOS_INLINE_FUNCTION Index row(Index basis) const {
    return row_of.extent(0) == 0 ? basis : row_of(basis);
  }
  KOKKOS_INLINE_FUNCTION Index column(Index basis) const {
    return column_of.extent(0) == 0 ? basis : column_of(basis);
  }
};

// Adds factor f_m.f_n, integrated over the faces: the contribution of a surface impedance to the
// electric equation. With testing at centroids f_n is evaluated there. `factor`: [face].
template <class Space>
void add_gram(const Space &space, const Surface &surface, Testing testing,
              const std::vector<std::complex<double>> &factor, const MatrixPart<Space> &part);

// Adds factor times a matrix, or its transpose; the part numbers the rows and columns of what is
// added.
template <class Space>
void add_matrix(const Space &space, std::complex<double> factor,
                const Kokkos::View<Complex **, Kokkos::LayoutLeft, Space> &matrix, bool transpose,
                const MatrixPart<Space> &part);

} // namespace curlew::mom
