#pragma once

#include <curlew/solvers/operator/linear_operator.hpp>
#include <curlew/solvers/sparse/sparse_matrix.hpp>
#include <curlew/solvers/vector/ghost_exchange.hpp>

namespace curlew {

// Symmetric scaling of A x = b by the diagonal D of A, "Jacobi scaling first" of @cite meng2015:
// with S = D^-1/2, of principal roots,
//   (S A S) y = S b,   x = S y.
// S A S has a diagonal of ones, and is complex symmetric where A is. Preconditioners that are made
// from it, and the sums of an iteration, are those of the scaled system.
template <class Space> class DiagonalScaling {
public:
  using Scalar = Kokkos::complex<double>;
  using Vector = DistributedVector<Space, Scalar>;

  // Replaces the values of `a`, of one rank, by those of S A S. Throws NotConverged, with the row,
  // where the diagonal is 0, missing or not finite.
  DiagonalScaling(const Space &space, const SparseMatrix<Space, Scalar> &a);
  // Does the same with a rank's rows, whose columns are its owned entries and its ghosts.
  // Collective; throws on every rank.
  DiagonalScaling(const Space &space, const SparseMatrix<Space, Scalar> &a,
                  const Communicator &ranks, GhostExchange<Space, Scalar> &exchange);

  // to := S from; `to` may be `from`.
  void multiply(const Vector &from, const Vector &to) const;
  // to := S^-1 from; `to` may be `from`.
  void divide(const Vector &from, const Vector &to) const;

private:
  void make(const Space &space, const SparseMatrix<Space, Scalar> &a);
  void scale(const Space &space, const SparseMatrix<Space, Scalar> &a) const;

  // Of S, with ghosts, and of S^-1; 0 for rows without entries.
  Kokkos::View<Scalar *, Space> factor_, inverse_;
};

} // namespace curlew
