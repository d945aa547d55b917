#pragma once

#include <curlew/core/parallel/host_loops.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace curlew {

// Turns counts into offsets: on entry values[i + 1] is the count of row i and values[0] the first
// offset; on return values[i] is the offset of row i. Integers, so the same for any number of
// threads.
template <class Integer> void prefix_sum(std::vector<Integer> &values, int threads) {
  const std::size_t chunks = chunk_count(values.size(), threads);
  std::vector<Integer> before(chunks + 1, 0);
  parallel_chunks(values.size(), threads,
                  [&](std::size_t begin, std::size_t end, std::size_t chunk) {
                    Integer sum = 0;
                    for (std::size_t i = begin; i < end; ++i)
                      sum += values[i];
                    before[chunk + 1] = sum;
                  });
  for (std::size_t chunk = 0; chunk < chunks; ++chunk)
    before[chunk + 1] += before[chunk];
  parallel_chunks(values.size(), threads,
                  [&](std::size_t begin, std::size_t end, std::size_t chunk) {
                    Integer sum = before[chunk];
                    for (std::size_t i = begin; i < end; ++i)
                      values[i] = sum += values[i];
                  });
}

// The items [0, count) that `keep` accepts, rising.
template <class Result, class Keep>
std::vector<Result> select_items(std::size_t count, int threads, const Keep &keep) {
  std::vector<std::size_t> offsets(chunk_count(count, threads) + 1, 0);
  parallel_chunks(count, threads, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
    std::size_t kept = 0;
    for (std::size_t i = begin; i < end; ++i)
      kept += keep(i) ? 1 : 0;
    offsets[chunk + 1] = kept;
  });
  for (std::size_t chunk = 1; chunk < offsets.size(); ++chunk)
    offsets[chunk] += offsets[chunk - 1];
  std::vector<Result> result(offsets.back());
  parallel_chunks(count, threads, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
    std::size_t next = offsets[chunk];
    for (std::size_t i = begin; i < end; ++i)
      if (keep(i))
        result[next++] = static_cast<Result>(i);
  });
  return result;
}

// Returns the parts one after the other. Each part's memory is freed as soon as it is copied.
template <class T> std::vector<T> joined(std::vector<std::vector<T>> parts, int threads) {
  std::vector<std::size_t> offsets(parts.size() + 1, 0);
  for (std::size_t p = 0; p < parts.size(); ++p)
    offsets[p + 1] = offsets[p] + parts[p].size();
  std::vector<T> result(offsets.back());
  parallel_chunks(
      parts.size(), threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t p = begin; p < end; ++p) {
          std::copy(parts[p].begin(), parts[p].end(), result.begin() + offsets[p]);
          std::vector<T>().swap(parts[p]);
        }
      },
      1);
  return result;
}

} // namespace curlew
