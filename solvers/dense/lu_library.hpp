#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/dense/dense_product.hpp>

#include <type_traits>

namespace curlew {

// The row that each step of a factorisation exchanged with its own, counted from 1 as in the
// libraries: 32 bits in LAPACK, 64 in cuSOLVER.
template <class Space>
using LuPivots = Kokkos::View<std::conditional_t<is_device<Space>, Offset, int> *, Space>;

// The libraries that DenseLu calls. Matrices lie column by column, `ld` is the distance of columns;
// Scalar is Kokkos::complex<double> or <float>. Both throw NotCompiled on HIP and Error where the
// library reports a failure.

// A (m x n, m >= n) := L U of the rows exchanged; n pivots. Waits. Returns the first step, counted
// from 0, whose pivot is exactly 0, or -1.
template <class Space, class Scalar>
Index lu_factor(const Space &space, Index m, Index n, Scalar *a, Index ld,
                const LuPivots<Space> &pivots);

// b (n x m) := op(A)^-1 b. Waits.
template <class Space, class Scalar>
void lu_solve(const Space &space, Op op, Index n, Index m, const Scalar *lu, Index ld,
              const LuPivots<Space> &pivots, Scalar *b, Index ld_b);

// Returns the bytes of device memory that lu_factor() may take besides its arguments for a matrix
// of `matrix_bytes`: 5 % of it, or an amount that every device has.
double lu_workspace_limit(double matrix_bytes);

} // namespace curlew
