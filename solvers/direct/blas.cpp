#include <curlew/solvers/direct/blas.hpp>

extern "C" {
void dgemm_(const char *, const char *, const int *, const int *, const int *, const void *,
            const void *, const int *, const void *, const int *, const void *, void *,
            const int *);
void zgemm_(const char *, const char *, const int *, const int *, const int *, const void *,
            const void *, const int *, const void *, const int *, const void *, void *,
            const int *);
void dtrsm_(const char *, const char *, const char *, const char *, const int *, const int *,
            const void *, const void *, const int *, void *, const int *);
void ztrsm_(const char *, const char *, const char *, const char *, const int *, const int *,
            const void *, const void *, const int *, void *, const int *);
}

namespace curlew::blas {
namespace {

template <class Scalar> constexpr bool is_real = std::is_same_v<Scalar, double>;

template <class Scalar>
void gemm(char op_a, char op_b, int m, int n, int k, const Scalar *a, int lda, const Scalar *b,
          int ldb, Scalar *c, int ldc) {
  const Scalar minus = -1, one = 1;
  (is_real<Scalar> ? dgemm_ : zgemm_)(&op_a, &op_b, &m, &n, &k, &minus, a, &lda, b, &ldb, &one, c,
                                      &ldc);
}

template <class Scalar>
void trsm(char side, char op, int m, int n, const Scalar *l, int ldl, Scalar *b, int ldb) {
  const Scalar one = 1;
  (is_real<Scalar> ? dtrsm_ : ztrsm_)(&side, "L", &op, "U", &m, &n, &one, l, &ldl, b, &ldb);
}

} // namespace

#define CURLEW_BLAS(Scalar)                                                                        \
  void subtract_product_transposed(int m, int n, int k, const Scalar *a, int lda, const Scalar *b, \
                                   int ldb, Scalar *c, int ldc) {                                  \
    gemm('N', 'T', m, n, k, a, lda, b, ldb, c, ldc);                                               \
  }                                                                                                \
  void subtract_product(bool transposed, int m, int n, int k, const Scalar *a, int lda,            \
                        const Scalar *b, int ldb, Scalar *c, int ldc) {                            \
    gemm(transposed ? 'T' : 'N', 'N', m, n, k, a, lda, b, ldb, c, ldc);                            \
  }                                                                                                \
  void divide_by_transposed(int m, int n, const Scalar *l, int ldl, Scalar *b, int ldb) {          \
    trsm('R', 'T', m, n, l, ldl, b, ldb);                                                          \
  }                                                                                                \
  void divide(bool transposed, int m, int n, const Scalar *l, int ldl, Scalar *b, int ldb) {       \
    trsm('L', transposed ? 'T' : 'N', m, n, l, ldl, b, ldb);                                       \
  }
CURLEW_BLAS(double)
CURLEW_BLAS(Kokkos::complex<double>)
#undef CURLEW_BLAS

} // namespace curlew::blas
