#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/operator/linear_operator.hpp>

#include <functional>

namespace curlew {

// A sparse matrix by rows (CSR): row i holds columns[k] and values[k] for k in row_begin[i] ...
// row_begin[i + 1]. Columns are local: this rank's rows first, then its ghosts. A row without
// entries belongs to an unknown that is fixed at 0; products and preconditioners give 0 there.
template <class Space, class Scalar> struct SparseMatrix {
  Index rows = 0, column_count = 0;
  Kokkos::View<Offset *, Space> row_begin; // rows + 1
  Kokkos::View<Index *, Space> columns;
  Kokkos::View<Scalar *, Space> values;

  Offset entries() const { return static_cast<Offset>(values.extent(0)); }
  double bytes() const {
    return static_cast<double>(entries()) * (sizeof(Scalar) + sizeof(Index)) +
           static_cast<double>(row_begin.extent(0)) * sizeof(Offset);
  }
};

// y := a A x + b y by Kokkos Kernels' SpMV, or the vendor's that it calls, on the given instance of
// the space (Kokkos Kernels 3 uses the default instance only: work of another one then waits for
// it, and it for that work). With b = 0 the old y is not used. Copies share one matrix. Throws
// DimensionMismatch for an x or y that is shorter than the matrix needs.
template <class Space, class Scalar> class SparseProduct {
public:
  explicit SparseProduct(const SparseMatrix<Space, Scalar> &matrix);
  void operator()(const Space &space, Scalar a, const Kokkos::View<Scalar *, Space> &x, Scalar b,
                  const Kokkos::View<Scalar *, Space> &y) const {
    function_(space, a, x, b, y);
  }

private:
  using Column = Kokkos::View<Scalar *, Space>;
  std::function<void(const Space &, Scalar, const Column &, Scalar, const Column &)> function_;
};

// The matrix of one rank as an operator. One column is multiplied by SparseProduct; of several
// columns, up to eight (four complex ones) are multiplied in each pass over the matrix.
template <class Space, class Scalar>
LinearOperator<Space, Scalar> sparse_operator(const SparseMatrix<Space, Scalar> &matrix);

// --- From a function of the row ------------------------------------------------------------------

// Argument of a row's function: the first call counts the entries, the second stores them.
struct CountEntries {
  Offset count = 0;
  template <class Scalar> KOKKOS_INLINE_FUNCTION void operator()(Index, const Scalar &) { ++count; }
};
template <class Scalar> struct StoreEntries {
  Index *columns;
  Scalar *values;
  KOKKOS_INLINE_FUNCTION void operator()(Index column, const Scalar &value) {
    *columns++ = column;
    *values++ = value;
  }
};

template <class Space, class Scalar, class Rows> struct SparseRowCounts {
  Rows rows;
  Kokkos::View<Offset *, Space> row_begin;
  KOKKOS_INLINE_FUNCTION void operator()(const Index row) const {
    CountEntries counter;
    rows(row, counter);
    row_begin(row + 1) = counter.count;
  }
};

template <class Space> struct SparseRowOffsets {
  Kokkos::View<Offset *, Space> row_begin;
  KOKKOS_INLINE_FUNCTION void operator()(const Index i, Offset &sum, const bool is_final) const {
    sum += row_begin(i);
    if (is_final)
      row_begin(i) = sum;
  }
};

template <class Space, class Scalar, class Rows> struct SparseRowFill {
  Rows rows;
  SparseMatrix<Space, Scalar> matrix;
  KOKKOS_INLINE_FUNCTION void operator()(const Index row) const {
    const Offset first = matrix.row_begin(row);
    StoreEntries<Scalar> store{matrix.columns.data() + first, matrix.values.data() + first};
    rows(row, store);
  }
};

// Returns the matrix whose row i has the entries for which rows(i, entry) calls entry(column,
// value), each column once; in parallel, in the matrix' memory space. Rows is a functor for
// kernels, called twice.
template <class Scalar, class Space, class Rows>
SparseMatrix<Space, Scalar> make_sparse(const Space &space, Index row_count, Index column_count,
                                        const Rows &rows) {
  using Policy = RangePolicy<Space>;
  SparseMatrix<Space, Scalar> matrix;
  matrix.rows = row_count;
  matrix.column_count = column_count;
  matrix.row_begin = Kokkos::View<Offset *, Space>("curlew::solvers::row_begin", row_count + 1);
  Kokkos::parallel_for("curlew::solvers::sparse_counts", Policy(space, 0, row_count),
                       SparseRowCounts<Space, Scalar, Rows>{rows, matrix.row_begin});
  Offset entries = 0;
  Kokkos::parallel_scan("curlew::solvers::sparse_offsets", Policy(space, 0, row_count + 1),
                        SparseRowOffsets<Space>{matrix.row_begin}, entries);
  matrix.columns = Kokkos::View<Index *, Space>(
      Kokkos::view_alloc("curlew::solvers::columns", Kokkos::WithoutInitializing), entries);
  matrix.values = Kokkos::View<Scalar *, Space>(
      Kokkos::view_alloc("curlew::solvers::values", Kokkos::WithoutInitializing), entries);
  Kokkos::parallel_for("curlew::solvers::sparse_fill", Policy(space, 0, row_count),
                       SparseRowFill<Space, Scalar, Rows>{rows, matrix});
  return matrix;
}

} // namespace curlew
