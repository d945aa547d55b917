#pragma once

#include <curlew/core/index.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace curlew {

// Priority of a node for the coarse mesh: nodes that shape the domain come first.
enum class NodePriority : std::uint8_t { inside, face, crease, corner };

struct CoarsePoints {
  std::vector<Index> nodes; // rising
  // For each node that takes part, the place in `nodes` of itself or of a neighbour; else -1.
  std::vector<Index> near;
};

// Chooses a greedy independent set of the nodes that take part, on the graph of `edges`: of two
// nodes that an edge joins at most one is chosen, and each node not chosen has a chosen neighbour.
// Nodes of higher priority are chosen first, then those of lower number. On meshes of tets about
// every sixth node is chosen.
CoarsePoints choose_coarse_points(const std::vector<std::array<Index, 2>> &edges,
                                  const std::vector<char> &takes_part,
                                  const std::vector<NodePriority> &priority);

} // namespace curlew
