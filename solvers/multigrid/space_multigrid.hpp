#pragma once

#include <curlew/solvers/multigrid/multigrid.hpp>

#include <vector>

namespace curlew {

// make_multigrid() for matrices in the memory of a space, by its kernels: transfers are copied
// there once, for all matrices of a sweep. The host has the coarsest matrix alone, for its factors.
template <class Space> class SpaceMultigrid {
public:
  using Matrix = SparseMatrix<Space, Kokkos::complex<double>>;

  // `levels` as in make_multigrid(), of which the finest needs no matrix. Throws as that does.
  SpaceMultigrid(const Space &space, const std::vector<MultigridLevel> &levels);

  // Makes the cycle for the finest matrix, which is not needed afterwards. Throws as
  // make_multigrid() does.
  Multigrid<Space> make(const Space &space, const Matrix &finest,
                        const MultigridOptions &options) const;

private:
  struct Level {
    Matrix a; // without rows where it is P^T A P of the next finer level
    SparseMatrix<Space, double> gradient, prolongation;
  };
  std::vector<Level> levels_; // from coarse to fine
  Index rows_ = 0;            // of the finest
};

// make_gradient_jacobi() for a matrix in the memory of a space.
template <class Space>
LinearOperator<Space, Kokkos::complex<double>>
make_gradient_jacobi(const Space &space, const SparseMatrix<Space, Kokkos::complex<double>> &a,
                     const HostSparse<double> &gradient);

} // namespace curlew
