#pragma once

#include <curlew/core/index.hpp>

#include <vector>

namespace curlew::dgatd {

struct Problem;

// The half of an edge at its lower (end 0) or higher node.
struct HalfEdge {
  Index edge;
  int end;
};

// Data exchanged between this rank and another after Ampere's law, in the same order on both sides:
// values on the halves at nodes that one rank owns, along edges that the other has in its tets.
// With them every rank repeats Faraday's law in its ghost tets, so that H is never sent.
//
// Variants that keep E on whole edges send sums of halves instead: value_halo.hpp.
struct HaloPeer {
  int rank;
  std::vector<HalfEdge> send, receive;
};

// Requests the halves at ghost nodes from the owners of these nodes. The owners also report which
// edges conduct: edges of this rank that touch no owned node are marked here. Needs mesh, nodes,
// edges, edge_nodes and edge_is_pec; collective. Returns an empty list on one rank.
std::vector<HaloPeer> connect_ranks(Problem &problem, int threads = 0);

// Returns the owned nodes whose halves other ranks need, rising.
std::vector<Index> boundary_nodes(const Problem &problem);

} // namespace curlew::dgatd
