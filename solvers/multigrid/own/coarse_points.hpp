#pragma once

#include <curlew/core/index.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace curlew {

// Which nodes a coarse mesh should rather have: those that shape the domain.
enum class NodePriority : std::uint8_t { inside, face, crease, corner };

struct CoarsePoints {
  std::vector<Index> nodes; // rising
  // Of each node that takes part the place in `nodes` of itself or of a neighbour; else -1.
  std::vector<Index> near;
};

// A greedy independent set of the nodes that take part, on the graph of `edges`: of two that an
// edge joins at most one is chosen, and each that is not has a neighbour that is. Higher priority
// first, then the lower number. On meshes of tets about every sixth.
CoarsePoints choose_coarse_points(const std::vector<std::array<Index, 2>> &edges,
                                  const std::vector<char> &takes_part,
                                  const std::vector<NodePriority> &priority);

} // namespace curlew
