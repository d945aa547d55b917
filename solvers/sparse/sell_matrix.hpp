#pragma once

#include <curlew/core/parallel/device_traits.hpp>
#include <curlew/solvers/operator/linear_operator.hpp>
#include <curlew/solvers/sparse/host_sparse.hpp>

namespace curlew {

// Rows of a slice: on devices as many as threads that take an instruction together, on hosts as
// many as fill a register of 256 bits or, for real numbers, two.
template <class Space, class Scalar>
constexpr int k_slice_rows = is_device<Space> ? 32 : (sizeof(Scalar) > 8 ? 4 : 8);

// A sparse matrix in sorted, sliced ELL (SELL-C-sigma), @cite monakov2010, a development of jagged
// diagonals (JAD): rows of nearly equal length, sorted within windows of k_sorted_rows, are padded
// to the longest of their slice, whose entries lie column by column, so that neighbouring threads
// or lanes read neighbouring numbers.
//
// Slot s of slice i holds row order[i * C + s] (-1: none), whose entry number k is columns and
// values[slice_begin[i] + k * C + s].
template <class Space, class Scalar> struct SellMatrix {
  static constexpr int k_rows = k_slice_rows<Space, Scalar>;
  static constexpr Index k_sorted_rows = 4096;

  Index rows = 0, column_count = 0, slices = 0;
  Kokkos::View<Offset *, Space> slice_begin; // slices + 1
  Kokkos::View<Index *, Space> order;        // slices * k_rows
  Kokkos::View<Index *, Space> columns;
  Kokkos::View<Scalar *, Space> values;
  Offset entries = 0; // without padding

  Offset stored() const { return static_cast<Offset>(values.extent(0)); }
  double bytes() const {
    return static_cast<double>(stored()) * (sizeof(Scalar) + sizeof(Index)) +
           static_cast<double>(order.extent(0)) * sizeof(Index) +
           static_cast<double>(slice_begin.extent(0)) * sizeof(Offset);
  }
};

// Rounds values to Target: float, double or Kokkos::complex of one of them. Waits.
template <class Target, class Space, class Scalar>
SellMatrix<Space, Target> make_sell(const Space &space, const SparseMatrix<Space, Scalar> &matrix);
template <class Target, class Space, class Scalar>
SellMatrix<Space, Target> make_sell(const Space &space, const HostSparse<Scalar> &matrix);

// y := a A x + b y; with b = 0 the old y is not used. Number is the type of the vectors: Scalar, or
// complex where Scalar is real. Does not wait. Throws DimensionMismatch for an x or y shorter than
// the matrix needs.
template <class Space, class Scalar, class Number>
void multiply(const Space &space, const SellMatrix<Space, Scalar> &matrix, Number a,
              const Kokkos::View<Number *, Space> &x, Number b,
              const Kokkos::View<Number *, Space> &y);

// The matrix of one rank as an operator, which takes a column at a time.
template <class Space, class Scalar>
LinearOperator<Space, Scalar> sell_operator(const SellMatrix<Space, Scalar> &matrix);

} // namespace curlew
