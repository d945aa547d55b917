#pragma once

#include <curlew/core/mesh/block_sums.hpp>
#include <curlew/core/mesh/extent.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/hilbert.hpp>
#include <curlew/core/parallel/host_arrays.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <vector>

namespace curlew {

// Maps points to keys on a Hilbert curve through the cube around them.
class HilbertCube {
public:
  HilbertCube(const std::vector<Point> &points, int threads) {
    if (points.empty())
      return;
    const BoundingBox all =
        reduce_blocks(points.size(), threads, BoundingBox(),
                      [&](BoundingBox &part, std::size_t n) { part.add(points[n]); });
    low_ = all.low;
    const Point extent = all.high - low_;
    const double side = std::max({extent[0], extent[1], extent[2]});
    cells_per_m_ = side > 0 ? (std::ldexp(1.0, k_hilbert_bits) - 1) / side : 0;
  }
  std::uint64_t key(const Point &p) const {
    std::array<std::uint32_t, 3> cell;
    for (int d = 0; d < 3; ++d)
      cell[d] = static_cast<std::uint32_t>((p[d] - low_[d]) * cells_per_m_);
    return hilbert_key(cell);
  }

private:
  Point low_{0, 0, 0};
  double cells_per_m_ = 0;
};

template <std::size_t N>
Point centroid(const std::vector<Point> &points, const std::array<Index, N> &nodes) {
  Point sum{0, 0, 0};
  for (Index n : nodes)
    sum = sum + points[n];
  return (1.0 / N) * sum;
}

// Sorts in parallel; no two items may be equal, so that any correct sort gives the same order.
template <class T> void parallel_sort(std::vector<T> &items, int threads) {
  const std::size_t chunks = chunk_count(items.size(), threads);
  std::vector<std::size_t> bounds(chunks + 1, 0);
  parallel_chunks(items.size(), threads,
                  [&](std::size_t begin, std::size_t end, std::size_t chunk) {
                    std::sort(items.begin() + begin, items.begin() + end);
                    bounds[chunk + 1] = end;
                  });
  for (std::size_t width = 1; width < chunks; width *= 2)
    parallel_chunks((chunks + 2 * width - 1) / (2 * width), threads,
                    [&](std::size_t begin, std::size_t end) {
                      for (std::size_t pair = begin; pair < end; ++pair) {
                        const std::size_t middle = std::min(chunks, (2 * pair + 1) * width);
                        const std::size_t last = std::min(chunks, (2 * pair + 2) * width);
                        std::inplace_merge(items.begin() + bounds[2 * pair * width],
                                           items.begin() + bounds[middle],
                                           items.begin() + bounds[last]);
                      }
                    },
                    1);
}

// Elements in the order of their centroids along the Hilbert curve, or cluster by cluster where
// cluster_of is not empty.
template <std::size_t N>
std::vector<Index> spatial_order(const std::vector<Point> &points,
                                 const std::vector<std::array<Index, N>> &elements,
                                 const std::vector<Index> &cluster_of, int threads) {
  struct Keyed {
    std::uint64_t key;
    Index cluster; // number of the element's cluster along the curve; 0 where there are none
    Index element;
    bool operator<(const Keyed &other) const {
      if (cluster != other.cluster)
        return cluster < other.cluster;
      return key != other.key ? key < other.key : element < other.element;
    }
  };
  const HilbertCube cube(points, threads);
  std::vector<Keyed> keyed(elements.size());
  parallel_chunks(keyed.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      keyed[i] = {cube.key(centroid(points, elements[i])), cluster_of.empty() ? 0 : cluster_of[i],
                  static_cast<Index>(i)};
  });
  parallel_sort(keyed, threads);
  std::vector<Index> order(keyed.size());
  parallel_chunks(order.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      order[i] = keyed[i].element;
  });
  return order;
}

// Returns the new number of each of `nodes` nodes: in the order in which the elements first list
// them, nodes of no element last.
template <std::size_t N>
std::vector<Index> number_as_met(const std::vector<std::array<Index, N>> &elements,
                                 std::size_t nodes, int threads) {
  // position in the list of the elements' corners where each node first occurs
  constexpr auto k_nowhere = std::numeric_limits<std::int64_t>::max();
  std::vector<std::atomic<std::int64_t>> first(nodes);
  parallel_chunks(first.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n)
      first[n].store(k_nowhere, std::memory_order_relaxed);
  });
  parallel_chunks(elements.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t)
      for (std::size_t i = 0; i < N; ++i) {
        const auto corner = static_cast<std::int64_t>(N * t + i);
        std::atomic<std::int64_t> &met = first[elements[t][i]];
        std::int64_t known = met.load(std::memory_order_relaxed);
        while (corner < known &&
               !met.compare_exchange_weak(known, corner, std::memory_order_relaxed)) {
        }
      }
  });
  const auto node_at = [&](std::size_t corner) { return elements[corner / N][corner % N]; };
  const std::vector<std::int64_t> corners =
      select_items<std::int64_t>(N * elements.size(), threads, [&](std::size_t corner) {
        return first[node_at(corner)].load(std::memory_order_relaxed) ==
               static_cast<std::int64_t>(corner);
      });
  std::vector<Index> number(nodes);
  parallel_chunks(corners.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      number[node_at(static_cast<std::size_t>(corners[i]))] = static_cast<Index>(i);
  });
  auto next = static_cast<Index>(corners.size());
  if (corners.size() < number.size())
    for (std::size_t n = 0; n < number.size(); ++n)
      if (first[n].load(std::memory_order_relaxed) == k_nowhere)
        number[n] = next++;
  return number;
}

template <std::size_t N>
void renumber(std::vector<std::array<Index, N>> &elements, const std::vector<Index> &number,
              int threads) {
  parallel_chunks(elements.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t)
      for (Index &n : elements[t])
        n = number[n];
  });
}

// Returns the values with values[i] at result[to[i]].
template <class T>
std::vector<T> scattered(const std::vector<T> &values, const std::vector<Index> &to, int threads) {
  std::vector<T> result(values.size());
  parallel_chunks(values.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      result[to[i]] = values[i];
  });
  return result;
}

// Returns the values with values[from[i]] at result[i].
template <class T>
std::vector<T> gathered(const std::vector<T> &values, const std::vector<Index> &from, int threads) {
  std::vector<T> result(from.size());
  parallel_chunks(from.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      result[i] = values[from[i]];
  });
  return result;
}

} // namespace curlew
