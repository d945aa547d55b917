#pragma once

#include <curlew/core/mpi/block_broadcast.hpp>
#include <curlew/solvers/dense/block_columns.hpp>
#include <curlew/solvers/dense/dense_lu.hpp>

#include <string>
#include <vector>

namespace curlew {

// A = P L U with partial pivoting of a matrix whose columns are divided among ranks (BlockColumns).
// For each block of columns, the panel, its rank factors it and sends it to all others; every rank
// exchanges rows and subtracts the products of its own columns. The rank of the next panel brings
// that one up to date first, so that it travels while the others compute. The factors equal those
// of DenseLu to rounding, with the same pivots.
//
// All calls are collective.
template <class Space> class DividedLu {
public:
  using Matrix = DenseMatrix<Space>;

  DividedLu(const Space &space, const BlockColumns &columns, const Communicator &ranks);

  // Takes the memory of the rank's columns (n x own_count()), which hold L and U from then on.
  // Throws on every rank what DenseLu does.
  void factor(const Matrix &own);

  // b := op(A)^-1 b, for the m columns of b (n x m), which every rank has whole, before and after.
  // `op`: none or conjugate.
  void solve(const Matrix &b, Op op = Op::none) const;

  // Returns the same estimate as DenseLu::condition().
  double condition() const;

  const BlockColumns &columns() const { return columns_; }
  // Returns the way of the panels: that of BlockBroadcast.
  std::string route() const { return panels_.route(); }

private:
  using Complex = Kokkos::complex<double>;

  Matrix panel(Index block) const; // rows of the block and below
  void take_norm();
  void factor_panel(Index block);
  void receive_pivots(Index block);
  // Exchanges rows of own columns [first, end) as in the steps of the current block.
  void exchange_rows(Index block, Index first, Index end) const;
  // Subtracts the product with the panel of a block from own columns [first, end).
  void update(Index block, Index first, Index end) const;
  void solve_lower(const Matrix &b) const;
  void solve_upper(const Matrix &b) const;
  void solve_conjugate(const Matrix &b) const;
  // Subtracts the product of rows [row_a, end_a) of an own block with the block's rows of b from
  // the rows [row_a, end_a) of b; with the conjugate transpose the other way round.
  void subtract(Index block, Op op, Index row_a, Index end_a, const Matrix &b) const;
  void solve_diagonal(Triangle triangle, Op op, Index block, const Matrix &b) const;
  // Sums up the rows of a block over the ranks: all have the sum, or, where `only_owner`, its rank
  // has it and the others have 0.
  void sum_rows(const Matrix &b, Index block, bool only_owner) const;
  bool is_own(Index block) const { return columns_.owner(block) == ranks_.rank(); }

  Space space_;
  BlockColumns columns_;
  Communicator ranks_;
  BlockBroadcast<Space> panels_;
  Matrix own_;
  mutable Kokkos::View<Complex *, Space> rows_; // rows of a block of right-hand sides
  std::vector<Index> pivots_;                   // row exchanged in each step, from 0
  std::vector<Index> order_;                    // row of A for each row of L U
  Kokkos::View<const Index *, Space> steps_;    // pivots_ of the current block
  Index singular_ = -1;                         // step of this rank's panel
  double norm_ = 0;                             // |A|_1
};

// Bytes in the space's memory of the rank that has most, for m right-hand sides: its columns, two
// panels, work space and blocks of right-hand sides.
double divided_lu_bytes(const BlockColumns &columns, Index m, bool device);

} // namespace curlew
