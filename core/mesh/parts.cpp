#include <curlew/core/mesh/parts.hpp>

#include <curlew/core/mesh/disjoint_sets.hpp>
#include <curlew/core/parallel/host_loops.hpp>

namespace curlew {

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
  for (std::size_t t = 0; t < tets; ++t) { // a root is the lowest of its set, so it comes first
    const auto tet = static_cast<Index>(t);
    if (!is_solved(tet))
      continue;
    const Index root = sets.root(tet);
    parts.of_tet[t] = root == tet ? parts.count++ : parts.of_tet[root];
  }
  return parts;
}

} // namespace curlew
