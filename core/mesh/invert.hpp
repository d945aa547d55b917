#pragma once

#include <curlew/core/mesh/topology.hpp>
#include <curlew/core/parallel/host_arrays.hpp>

#include <algorithm>
#include <vector>

namespace curlew {

// Threads that count into tables of their own; more would cost memory without gain.
constexpr int k_counting_threads = 8;

// Lists the items 0 .. count-1 that have each value 0 .. rows-1: row v lists the items for which
// each_value(item, visit) calls visit(v), rising. each_value is called twice for every item.
// Counting sort with one histogram per chunk, so the result does not depend on the number of
// threads.
template <class EachValue>
IndexRows invert_items(std::size_t count, std::size_t rows, int threads,
                       const EachValue &each_value) {
  const int used = std::min(host_threads(threads), k_counting_threads);
  std::vector<std::vector<Index>> next(chunk_count(count, used)); // per chunk and row
  parallel_chunks(count, used, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
    std::vector<Index> &counts = next[chunk];
    counts.assign(rows, 0);
    for (std::size_t item = begin; item < end; ++item)
      each_value(item, [&](std::size_t value) { ++counts[value]; });
  });
  IndexRows result;
  result.offsets.assign(rows + 1, 0);
  parallel_chunks(rows, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      Index in_row = 0; // turns the chunks' counts into their first positions in the row
      for (std::vector<Index> &counts : next) {
        const Index mine = counts[row];
        counts[row] = in_row;
        in_row += mine;
      }
      result.offsets[row + 1] = in_row;
    }
  });
  prefix_sum(result.offsets, threads);
  result.indices.resize(result.offsets[rows]);
  parallel_chunks(count, used, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
    for (std::size_t item = begin; item < end; ++item)
      each_value(item, [&](std::size_t value) {
        result.indices[result.offsets[value] + next[chunk][value]++] = static_cast<Index>(item);
      });
  });
  return result;
}

// The same for tuples of values.
template <class Tuple>
IndexRows invert(const std::vector<Tuple> &tuples, std::size_t rows, int threads) {
  return invert_items(tuples.size(), rows, threads, [&](std::size_t t, const auto &visit) {
    for (const Index value : tuples[t])
      visit(static_cast<std::size_t>(value));
  });
}

} // namespace curlew
