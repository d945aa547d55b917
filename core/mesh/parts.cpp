#include <curlew/core/mesh/parts.hpp>

#include <curlew/core/parallel/host_loops.hpp>

#include <atomic>
#include <utility>

namespace curlew {
namespace {

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

} // namespace

MeshParts find_parts(const TetTopology &topology, const std::vector<std::uint8_t> &solved,
                     int threads) {
  const std::size_t tets = topology.tet_faces.size();
  const auto is_solved = [&](Index tet) { return solved.empty() || solved[tet] != 0; };
  DisjointSets sets(tets, threads);
  parallel_chunks(topology.face_tets.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t f = begin; f < end; ++f) {
      const std::array<Index, 2> &tet = topology.face_tets[f];
      if (tet[1] >= 0 && is_solved(tet[0]) && is_solved(tet[1]))
        sets.join(tet[0], tet[1]);
    }
  });
  MeshParts parts;
  parts.of_tet.assign(tets, -1);
  for (std::size_t t = 0; t < tets; ++t) { // a root is the lowest of its set: it comes first
    const auto tet = static_cast<Index>(t);
    if (!is_solved(tet))
      continue;
    const Index root = sets.root(tet);
    parts.of_tet[t] = root == tet ? parts.count++ : parts.of_tet[root];
  }
  return parts;
}

} // namespace curlew
