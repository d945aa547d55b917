#pragma once

#include <curlew/core/index.hpp>

#include <vector>

namespace curlew {

// Rows in an order for a triangular sweep: the rows of one level depend on earlier levels only.
// Level l has rows[begin[l]] ... rows[begin[l + 1] - 1], ascending.
struct LevelSets {
  std::vector<Index> rows;
  std::vector<Index> begin;
};

// Returns the levels of the sweep over the lower triangle (columns < row, ascending), or the upper
// one (descending). Columns at and above the number of rows do not count. Takes one pass over the
// entries, one after the other: each row waits for those before it.
LevelSets make_level_sets(const std::vector<Offset> &row_begin, const std::vector<Index> &columns,
                          bool is_lower);

} // namespace curlew
