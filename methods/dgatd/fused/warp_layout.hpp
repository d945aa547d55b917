#pragma once

#include <curlew/methods/dgatd/fused/fused_layout.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace curlew::dgatd {

// The tables of FusedLayout in the form that device kernels read: records that take one load, so
// that few loads depend on others. (Measured on an H200: the first version, which read the host's
// tables, spent three quarters of its time waiting for such chains.)

// A team's record of its cluster of tets.
struct alignas(16) ClusterRecord {
  Index first_node, nodes; // into local_nodes
  Index first_edge, edges; // into the tables of local edges
};
std::vector<ClusterRecord> cluster_records(const FusedLayout &layout);

// Two or four numbers of 16 bits in one word, the first lowest; a struct of such numbers would be
// placed in memory.
using ShortPair = std::uint32_t;
KOKKOS_INLINE_FUNCTION constexpr ShortPair pack_shorts(std::uint16_t first, std::uint16_t second) {
  return first | static_cast<ShortPair>(second) << 16;
}
KOKKOS_INLINE_FUNCTION constexpr int unpack_short(std::uint64_t packed, int k) {
  return static_cast<int>(packed >> 16 * k & 0xffff);
}

// Returns the corners of each tet among its cluster's nodes, four shorts.
std::vector<std::uint64_t> tet_corners(const FusedLayout &layout);

// Returns the edges of each tet among its cluster's: 1 + local edge, 0 on PEC; [pair 0..2][tet].
std::vector<ShortPair> tet_edge_pairs(const FusedLayout &layout);

// Contributions to local edges, two at a time: pair k of lane l of a group at
// (begin[group] + k) * lanes + l. Odd counts are padded with the zero behind the contributions.
struct ContributionPairs {
  std::vector<Index> begin; // groups + 1
  std::vector<ShortPair> pairs;
};
ContributionPairs contribution_pairs(const FusedLayout &layout);

// A team's dual volumes: half edges from `slot` on, packed matrices from entry 2 * `pair` on.
struct alignas(16) BundleRecord {
  Index slot, slots;
  Index pair, pairs;
};
std::vector<BundleRecord> bundle_records(const FusedLayout &layout);

// A half edge within its bundle: the start of its dual volume, the order of the dual volume (0: all
// of the bundle, which holds no other) and the first pair of its matrix.
struct alignas(8) HalfEdgeRecord {
  Index edge;
  std::uint8_t begin, rows;
  std::uint16_t pair;
};
std::vector<HalfEdgeRecord> half_edge_records(const FusedLayout &layout);

} // namespace curlew::dgatd
