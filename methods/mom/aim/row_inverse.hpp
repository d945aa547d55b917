#pragma once

#include <curlew/methods/mom/aim/aim_spec.hpp>
#include <curlew/methods/mom/aim/near_matrix.hpp>

namespace curlew::mom {

// A preconditioner made of approximate rows of the inverse, from exact near entries, in single
// precision. Rows may share their list of columns.
template <class Space> struct RowInverse {
  using Number = Kokkos::complex<float>;
  Kokkos::View<const Offset *, Space> value_begin;  // [row]; one more than rows
  Kokkos::View<const Offset *, Space> column_begin; // [row]
  Kokkos::View<const Index *, Space> columns;
  Kokkos::View<const Number *, Space> values;

  double bytes() const {
    return sizeof(Number) * double(values.extent(0)) + sizeof(Index) * double(columns.extent(0)) +
           2 * sizeof(Offset) * double(column_begin.extent(0));
  }
  // y := M x.
  void apply(const Space &space, const Kokkos::View<Complex *, Space> &x,
             const Kokkos::View<Complex *, Space> &y) const;
};

// Makes a preconditioner from the near part's rows, with exact entries:
//   jacobi    inverses of the diagonal entries;
//   sai       row i of M minimises |m Z(J, I) - e_i|: J the basis functions whose edge touches the
//             four corners of i's two faces, I those whose faces do;
//   block     inverses of clusters of 64 functions;
//   ras       clusters of 256 and one layer of neighbours around them: the inverse's rows of the
//             cluster's own functions (restricted additive Schwarz, @cite cai1999).
// Clusters come from cutting the longest extent in halves.
template <class Space, class Real>
RowInverse<Space> make_row_inverse(const Space &space, const Surface &surface,
                                   const NearRows<Space, Real> &near, AimPreconditioner type,
                                   int threads);

// Returns the approximate bytes of the preconditioner.
double row_inverse_bytes(Index unknowns, AimPreconditioner type);

} // namespace curlew::mom
