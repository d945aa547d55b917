#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/parallel/spaces.hpp>

namespace curlew {

// Operation on a matrix in a product; `conjugate` transposes too.
enum class Op { none, transpose, conjugate };

// C_b := alpha op(A_b) op(B_b) + beta C_b for b = 0 ... batch - 1, with dense complex matrices in
// the memory of an execution space, column by column. op(A) is m x k, op(B) is k x n. `ld` is the
// distance of a matrix' columns, `stride` that of its b's (0: the same one for all). C may not
// overlap itself, A or B; with beta 0 it is not read.
struct DenseProduct {
  using Complex = Kokkos::complex<double>;
  struct Matrix {
    const Complex *values;
    Index ld;
    Offset stride = 0;
    Op op = Op::none;
  };
  struct Result {
    Complex *values;
    Index ld;
    Offset stride = 0;
    operator Matrix() const { return {values, ld, stride}; }
  };
  Index m, n, k;
  Matrix a, b;
  Result c;
  Index batch = 1;
  Complex alpha = 1, beta = 0;
};

// Multiplies by the vendor's BLAS: cuBLAS on the instance's stream, which it returns without
// waiting for, or ZGEMM in slices, one slice to each of Kokkos' threads at a time; on HIP by a
// plain kernel. Throws Error where the BLAS reports one.
template <class Space> void multiply(const Space &space, const DenseProduct &product);

// The triangle of a matrix that a solution by it reads. The lower one has ones on its diagonal, as
// that of LU factors.
enum class Triangle { unit_lower, upper };

// b (n x m) := op(T)^-1 b with the triangle T of the n x n matrix `a`, by the vendor's BLAS. On a
// device it runs on the instance's stream and returns without waiting. Throws NotCompiled on HIP.
template <class Space>
void solve_triangle(const Space &space, Triangle triangle, Op op, Index n, Index m,
                    const DenseProduct::Matrix &a, const DenseProduct::Result &b);

// Returns the rate in flop/s, 8 for a complex multiplication and addition, at which multiply()
// forms products of n x n matrices; median of several repetitions.
template <class Space> double multiply_rate(Index n);

// During its lifetime OpenBLAS uses this many threads for BLAS and LAPACK calls, the calling one
// included. Other libraries choose their own number, and must be built or configured to start no
// threads where this is 1.
class BlasThreads {
public:
  explicit BlasThreads(int threads);
  ~BlasThreads();
  BlasThreads(const BlasThreads &) = delete;
  BlasThreads &operator=(const BlasThreads &) = delete;

private:
  [[maybe_unused]] int before_ = 0; // without OpenBLAS
};

class SingleThreadedBlas : BlasThreads {
public:
  SingleThreadedBlas() : BlasThreads(1) {}
};

} // namespace curlew
