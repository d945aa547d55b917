#pragma once

#include <curlew/solvers/dense/dense_lu.hpp>

#include <vector>

namespace curlew {

// A = P L U with partial pivoting of a matrix in the host's memory, for spaces whose own memory has
// no room for it. The left-looking factorisation copies one panel (`panel` columns) at a time to
// the space, subtracts the products with the panels to its left, which are copied again for each
// panel, and factorises the rest. The result equals that of DenseLu to rounding; `panel` only
// changes the order of additions.
template <class Space> class PanelledLu {
public:
  using Matrix = DenseMatrix<Space>;
  using HostMatrix =
      Kokkos::View<Kokkos::complex<double> **, Kokkos::LayoutLeft, Kokkos::HostSpace>;

  // Takes the memory of `a` (n x n), which holds L and U from then on. Throws what DenseLu does,
  // and Error where `panel` is not above 0.
  PanelledLu(const Space &space, const HostMatrix &a, Index panel);

  // b := op(A)^-1 b, for the m columns of b (n x m) in the memory of the space. Waits.
  void solve(const Matrix &b, Op op = Op::none) const;

  // Returns the same estimate as DenseLu::condition().
  double condition() const;

  Index size() const { return static_cast<Index>(a_.extent(0)); }
  const Space &space() const { return space_; }

private:
  struct Panel {
    Index first, count;
    Index end() const { return first + count; }
  };
  std::vector<Panel> panels() const;
  HostMatrix columns(const Panel &panel) const;

  // Applies the row exchanges of `steps` to some columns.
  void exchange_rows(const Panel &panel, const Panel &steps) const;
  void factor(const Panel &panel, const Matrix &values);
  // Subtracts from values the product with a panel to the left.
  void subtract(const Panel &left, const Matrix &values) const;
  Matrix bring(const Panel &panel) const;
  // c -= op(a) b, of blocks that start at these rows.
  void subtract_product(Index m, Index k, const DenseProduct::Matrix &a, const Matrix &b,
                        Index row_b, const Matrix &c, Index row_c) const;
  void solve_block(Triangle triangle, Op op, const Panel &panel, const Matrix &values,
                   const Matrix &b) const;
  void solve_lower(const Matrix &b, Op op) const;
  void solve_upper(const Matrix &b, Op op) const;
  void permute(const Matrix &b, bool back) const;

  Space space_;
  HostMatrix a_;
  Index width_;
  Matrix brought_;                                  // n x width
  Kokkos::View<Index *, Kokkos::HostSpace> pivots_; // row exchanged in each step, from 0
  std::vector<Index> order_;                        // row of A for each row of L U
  double norm_ = 0;                                 // |A|_1
};

// Bytes in the space's memory for n unknowns, m right-hand sides and panels of `panel` columns; the
// host holds 16 n^2 more.
double panelled_lu_bytes(Index n, Index m, Index panel, bool device);

// The widest panel for which panelled_lu_bytes() is at most `bytes`, at most n columns; 0: there is
// none.
Index widest_panel(Index n, Index m, double bytes, bool device);

} // namespace curlew
