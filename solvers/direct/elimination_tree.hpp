#pragma once

#include <curlew/core/index.hpp>

#include <string>
#include <vector>

namespace curlew {

// A symmetric pattern without its diagonal: row i's neighbours, both triangles.
struct SymmetricPattern {
  std::vector<Offset> row_begin; // rows + 1
  std::vector<Index> neighbours;
  Index rows() const { return static_cast<Index>(row_begin.size()) - 1; }
};

// Returns the pattern of A + A^T, from rows of A in any order.
SymmetricPattern symmetric_pattern(const std::vector<Offset> &row_begin,
                                   const std::vector<Index> &columns);

// An order of few entries in the factors: `from`[new] = old.
struct FillOrder {
  std::string name; // "metis" (nested dissection), else "rcm" (reverse Cuthill-McKee)
  std::vector<Index> from;
};
FillOrder fill_reducing_order(const SymmetricPattern &pattern);

// Columns of the factor that are eliminated together, because their rows below are the same.
struct Supernode {
  Index first, count;      // columns
  std::vector<Index> rows; // below the last column, rising
  Index parent;            // supernode, -1: none

  Index size() const { return count + static_cast<Index>(rows.size()); }
};

// Factorisation of A in an order: the columns renumbered so that each subtree is contiguous, and
// the supernodes, children before parents. Supernodes that differ little from their parents are
// merged with them, which stores some zeros.
struct Elimination {
  std::vector<Index> from; // new -> old number of an unknown
  std::vector<Supernode> supernodes;
  double entries = 0; // entries of L with its diagonal
};

// @cite davis2006 chapters 4 and 6 (elimination tree, postorder, row subtrees, supernodes).
Elimination make_elimination(const SymmetricPattern &pattern, const std::vector<Index> &order);

} // namespace curlew
