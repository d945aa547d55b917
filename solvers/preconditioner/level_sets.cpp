#include <curlew/solvers/preconditioner/level_sets.hpp>

#include <algorithm>

namespace curlew {

LevelSets make_level_sets(const std::vector<Offset> &row_begin, const std::vector<Index> &columns,
                          bool is_lower) {
  const auto count = static_cast<Index>(row_begin.size() - 1);
  std::vector<Index> level(count);
  Index levels = 0;
  for (Index n = 0; n < count; ++n) {
    const Index row = is_lower ? n : count - 1 - n;
    Index own = 0;
    for (Offset k = row_begin[row]; k < row_begin[row + 1]; ++k)
      if (is_lower ? columns[k] < row : columns[k] > row && columns[k] < count)
        own = std::max(own, level[columns[k]] + 1);
    level[row] = own;
    levels = std::max(levels, own + 1);
  }
  LevelSets sets;
  sets.begin.resize(levels + 1);
  for (const Index own : level)
    ++sets.begin[own + 1];
  for (Index l = 0; l < levels; ++l)
    sets.begin[l + 1] += sets.begin[l];
  std::vector<Index> next(sets.begin);
  sets.rows.resize(count);
  for (Index row = 0; row < count; ++row)
    sets.rows[next[level[row]]++] = row;
  return sets;
}

} // namespace curlew
