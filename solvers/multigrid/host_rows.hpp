#pragma once

#include <curlew/core/parallel/host_arrays.hpp>
#include <curlew/solvers/sparse/host_sparse.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace curlew::multigrid {

using RowEntries = std::vector<std::pair<Index, double>>; // column, value

// Adds to the entry of a column; rows are short.
inline void add_to(RowEntries &entries, Index column, double value) {
  const auto same = std::find_if(entries.begin(), entries.end(),
                                 [&](const auto &entry) { return entry.first == column; });
  if (same == entries.end())
    entries.emplace_back(column, value);
  else
    same->second += value;
}

// Returns the matrix whose row i has the entries that row(i, entries) appends, in any order, each
// column once.
template <class Row>
HostSparse<double> from_rows(Index rows, Index columns, int threads, const Row &row) {
  const std::size_t chunks = chunk_count(rows, threads);
  std::vector<std::vector<Index>> part_columns(chunks);
  std::vector<std::vector<double>> part_values(chunks);
  HostSparse<double> result;
  result.rows = rows;
  result.column_count = columns;
  result.row_begin.assign(rows + 1, 0);
  parallel_chunks(rows, threads, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
    RowEntries entries;
    for (std::size_t i = begin; i < end; ++i) {
      entries.clear();
      row(static_cast<Index>(i), entries);
      std::sort(entries.begin(), entries.end());
      for (const auto &[column, value] : entries) {
        part_columns[chunk].push_back(column);
        part_values[chunk].push_back(value);
      }
      result.row_begin[i + 1] = static_cast<Offset>(entries.size());
    }
  });
  prefix_sum(result.row_begin, threads);
  result.columns = joined(std::move(part_columns), threads);
  result.values = joined(std::move(part_values), threads);
  return result;
}

// Returns the mesh entity of each unknown.
inline std::vector<Index> entities(const std::vector<Index> &unknown_of, Index unknowns) {
  std::vector<Index> result(unknowns);
  for (std::size_t i = 0; i < unknown_of.size(); ++i)
    if (unknown_of[i] >= 0)
      result[unknown_of[i]] = static_cast<Index>(i);
  return result;
}

} // namespace curlew::multigrid
