#include <curlew/methods/dgatd/fused/warp_layout.hpp>

namespace curlew::dgatd {

std::vector<ClusterRecord> cluster_records(const FusedLayout &layout) {
  std::vector<ClusterRecord> records(layout.clusters);
  for (Index c = 0; c < layout.clusters; ++c)
    records[c] = {layout.local_node_offsets[c],
                  layout.local_node_offsets[c + 1] - layout.local_node_offsets[c],
                  layout.local_edge_offsets[c],
                  layout.local_edge_offsets[c + 1] - layout.local_edge_offsets[c]};
  return records;
}

std::vector<std::uint64_t> tet_corners(const FusedLayout &layout) {
  std::vector<std::uint64_t> corners(layout.padded_tets, 0);
  for (std::size_t n = 0; n < 4; ++n)
    for (Index t = 0; t < layout.padded_tets; ++t)
      corners[t] |= static_cast<std::uint64_t>(layout.tet_nodes[n * layout.padded_tets + t])
                    << 16 * n;
  return corners;
}

std::vector<ShortPair> tet_edge_pairs(const FusedLayout &layout) {
  const std::size_t tets = layout.padded_tets;
  std::vector<ShortPair> pairs(3 * tets);
  for (std::size_t p = 0; p < 3; ++p)
    for (std::size_t t = 0; t < tets; ++t)
      pairs[p * tets + t] =
          pack_shorts(layout.tet_edges[2 * p * tets + t], layout.tet_edges[(2 * p + 1) * tets + t]);
  return pairs;
}

ContributionPairs contribution_pairs(const FusedLayout &layout) {
  const int lanes = layout.shape.lanes;
  const auto zero = static_cast<std::uint16_t>(6 * layout.cluster_tets);
  ContributionPairs result;
  result.begin.reserve(layout.group_begin.size());
  result.pairs.reserve(layout.contributions.size());
  for (std::size_t g = 0; g + 1 < layout.group_begin.size(); ++g) {
    result.begin.push_back(to_index(result.pairs.size() / lanes, "contributions"));
    const Offset end = layout.group_begin[g + 1];
    for (Offset at = layout.group_begin[g]; at < end; at += 2 * lanes)
      for (int lane = 0; lane < lanes; ++lane)
        result.pairs.push_back(
            pack_shorts(layout.contributions[at + lane],
                        at + lanes < end ? layout.contributions[at + lanes + lane] : zero));
  }
  result.begin.push_back(to_index(result.pairs.size() / lanes, "contributions"));
  return result;
}

std::vector<BundleRecord> bundle_records(const FusedLayout &layout) {
  const Index blocks = static_cast<Index>(layout.blocks.size());
  const auto slot_of = [&](Index b) { return b < blocks ? layout.blocks[b].slot : layout.slots; };
  const auto pair_of = [&](Index b) {
    return (b < blocks ? layout.blocks[b].matrix : layout.matrix_entries) / 2;
  };
  std::vector<BundleRecord> records;
  for (std::size_t k = 0; k + 1 < layout.bundles.size(); ++k) {
    const Index first = layout.bundles[k], last = layout.bundles[k + 1];
    records.push_back({to_index(slot_of(first), "half edges"),
                       static_cast<Index>(slot_of(last) - slot_of(first)),
                       to_index(pair_of(first), "pairs of matrix entries"),
                       static_cast<Index>(pair_of(last) - pair_of(first))});
  }
  return records;
}

std::vector<HalfEdgeRecord> half_edge_records(const FusedLayout &layout) {
  std::vector<HalfEdgeRecord> records(layout.slots);
  for (std::size_t k = 0; k + 1 < layout.bundles.size(); ++k) {
    const FusedLayout::NodeBlock &first = layout.blocks[layout.bundles[k]];
    const bool alone = layout.bundles[k + 1] == layout.bundles[k] + 1;
    for (Index b = layout.bundles[k]; b < layout.bundles[k + 1]; ++b) {
      const FusedLayout::NodeBlock &block = layout.blocks[b];
      for (Index row = 0; row < block.rows; ++row)
        records[block.slot + row] = {layout.slot_edge[block.slot + row],
                                     static_cast<std::uint8_t>(block.slot - first.slot),
                                     static_cast<std::uint8_t>(alone ? 0 : block.rows),
                                     static_cast<std::uint16_t>((block.matrix - first.matrix) / 2)};
    }
  }
  return records;
}

} // namespace curlew::dgatd
