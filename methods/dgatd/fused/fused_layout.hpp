#pragma once

#include <curlew/core/parallel/device_traits.hpp>
#include <curlew/methods/dgatd/problem.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace curlew::dgatd {

// Layout of the mesh for the kernels of a space. Values of k_lanes tets (or edges) lie side by
// side: SIMD lanes of a host, threads of a device's warp. Dual volumes lie side by side on hosts
// only: on devices the rows of one dual volume give enough threads.
//
// Tets whose contributions to Ampere's law are summed in scratch memory before they leave it form a
// cluster: the largest power of two between the bounds that still divides a mesh into
// k_wanted_clusters clusters. Large clusters share fewer edges (hosts: 2048 is 15 % faster than
// 512), small ones occupy more cores. Positions in scratch memory fit 16 bits up to 8192.
template <class Space> struct FusedShape {
  using Traits = DeviceTraits<Space>;
  static constexpr int k_lanes = is_device<Space> ? Traits::k_warp : 8;
  static constexpr int k_node_lanes = is_device<Space> ? 1 : 8;
  static constexpr Index k_smallest_cluster = 256;
  static constexpr Index k_largest_cluster = is_device<Space> ? Traits::k_team : 2048;
  // Limit of the scratch memory of a cluster.
  static constexpr std::size_t k_cluster_scratch_bytes = Traits::k_team_scratch_bytes;
  // Threads of a cluster's team on devices, and half edges of a bundle of dual volumes, which take
  // a thread each.
  static constexpr int k_cluster_team = Traits::k_team;
  static constexpr int k_bundle_slots = 128;
  static constexpr int k_bundle_team = is_device<Space> ? k_bundle_slots : 1;
};

// The same at run time, for the host code that makes the layout.
struct LayoutShape {
  int lanes = 8, node_lanes = 8;
  Index smallest_cluster = 256, largest_cluster = 2048;
  Index bundle_slots = 128;
  std::size_t cluster_scratch_bytes = std::size_t(1) << 30;

  template <class Space> static LayoutShape of() {
    using Shape = FusedShape<Space>;
    return {Shape::k_lanes,           Shape::k_node_lanes,   Shape::k_smallest_cluster,
            Shape::k_largest_cluster, Shape::k_bundle_slots, Shape::k_cluster_scratch_bytes};
  }
};

constexpr Index k_wanted_clusters = 64;

// Data layout of the fused variant (host side). All orders depend on the mesh alone, so the results
// do not depend on the number of threads.
struct FusedLayout {
  LayoutShape shape;
  // Dual volumes: blocks of node_lanes nodes of (nearly) equal size, padded to the largest. Entry
  // (row, lane) of a block lies at `slot + row * node_lanes + lane`.
  struct NodeBlock {
    Offset slot = 0;   // first half edge
    Offset matrix = 0; // first entry of the packed inverses, rows of the lower triangle, per lane
    Index rows = 0;    // largest degree in the block
    std::int32_t loss = -1; // first entry of the packed loss matrices / node_lanes, -1: none
  };
  std::vector<NodeBlock> blocks;
  std::vector<Index> block_nodes; // blocks x node_lanes; -1: empty lane
  std::vector<Index> slot_edge;   // half edge slot -> edge; edge_count() for padding
  // Half edges of owned nodes. The half edges of ghosts follow, in the order of the halo's lists,
  // then an always zero slot of conducting edges.
  Offset slots = 0;
  Offset ghost_slots = 0;
  Offset matrix_entries = 0;
  std::vector<std::array<Index, 2>> edge_slots; // edge -> its halves at the lower, higher node
  // With node_lanes 1: a bundle is a sequence of blocks that a team updates together, as many as
  // have bundle_slots half edges (at least one).
  std::vector<Index> bundles; // bundles + 1, first block
  // Number of blocks and bundles of nodes whose halves other ranks wait for; these come first.
  Index boundary_blocks = 0, boundary_bundles = 0;

  // Clusters of tets. A local edge is an edge with unknowns that a tet of the cluster has.
  Index cluster_tets = 0;
  Index clusters = 0;
  Index padded_tets = 0;                 // a multiple of lanes
  std::vector<std::uint16_t> tet_nodes;  // [corner 0..3][tet]: node of the cluster
  std::vector<Index> local_node_offsets; // clusters + 1
  std::vector<Index> local_nodes;        // node of the cluster -> node
  int largest_local_nodes = 0;
  std::vector<std::uint16_t> tet_edges;  // [edge 0..5][tet]: 1 + local edge, 0 on PEC
  std::vector<Index> local_edge_offsets; // clusters + 1, multiples of lanes
  std::vector<Index> local_edge;         // local edge -> edge, -1 for padding
  // Local edge -> entry of r: the edge itself where this cluster is the edge's first, else a
  // partial sum.
  std::vector<Index> target;
  // `lanes` local edges at a time add up as many contributions as the edge with most of them. The
  // scratch position of contribution k in lane l is at begin + k * lanes + l; it is that of the
  // zero behind the contributions where an edge has fewer.
  std::vector<Offset> group_begin; // local edges / lanes + 1
  std::vector<std::uint16_t> contributions;
  int largest_local_edges = 0;
  int largest_rows = 0;
  std::size_t cluster_scratch_bytes() const; // coordinates, circulations, contributions
  // Edges that several clusters share: r(edge) += partial sums of the edge, which lie side by side
  // behind the edges, from entry edges + 1 on, in the order of the clusters.
  Index partial_sums = 0;
  std::vector<Index> shared_edges;
  std::vector<Index> shared_offsets; // shared edges + 1
};

// Returns the position of edge `edge` of tet `tet` (within its cluster) in the scratch array of
// contributions.
KOKKOS_INLINE_FUNCTION constexpr int contribution_position(int tet, int edge, int lanes) {
  return (tet / lanes * 6 + edge) * lanes + tet % lanes;
}

FusedLayout make_fused_layout(const Problem &problem, const LayoutShape &shape, int threads = 0);

} // namespace curlew::dgatd
