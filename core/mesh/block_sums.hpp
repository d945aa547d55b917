#pragma once

#include <curlew/core/parallel/host_loops.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace curlew {

// Items of one block: sums are made over blocks first, then over the blocks in order, so that no
// digit depends on how the threads share the work.
constexpr std::size_t k_sum_block = 4096;

// Reduces items [0, count) to one Part: a Part per block by add(part, item), then merged in order.
template <class Part, class Add>
Part reduce_blocks(std::size_t count, int threads, const Part &empty, const Add &add) {
  const std::size_t blocks = (count + k_sum_block - 1) / k_sum_block;
  std::vector<Part> parts(blocks, empty);
  parallel_chunks(
      blocks, threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end; ++b)
          for (std::size_t i = b * k_sum_block; i < std::min(count, (b + 1) * k_sum_block); ++i)
            add(parts[b], i);
      },
      1);
  Part total = empty;
  for (const Part &part : parts)
    total.merge(part);
  return total;
}

} // namespace curlew
