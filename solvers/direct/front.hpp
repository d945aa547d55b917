#pragma once

#include <curlew/core/index.hpp>
#include <curlew/solvers/direct/sparse_factor.hpp>

#include <vector>

namespace curlew {

// A dense square part of a sparse matrix, column by column; of a symmetric one the lower triangle.
template <class Scalar> struct Front {
  Index summed = 0;                 // the first rows and columns, whose entries are complete
  std::vector<Index> rows, columns; // their unknowns
  std::vector<Scalar> values;

  Offset size() const { return static_cast<Offset>(rows.size()); }
};

// Smallest pivot of PivotRule::replaced, of a matrix scaled to a diagonal of size 1.
constexpr double k_smallest_pivot = 1e-8;

// Pivots of a front: its rows and columns, in the order taken, are L D R^T with unit lower
// triangles L and R of size x pivots, and R = L where the matrix is symmetric.
template <class Scalar> struct FrontFactor {
  Index pivots = 0, replaced = 0;
  std::vector<Index> rows, columns; // their unknowns, pivots first
  std::vector<Scalar> left, right;  // `right` is empty where the matrix is symmetric
  // D: coupling[k] is its entry (k + 1, k), not 0 in a block of two rows.
  std::vector<Scalar> diagonal, coupling;

  Offset size() const { return static_cast<Offset>(rows.size()); }
  const Scalar *right_triangle() const { return right.empty() ? left.data() : right.data(); }
};

// Eliminates summed rows and columns by pivots that keep the entries of L below 1 / k_least_share,
// and leaves in `front` the remainder: first the summed rows and columns without such a pivot, then
// the others. A symmetric front takes pivots of one and of two rows, @cite duff1983; another
// exchanges rows and columns. With PivotRule::replaced all summed rows of a symmetric front are
// eliminated in their order.
template <class Scalar>
FrontFactor<Scalar> eliminate(Front<Scalar> &front, MatrixSymmetry symmetry, PivotRule rule);

} // namespace curlew
