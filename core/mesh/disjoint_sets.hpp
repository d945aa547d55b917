#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/parallel/host_loops.hpp>

#include <atomic>
#include <cstddef>
#include <utility>
#include <vector>

namespace curlew {

// Disjoint sets that several threads join at once. The root of a set is its lowest element, because
// a root is only ever linked to a lower one.
class DisjointSets {
public:
  DisjointSets(std::size_t count, int threads) : parent_(count) {
    parallel_chunks(count, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        parent_[i].store(static_cast<Index>(i), std::memory_order_relaxed);
    });
  }

  Index root(Index i) {
    for (;;) {
      Index parent = parent_[i].load(std::memory_order_relaxed);
      if (parent == i)
        return i;
      const Index above = parent_[parent].load(std::memory_order_relaxed);
      if (above != parent) // shortens the path; another thread may have done so already
        parent_[i].compare_exchange_weak(parent, above, std::memory_order_relaxed);
      i = above;
    }
  }

  void join(Index a, Index b) {
    for (;;) {
      a = root(a);
      b = root(b);
      if (a == b)
        return;
      if (a < b)
        std::swap(a, b);
      Index expected = a; // fails where another thread has linked `a` meanwhile
      if (parent_[a].compare_exchange_strong(expected, b, std::memory_order_relaxed))
        return;
    }
  }

private:
  std::vector<std::atomic<Index>> parent_;
};

} // namespace curlew
