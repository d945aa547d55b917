#pragma once

#include <curlew/core/index.hpp>

#include <algorithm>
#include <vector>

namespace curlew {

// Columns of a square matrix in blocks of one width, the last of which may be narrower. Ranks take
// the blocks in turn.
struct BlockColumns {
  Index size = 0, width = 1;
  int ranks = 1;

  Index blocks() const { return (size + width - 1) / width; }
  Index first(Index block) const { return block * width; }
  Index end(Index block) const { return std::min(size, first(block) + width); }
  Index count(Index block) const { return end(block) - first(block); }
  int owner(Index block) const { return block % ranks; }
  // Returns the number of columns that a rank has in the blocks before this one.
  Index before(Index block, int rank) const {
    const Index whole = (block - rank + ranks - 1) / ranks * width;
    return rank >= block ? 0 : std::min(whole, own_count(rank));
  }
  Index own_count(int rank) const {
    Index count_of_rank = 0;
    for (Index block = rank; block < blocks(); block += ranks)
      count_of_rank += count(block);
    return count_of_rank;
  }
  // Returns the columns of a rank, ascending.
  std::vector<Index> own(int rank) const {
    std::vector<Index> columns;
    for (Index block = rank; block < blocks(); block += ranks)
      for (Index column = first(block); column < end(block); ++column)
        columns.push_back(column);
    return columns;
  }
};

// Returns blocks of 256 columns, wide enough for products at full speed, or narrower ones where
// ranks would have less than four each.
inline BlockColumns block_columns(Index size, int ranks) {
  constexpr Index k_width = 256, k_narrowest = 16, k_blocks_each = 4;
  const Index wanted = (size + k_blocks_each * ranks - 1) / (k_blocks_each * ranks);
  return {size, std::clamp(wanted, k_narrowest, k_width), ranks};
}

} // namespace curlew
