#include <curlew/methods/fem/assembly/pattern.hpp>

#include <curlew/core/mesh/invert.hpp>

#include <algorithm>

namespace curlew::fem {

Pattern make_pattern(const std::vector<Index> &tet_rows, int per_tet, Index rows, int threads) {
  const std::size_t tets = tet_rows.size() / per_tet;
  Pattern pattern;
  pattern.row_tets = invert_items(tets, rows, threads, [&](std::size_t t, const auto &visit) {
    for (int i = 0; i < per_tet; ++i)
      if (const Index row = tet_rows[t * per_tet + i]; row >= 0 && row < rows)
        visit(static_cast<std::size_t>(row));
  });
  // Columns of a chunk, row after row; pattern.row_begin takes the count of each row.
  std::vector<std::vector<Index>> parts(chunk_count(rows, threads));
  pattern.row_begin.assign(static_cast<std::size_t>(rows) + 1, 0);
  parallel_chunks(rows, threads, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
    std::vector<Index> row;
    for (std::size_t r = begin; r < end; ++r) {
      row.clear();
      for (const Index *t = pattern.row_tets.begin(r); t != pattern.row_tets.end(r); ++t)
        for (int i = 0; i < per_tet; ++i)
          if (const Index column = tet_rows[static_cast<std::size_t>(*t) * per_tet + i];
              column >= 0)
            row.push_back(column);
      std::sort(row.begin(), row.end());
      row.erase(std::unique(row.begin(), row.end()), row.end());
      parts[chunk].insert(parts[chunk].end(), row.begin(), row.end());
      pattern.row_begin[r + 1] = static_cast<Offset>(row.size());
    }
  });
  prefix_sum(pattern.row_begin, threads);
  pattern.columns = joined(std::move(parts), threads);
  return pattern;
}

} // namespace curlew::fem
