#pragma once

#include <curlew/solvers/dense/dense_lu.hpp>

#include <functional>
#include <vector>

namespace curlew {

// r := b - A x in double precision, for blocks of columns (n x m) in the memory of the space;
// waits, or works on the stream of the factorisation's instance.
template <class Space>
using DenseResidual = std::function<void(const DenseMatrix<Space> &x, const DenseMatrix<Space> &r)>;

// Returns the residual of a matrix that is kept in double precision next to the factors in single.
// Neither A nor b (n x m) may change while it is used.
template <class Space>
DenseResidual<Space> residual_of(const Space &space, const DenseMatrix<Space> &a,
                                 const DenseMatrix<Space> &b);

// Returns a copy in single precision, for DenseLu. Entries beyond 3e38 become infinite, which
// DenseLu refuses.
template <class Space>
DenseMatrix<Space, Kokkos::complex<float>> to_single(const Space &space,
                                                     const DenseMatrix<Space> &a);

struct Refinement {
  int corrections = 0; // solutions by the factors in single precision
  // |b - A x|_2 / |b|_2 of the worst column, after each correction.
  std::vector<double> history;
  double residual() const { return history.empty() ? 0 : history.back(); }
};

struct RefinementOptions {
  double tolerance = 1e-12; // limit of |b - A x|_2 / |b|_2 for every column
  int max_corrections = 50;
  double slowest = 0.5; // the residual falls by this factor each time, or it stagnates
};

// Solves A x = b for the columns of b and x (n x m; the initial values of x are not used) by
// corrections from a factorisation in single precision, with residuals in double: for matrices
// whose condition number is below about 1e6. Columns of zeros have the solution 0. Throws
// NotConverged, with residuals and condition number, where the residual stagnates or after
// max_corrections.
template <class Space>
Refinement solve_refined(const DenseLu<Space, Kokkos::complex<float>> &lu,
                         const DenseResidual<Space> &residual, const DenseMatrix<Space> &b,
                         const DenseMatrix<Space> &x, const RefinementOptions &options = {});

} // namespace curlew
