#pragma once

#include <curlew/core/index.hpp>

#include <Kokkos_Core.hpp>

namespace curlew::blas {

// The routines of the BLAS that dense blocks of a factor need; matrices lie column by column.

// c (m x n) := c - a (m x k) op(b), op(b) = b^T of an n x k matrix.
void subtract_product_transposed(int m, int n, int k, const double *a, int lda, const double *b,
                                 int ldb, double *c, int ldc);
void subtract_product_transposed(int m, int n, int k, const Kokkos::complex<double> *a, int lda,
                                 const Kokkos::complex<double> *b, int ldb,
                                 Kokkos::complex<double> *c, int ldc);

// c (m x n) := c - op(a) b, a m x k, or k x m where it is transposed.
void subtract_product(bool transposed, int m, int n, int k, const double *a, int lda,
                      const double *b, int ldb, double *c, int ldc);
void subtract_product(bool transposed, int m, int n, int k, const Kokkos::complex<double> *a,
                      int lda, const Kokkos::complex<double> *b, int ldb,
                      Kokkos::complex<double> *c, int ldc);

// b (m x n) := b l^-T for an n x n unit lower triangle l.
void divide_by_transposed(int m, int n, const double *l, int ldl, double *b, int ldb);
void divide_by_transposed(int m, int n, const Kokkos::complex<double> *l, int ldl,
                          Kokkos::complex<double> *b, int ldb);

// b (m x n) := op(l)^-1 b for an m x m unit lower triangle l.
void divide(bool transposed, int m, int n, const double *l, int ldl, double *b, int ldb);
void divide(bool transposed, int m, int n, const Kokkos::complex<double> *l, int ldl,
            Kokkos::complex<double> *b, int ldb);

} // namespace curlew::blas
