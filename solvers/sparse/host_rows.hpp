#pragma once

#include <curlew/core/parallel/host_arrays.hpp>
#include <curlew/solvers/sparse/host_sparse.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace curlew {

// Returns the matrix whose rows an object of type Sum adds up: fill(row, sum) adds the entries of a
// row, and sum.move_to(columns, values) appends them with rising columns, returns their number and
// leaves the sum empty. Each chunk of rows has a sum of its own, made by make_sum().
template <class Scalar, class MakeSum, class Fill>
HostSparse<Scalar> rows_from(Index rows, Index columns, int threads, const MakeSum &make_sum,
                             const Fill &fill) {
  const std::size_t chunks = chunk_count(rows, threads);
  std::vector<std::vector<Index>> part_columns(chunks);
  std::vector<std::vector<Scalar>> part_values(chunks);
  HostSparse<Scalar> result;
  result.rows = rows;
  result.column_count = columns;
  result.row_begin.assign(static_cast<std::size_t>(rows) + 1, 0);
  parallel_chunks(rows, threads, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
    auto sum = make_sum();
    for (std::size_t row = begin; row < end; ++row) {
      fill(static_cast<Index>(row), sum);
      result.row_begin[row + 1] = sum.move_to(part_columns[chunk], part_values[chunk]);
    }
  });
  prefix_sum(result.row_begin, threads);
  result.columns = joined(std::move(part_columns), threads);
  result.values = joined(std::move(part_values), threads);
  return result;
}

// A short row that is summed up entry by entry.
class ShortRow {
public:
  void add(Index column, double value) {
    const auto same = std::find_if(entries_.begin(), entries_.end(),
                                   [&](const auto &entry) { return entry.first == column; });
    if (same == entries_.end())
      entries_.emplace_back(column, value);
    else
      same->second += value;
  }
  Offset move_to(std::vector<Index> &columns, std::vector<double> &values) {
    std::sort(entries_.begin(), entries_.end());
    for (const auto &[column, value] : entries_) {
      columns.push_back(column);
      values.push_back(value);
    }
    const auto count = static_cast<Offset>(entries_.size());
    entries_.clear();
    return count;
  }

private:
  std::vector<std::pair<Index, double>> entries_; // column, value
};

// Returns the matrix whose row i has the entries that fill(i, row) adds to a ShortRow.
template <class Fill>
HostSparse<double> short_rows(Index rows, Index columns, int threads, const Fill &fill) {
  return rows_from<double>(
      rows, columns, threads, [] { return ShortRow(); }, fill);
}

} // namespace curlew
