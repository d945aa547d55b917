#pragma once

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/dense/dense_product.hpp>
#include <curlew/solvers/dense/lu_library.hpp>

#include <algorithm>

namespace curlew {

// Dense matrices and blocks of right-hand sides in the memory of an execution space, column by
// column. The distance of columns may exceed their length (subviews).
template <class Space, class Scalar = Kokkos::complex<double>>
using DenseMatrix = Kokkos::View<Scalar **, Kokkos::LayoutLeft, Space>;

// The `ld` of a BLAS, at least 1.
template <class Matrix> Index column_distance(const Matrix &a) {
  return static_cast<Index>(a.extent(1) > 1 ? a.stride_1() : std::max<std::size_t>(a.extent(0), 1));
}

// A factorisation found a pivot that is exactly 0. The column, whose unknown depends on those
// before it, and the row of the matrix at this pivot, which depends on the rows before it, are both
// counted from 0. For a row of zeros the row is that row; for a column of zeros the column is that
// column.
class SingularMatrix : public NotConverged {
public:
  SingularMatrix(Index size, Index column, Index row);
  Index column() const { return column_; }
  Index row() const { return row_; }

private:
  Index column_, row_;
};

// A = P L U with partial pivoting, of a square matrix of Scalar, Kokkos::complex<double> or
// <float>, in the place of the matrix: by LAPACK's getrf with as many threads of OpenBLAS as the
// space has, or by cuSOLVER's with 64-bit indices; HIP has none yet. 8/3 n^3 flops on real numbers.
template <class Space, class Scalar = Kokkos::complex<double>> class DenseLu {
public:
  using Matrix = DenseMatrix<Space, Scalar>;

  // Takes the memory of `a` (n x n), which holds L and U from then on; the caller may not write
  // into it. Waits for the factors. Throws SingularMatrix; Error where `a` is not square or has
  // entries that are not finite, or where the library fails; NotCompiled on HIP.
  DenseLu(const Space &space, const Matrix &a);

  // b := op(A)^-1 b, for the m columns of b (n x m). Waits. Throws Error where b has not n rows or
  // the library fails.
  void solve(const Matrix &b, Op op = Op::none) const;

  // Returns an estimate from below of |A|_1 |A^-1|_1, mostly exact and hardly ever off by a factor
  // of 3, from at most eleven solutions: Higham's form of Hager's method @cite higham1988, as
  // LAPACK's gecon. 0 for n = 0. Waits for the result.
  double condition() const;

  // Returns max |u_ij| / max |a_ij|: the larger, the more digits the factorisation has lost. 0 for
  // n = 0.
  double pivot_growth() const { return growth_; }

  Index size() const { return static_cast<Index>(lu_.extent(0)); }
  const Space &space() const { return space_; }

private:
  Space space_;
  Matrix lu_;
  LuPivots<Space> pivots_;
  double norm_ = 0, growth_ = 0; // |A|_1
};

// Bytes that a solution needs in the memory of its space.
struct DenseLuMemory {
  double matrix, workspace, right_hand_sides;
  double total() const { return matrix + workspace + right_hand_sides; }
};

// Returns the largest memory that DenseLu and its solutions need for n unknowns and m right-hand
// sides. `single`: the matrix is in single precision and solved by solve_refined() of
// refinement.hpp, which keeps solution, right-hand side and residual. `device`: includes the work
// space that a device's library may take. The buffers of a host's BLAS, some tens of MB whatever n
// is, are not counted.
DenseLuMemory dense_lu_memory(Index n, Index m, bool single, bool device);

} // namespace curlew
