#pragma once

#include <curlew/solvers/sparse/sparse_matrix.hpp>

namespace curlew {

// Products of sparse matrices in the memory of a space, by its kernels: those of host_products.hpp,
// which are their test. Rows are counted, offsets scanned, and rows filled; one thread makes a row,
// in the order of its terms, so that results are the same bits on hosts, with any number of
// threads. Columns rise in every row of a result. Scalar is double or Kokkos::complex<double>. All
// throw DimensionMismatch for sizes that do not fit, and wait for their kernels.

// A^T.
template <class Space, class Scalar>
SparseMatrix<Space, Scalar> transpose(const Space &space, const SparseMatrix<Space, Scalar> &a);

// P^T A P. A has the first rows only of a square matrix where it has less rows than columns.
template <class Space, class Scalar>
SparseMatrix<Space, Scalar> triple_product(const Space &space, const SparseMatrix<Space, Scalar> &a,
                                           const SparseMatrix<Space, double> &p);

// The diagonal; 0 where a row has no such entry.
template <class Space, class Scalar>
Kokkos::View<Scalar *, Space> diagonal(const Space &space, const SparseMatrix<Space, Scalar> &a);

// The diagonal of P^T A P, from P, whose rows are short, and P^T.
template <class Space, class Scalar>
Kokkos::View<Scalar *, Space>
triple_product_diagonal(const Space &space, const SparseMatrix<Space, Scalar> &a,
                        const SparseMatrix<Space, double> &p,
                        const SparseMatrix<Space, double> &transposed);

} // namespace curlew
