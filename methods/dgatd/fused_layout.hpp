#pragma once

#include <curlew/methods/dgatd/problem.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace curlew::dgatd {

// Nodes that are updated together, one per SIMD lane: k_lanes dual volumes of (nearly) equal size,
// padded to the largest. Entry (row, lane) of a block lies at `slot + row * k_lanes + lane`.
constexpr int k_lanes = 8;
// Tets whose contributions to Ampere's law are summed in scratch memory before they leave it: the
// largest power of two between these bounds that still gives a mesh k_wanted_clusters clusters.
// Large clusters share fewer edges (measured: 2048 is 15 % faster than 512), small ones feed more
// cores. Positions in scratch memory fit 16 bits up to 8192.
constexpr Index k_smallest_cluster = 256, k_largest_cluster = 2048, k_wanted_clusters = 64;

// Where the fused variant keeps what (host side). All orders are fixed by the mesh alone, so the
// results do not depend on the number of threads.
struct FusedLayout {
  // Dual volumes.
  struct NodeBlock {
    Offset slot = 0;   // first half edge
    Offset matrix = 0; // first entry of the packed inverses, rows of the lower triangle, per lane
    Index rows = 0;    // largest degree in the block
    std::int32_t loss = -1; // first entry of the packed loss matrices / k_lanes, -1: none
  };
  std::vector<NodeBlock> blocks;
  std::vector<Index> block_nodes; // blocks x k_lanes; -1: empty lane
  std::vector<Index> slot_edge;   // half edge slot -> edge; edge_count() for padding
  Offset slots = 0;               // without the last, always zero, slot of conducting edges
  Offset matrix_entries = 0;
  std::vector<std::array<Index, 2>> edge_slots; // edge -> its halves at the lower, higher node

  // Clusters of tets. A local edge is an edge with unknowns that a tet of the cluster has.
  Index cluster_tets = 0;
  Index clusters = 0;
  Index padded_tets = 0;                 // a multiple of k_lanes
  std::vector<std::uint16_t> tet_nodes;  // [corner 0..3][tet]: node of the cluster
  std::vector<Index> local_node_offsets; // clusters + 1
  std::vector<Index> local_nodes;        // node of the cluster -> node
  int largest_local_nodes = 0;
  std::vector<std::uint16_t> tet_edges;  // [edge 0..5][tet]: 1 + local edge, 0 on PEC
  std::vector<Index> local_edge_offsets; // clusters + 1, multiples of k_lanes
  std::vector<Index> local_edge;         // local edge -> edge, -1 for padding
  std::vector<Index> target;             // local edge -> entry of r: the edge itself where this
                                         // cluster is the edge's first, else a partial sum
  // k_lanes local edges at a time add up as many contributions as the one with most of them:
  // scratch position of contribution k in lane l at begin + k * k_lanes + l, the zero behind the
  // contributions where there are fewer.
  std::vector<Offset> group_begin; // local edges / k_lanes + 1
  std::vector<std::uint16_t> contributions;
  int largest_local_edges = 0;
  int largest_rows = 0;
  // Edges that several clusters share: r(edge) += sum of its partial sums, in rising order.
  Index partial_sums = 0;
  std::vector<Index> shared_edges;
  std::vector<Index> shared_offsets; // shared edges + 1
  std::vector<Index> shared_partials;
};

// Position of edge `edge` of tet `tet` (within its cluster) in the scratch array of contributions.
constexpr int contribution_position(int tet, int edge) {
  return (tet / k_lanes * 6 + edge) * k_lanes + tet % k_lanes;
}

FusedLayout make_fused_layout(const Problem &problem, int threads = 0);

} // namespace curlew::dgatd
