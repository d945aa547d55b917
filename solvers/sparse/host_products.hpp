#pragma once

#include <curlew/solvers/sparse/host_sparse.hpp>

#include <vector>

namespace curlew {

// Matrices made from matrices on the host, for set-ups, in parallel; the same for any number of
// threads (0: all that this process may use). Columns rise in every row of a result. Scalar is
// double or Kokkos::complex<double>. All throw DimensionMismatch for sizes that do not fit.

// Rows of a matrix that lie in memory of the host, a vector's or a view's.
template <class Scalar> struct HostRows {
  Index rows = 0, column_count = 0;
  const Offset *row_begin = nullptr;
  const Index *columns = nullptr;
  const Scalar *values = nullptr;

  HostRows(const HostSparse<Scalar> &a)
      : rows(a.rows), column_count(a.column_count), row_begin(a.row_begin.data()),
        columns(a.columns.data()), values(a.values.data()) {}
  HostRows(const SparseMatrix<Host, Scalar> &a)
      : rows(a.rows), column_count(a.column_count), row_begin(a.row_begin.data()),
        columns(a.columns.data()), values(a.values.data()) {}
};

// A^T.
template <class Scalar> HostSparse<Scalar> transpose(const HostSparse<Scalar> &a, int threads = 0);

// P^T A P: the operator of a coarse level whose functions are columns of P in those of A.
template <class Scalar>
HostSparse<Scalar> triple_product(const HostSparse<Scalar> &a, const HostSparse<double> &p,
                                  int threads = 0);

// The same, of rows with P^T given.
template <class Scalar>
HostSparse<Scalar> triple_product(const HostRows<Scalar> &a, const HostRows<double> &p,
                                  const HostRows<double> &transposed, int threads);

// The diagonal; 0 where a row has no such entry.
template <class Scalar> std::vector<Scalar> diagonal(const HostSparse<Scalar> &a);

// The diagonal of P^T A P, without the rest.
template <class Scalar>
std::vector<Scalar> triple_product_diagonal(const HostSparse<Scalar> &a,
                                            const HostSparse<double> &p, int threads = 0);

// Contributions of the first rows of a matrix to P^T A P, and to its diagonal: the rows that a rank
// has, whose columns are all rows of P.
template <class Scalar>
HostSparse<Scalar> triple_product_of_rows(const HostSparse<Scalar> &a, const HostSparse<double> &p,
                                          int threads = 0);
template <class Scalar>
std::vector<Scalar> triple_product_diagonal_of_rows(const HostSparse<Scalar> &a,
                                                    const HostSparse<double> &p, int threads = 0);

} // namespace curlew
