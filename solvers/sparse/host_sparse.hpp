#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/parallel/instance_copies.hpp>
#include <curlew/solvers/sparse/sparse_matrix.hpp>

#include <vector>

namespace curlew {

// A sparse matrix by rows in the host's memory, where set-ups make matrices: row i holds columns[k]
// and values[k] for k in row_begin[i] ... row_begin[i + 1]. Scalar is float, double or
// Kokkos::complex of one of them. row_begin has rows + 1 entries.
template <class Scalar> struct HostSparse {
  Index rows = 0, column_count = 0;
  std::vector<Offset> row_begin;
  std::vector<Index> columns;
  std::vector<Scalar> values;

  Offset entries() const { return static_cast<Offset>(values.size()); }
};

// Returns the same matrix on the host. Waits.
template <class Space, class Scalar>
HostSparse<Scalar> to_host(const Space &space, const SparseMatrix<Space, Scalar> &matrix) {
  return {matrix.rows, matrix.column_count, to_vector(space, matrix.row_begin),
          to_vector(space, matrix.columns), to_vector(space, matrix.values)};
}

// Returns the same matrix in the space's memory, its values rounded to Target. Waits.
template <class Target, class Space, class Scalar>
SparseMatrix<Space, Target> to_space(const Space &space, const HostSparse<Scalar> &matrix) {
  SparseMatrix<Space, Target> copy;
  copy.rows = matrix.rows;
  copy.column_count = matrix.column_count;
  copy.row_begin = Kokkos::View<Offset *, Space>("curlew::solvers::row_begin", matrix.rows + 1);
  copy.columns = Kokkos::View<Index *, Space>("curlew::solvers::columns", matrix.columns.size());
  copy.values = Kokkos::View<Target *, Space>("curlew::solvers::values", matrix.values.size());
  copy_to_view(space, matrix.row_begin, copy.row_begin);
  copy_to_view(space, matrix.columns, copy.columns);
  copy_to_view(space, std::vector<Target>(matrix.values.begin(), matrix.values.end()), copy.values);
  return copy;
}

// y := A x on the host.
template <class Scalar, class Number>
std::vector<Number> multiply(const HostSparse<Scalar> &a, const std::vector<Number> &x,
                             int threads = 0) {
  std::vector<Number> y(a.rows);
  parallel_chunks(a.rows, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      Number sum = 0;
      for (Offset k = a.row_begin[row]; k < a.row_begin[row + 1]; ++k)
        sum += a.values[k] * x[a.columns[k]];
      y[row] = sum;
    }
  });
  return y;
}

} // namespace curlew
