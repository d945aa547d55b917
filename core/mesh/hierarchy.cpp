#include <curlew/core/mesh/hierarchy.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/host_loops.hpp>

#include <fmt/format.h>

namespace curlew {

MeshHierarchy make_hierarchy(TetMesh mesh, int times, MeshOrder order, int threads) {
  if (times < 0)
    throw InputError(fmt::format("a mesh cannot be refined {} times", times));
  MeshHierarchy hierarchy;
  // Levels are refined in the order given and reordered afterwards, so the order of a coarse level
  // does not affect the finer ones.
  std::vector<Index> coarse_number;
  for (int level = 0; level <= times; ++level) {
    RefinedMesh next;
    if (level < times)
      next = refine_with_parents(mesh, threads);
    ReorderedMesh ordered = reorder_with_numbers(std::move(mesh), order, threads);
    if (level > 0) {
      // The parents are those of the level as it was refined.
      std::vector<NodeParents> &given = hierarchy.parents.back();
      std::vector<NodeParents> parents(given.size());
      parallel_chunks(given.size(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t n = begin; n < end; ++n)
          parents[ordered.number[n]] = {coarse_number[given[n][0]], coarse_number[given[n][1]]};
      });
      given = std::move(parents);
    }
    hierarchy.levels.push_back(std::move(ordered.mesh));
    coarse_number = std::move(ordered.number);
    if (level < times) {
      hierarchy.parents.push_back(std::move(next.parents));
      mesh = std::move(next.mesh);
    }
  }
  return hierarchy;
}

} // namespace curlew
