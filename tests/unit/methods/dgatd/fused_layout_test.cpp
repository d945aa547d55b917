// Layout of the fused variant, for the shapes of hosts and of devices: everything is stored once,
// and where the kernels read it.
#include "cases.hpp"

#include <curlew/methods/dgatd/fused/warp_layout.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <random>

namespace curlew::dgatd::testing {
namespace {

using ::testing::IsEmpty;
using Flaws = std::vector<std::string>;

struct Named {
  const char *name;
  LayoutShape shape;
};
const std::vector<Named> k_shapes = {{"host", {8, 8, 256, 2048, 128}},
                                     {"device", {32, 1, 256, 256, 128, 47 << 10}},
                                     {"small bundles", {32, 1, 256, 256, 16}},
                                     {"one node each", {4, 1, 64, 64, 1}}};

Problem walled(TetMesh mesh) {
  Case input = half_driven_case();
  input.boundaries.push_back({"x-", Pec{}});
  mesh = half_marked(std::move(mesh));
  if (std::none_of(mesh.groups.begin(), mesh.groups.end(),
                   [](const MeshGroup &group) { return group.name == "x-"; }))
    mark_surface(mesh, "x-", [](const Point &p) { return p[0] < 0.45; });
  return make_problem(input, std::move(mesh));
}

// Tables that the kernels of devices read.
struct DeviceTables {
  std::vector<ClusterRecord> clusters;
  std::vector<std::uint64_t> corners;
  std::vector<ShortPair> edges;
  ContributionPairs contributions;
  std::vector<BundleRecord> bundles;
  std::vector<HalfEdgeRecord> halves;
};

DeviceTables tables_of(const FusedLayout &layout) {
  DeviceTables tables{cluster_records(layout),
                      tet_corners(layout),
                      tet_edge_pairs(layout),
                      contribution_pairs(layout),
                      {},
                      {}};
  if (layout.shape.node_lanes == 1) {
    tables.bundles = bundle_records(layout);
    tables.halves = half_edge_records(layout);
  }
  return tables;
}

// Dual volumes: every half edge at its place in the block of its node.
Flaws flaws_of_blocks(const Problem &problem, const FusedLayout &layout) {
  Flaws flaws;
  const auto expect = [&](bool good, const std::string &what, auto... where) {
    if (!good)
      flaws.push_back(fmt::format(fmt::runtime(what), where...));
  };
  const int lanes = layout.shape.node_lanes;
  std::vector<int> met(problem.node_count(), 0), used(layout.slots, 0);
  Offset slot = 0, matrix = 0;
  for (std::size_t b = 0; b < layout.blocks.size(); ++b) {
    const FusedLayout::NodeBlock &block = layout.blocks[b];
    expect(block.slot == slot, "block {} begins at {}", b, block.slot);
    expect(block.matrix >= matrix, "the matrix of block {} lies in the one before", b);
    expect(lanes > 1 || block.matrix % 2 == 0, "matrix {} is odd", b);
    expect(block.rows <= layout.largest_rows, "block {} has {} rows", b, block.rows);
    slot += static_cast<Offset>(block.rows) * lanes;
    matrix = block.matrix + static_cast<Offset>(block.rows) * (block.rows + 1) / 2 * lanes;
    for (int lane = 0; lane < lanes; ++lane) {
      const Index node = layout.block_nodes.at(b * lanes + lane);
      if (node < 0)
        continue;
      ++met[node];
      expect(problem.degree(node) <= block.rows, "node {} does not fit", node);
      for (Index row = 0; row < problem.degree(node); ++row) {
        const Index edge = problem.node_edges[problem.node_edge_offsets[node] + row];
        const Offset at = block.slot + static_cast<Offset>(row) * lanes + lane;
        const int end = problem.edge_nodes[edge][1] == node;
        expect(layout.slot_edge.at(at) == edge, "slot {} has edge {}", at, layout.slot_edge[at]);
        expect(layout.edge_slots.at(edge)[end] == at, "edge {} has another slot", edge);
        ++used[at];
      }
    }
  }
  expect(slot == layout.slots && matrix <= layout.matrix_entries, "the blocks end at {}", slot);
  for (Index n = 0; n < problem.node_count(); ++n)
    expect(met[n] == (problem.degree(n) > 0), "node {} lies in {} blocks", n, met[n]);
  for (std::size_t s = 0; s < used.size(); ++s)
    expect(used[s] == (layout.slot_edge[s] < problem.edge_count()), "slot {}: {} uses", s, used[s]);
  for (Index e = 0; e < problem.edge_count(); ++e)
    if (problem.edge_is_pec[e])
      expect(layout.edge_slots[e][0] == layout.slots && layout.edge_slots[e][1] == layout.slots,
             "conducting edge {} has a slot", e);
  return flaws;
}

// Checks bundles: consecutive blocks, as many as fit; and the records of the kernel that loops over
// them.
Flaws flaws_of_bundles(const FusedLayout &layout, const std::vector<BundleRecord> &records,
                       const std::vector<HalfEdgeRecord> &halves) {
  Flaws flaws;
  const auto expect = [&](bool good, const std::string &what, auto... where) {
    if (!good)
      flaws.push_back(fmt::format(fmt::runtime(what), where...));
  };
  const auto end_of = [&](Index b) { return layout.blocks.at(b).slot + layout.blocks[b].rows; };
  const Index blocks = static_cast<Index>(layout.blocks.size());
  expect(layout.bundles.front() == 0 && layout.bundles.back() == blocks, "not all blocks");
  for (std::size_t k = 0; k + 1 < layout.bundles.size(); ++k) {
    const Index first = layout.bundles[k], last = layout.bundles[k + 1];
    expect(first < last, "bundle {} is empty", k);
    const Offset begin = layout.blocks[first].slot;
    expect(end_of(last - 1) - begin <= layout.shape.bundle_slots || last == first + 1,
           "bundle {} has {} slots", k, end_of(last - 1) - begin);
    expect(last == blocks || end_of(last) - begin > layout.shape.bundle_slots,
           "bundle {} has room for another block", k);
    const BundleRecord &record = records.at(k);
    expect(record.slot == begin && record.slots == end_of(last - 1) - begin,
           "record {} is of slots {} on", k, record.slot);
    expect(2 * record.pair == layout.blocks[first].matrix &&
               2 * (record.pair + record.pairs) ==
                   (last < blocks ? layout.blocks[last].matrix : layout.matrix_entries),
           "record {} is of {} pairs", k, record.pairs);
    for (Index b = first; b < last; ++b)
      for (Offset s = layout.blocks[b].slot; s < end_of(b); ++s) {
        const HalfEdgeRecord &half = halves.at(s);
        expect(half.edge == layout.slot_edge.at(s), "half edge {} is of edge {}", s, half.edge);
        expect(record.slot + half.begin == layout.blocks[b].slot, "half edge {} begins", s);
        expect((half.rows > 0 ? half.rows : record.slots) == layout.blocks[b].rows,
               "half edge {} has {} rows", s, half.rows);
        expect(2 * (record.pair + half.pair) == layout.blocks[b].matrix,
               "half edge {} has its matrix {} pairs on", s, half.pair);
      }
  }
  return flaws;
}

// Clusters: nodes and edges of every tet.
Flaws flaws_of_clusters(const Problem &problem, const FusedLayout &layout,
                        const DeviceTables &tables) {
  Flaws flaws;
  const auto expect = [&](bool good, const std::string &what, auto... where) {
    if (!good)
      flaws.push_back(fmt::format(fmt::runtime(what), where...));
  };
  const Index tets = problem.tet_count(), lanes = layout.shape.lanes;
  expect(layout.padded_tets % lanes == 0 && layout.padded_tets >= tets &&
             layout.padded_tets < tets + lanes,
         "{} tets", layout.padded_tets);
  for (const Index offset : layout.local_edge_offsets)
    expect(offset % lanes == 0, "a cluster's edges begin at {}", offset);
  for (Index t = 0; t < layout.padded_tets; ++t) {
    const Index cluster = t / layout.cluster_tets;
    const Index first_node = layout.local_node_offsets.at(cluster);
    const Index first_edge = layout.local_edge_offsets.at(cluster);
    expect(layout.local_node_offsets.at(cluster + 1) - first_node <= layout.largest_local_nodes &&
               layout.local_edge_offsets.at(cluster + 1) - first_edge <= layout.largest_local_edges,
           "cluster {} is larger than the largest", cluster);
    const ClusterRecord &record = tables.clusters.at(cluster);
    expect(record.first_node == first_node && record.first_edge == first_edge &&
               record.first_node + record.nodes == layout.local_node_offsets[cluster + 1] &&
               record.first_edge + record.edges == layout.local_edge_offsets[cluster + 1],
           "the record of cluster {}", cluster);
    for (int n = 0; n < 4; ++n) {
      const auto local = layout.tet_nodes.at(static_cast<std::size_t>(n) * layout.padded_tets + t);
      expect(layout.local_nodes.at(first_node + local) == problem.nodes[std::min(t, tets - 1)][n],
             "corner {} of tet {}", n, t);
      expect(unpack_short(tables.corners.at(t), n) == local, "the record of corner {} of tet {}", n,
             t);
    }
    for (int e = 0; e < 6; ++e) {
      const auto local = layout.tet_edges.at(static_cast<std::size_t>(e) * layout.padded_tets + t);
      if (t >= tets || problem.edge_is_pec[problem.edges[t][e]])
        expect(local == 0, "edge {} of tet {} has no unknown", e, t);
      else
        expect(local > 0 && layout.local_edge.at(first_edge + local - 1) == problem.edges[t][e],
               "edge {} of tet {}", e, t);
      const ShortPair pair =
          tables.edges.at(static_cast<std::size_t>(e / 2) * layout.padded_tets + t);
      expect(unpack_short(pair, e % 2) == local, "the record of edge {} of tet {}", e, t);
    }
  }
  return flaws;
}

// Sums the random integers that the tets contribute to their edges as the kernels do, and directly.
Flaws flaws_of_sums(const Problem &problem, const FusedLayout &layout,
                    const ContributionPairs &pairs) {
  std::mt19937_64 random(3);
  const Index edges = problem.edge_count(), lanes = layout.shape.lanes;
  std::vector<std::uint64_t> expected(edges, 0);
  std::vector<std::vector<std::uint64_t>> scratch( // by cluster, the zero last
      layout.clusters, std::vector<std::uint64_t>(6 * layout.cluster_tets + 1, random()));
  for (auto &one : scratch)
    one.back() = 0;
  for (Index t = 0; t < problem.tet_count(); ++t)
    for (int e = 0; e < 6; ++e) {
      const std::uint64_t value = random();
      const int at = contribution_position(t % layout.cluster_tets, e, lanes);
      scratch[t / layout.cluster_tets].at(at) = value;
      expected[problem.edges[t][e]] += value;
    }
  Flaws flaws;
  std::vector<std::uint64_t> r(edges + 1 + layout.partial_sums, 0);
  std::vector<int> written(r.size(), 0);
  for (Index c = 0; c < layout.clusters; ++c)
    for (Index k = layout.local_edge_offsets[c]; k < layout.local_edge_offsets[c + 1]; ++k) {
      std::uint64_t sum = 0;
      for (Offset at = layout.group_begin.at(k / lanes) + k % lanes;
           at < layout.group_begin.at(k / lanes + 1); at += lanes)
        sum += scratch[c].at(layout.contributions.at(at));
      std::uint64_t same = 0;
      for (Index at = pairs.begin.at(k / lanes); at < pairs.begin.at(k / lanes + 1); ++at) {
        const ShortPair pair = pairs.pairs.at(static_cast<std::size_t>(at) * lanes + k % lanes);
        same += scratch[c].at(unpack_short(pair, 0)) + scratch[c].at(unpack_short(pair, 1));
      }
      if (same != sum)
        flaws.push_back(fmt::format("pairs of local edge {} have another sum", k));
      if (layout.target.at(k) < 0)
        continue;
      r.at(layout.target[k]) = sum;
      ++written[layout.target[k]];
    }
  for (std::size_t k = 0; k < layout.shared_edges.size(); ++k)
    for (Index at = layout.shared_offsets.at(k); at < layout.shared_offsets.at(k + 1); ++at)
      r.at(layout.shared_edges[k]) += r.at(edges + 1 + at);
  for (Index e = 0; e < edges; ++e)
    if (!problem.edge_is_pec[e] && (r[e] != expected[e] || written[e] != 1))
      flaws.push_back(fmt::format("edge {} has another sum", e));
  for (std::size_t k = 0; k < written.size(); ++k)
    if (k > static_cast<std::size_t>(edges) ? written[k] != 1 : written[k] > 1)
      flaws.push_back(fmt::format("entry {} of r is written {} times", k, written[k]));
  if (written[edges] != 0)
    flaws.push_back("the zero of padding is written");
  return flaws;
}

Flaws flaws_of(const Problem &problem, const FusedLayout &layout, const DeviceTables &tables) {
  Flaws all = flaws_of_blocks(problem, layout);
  const auto add = [&](const Flaws &some) { all.insert(all.end(), some.begin(), some.end()); };
  if (layout.shape.node_lanes == 1)
    add(flaws_of_bundles(layout, tables.bundles, tables.halves));
  add(flaws_of_clusters(problem, layout, tables));
  add(flaws_of_sums(problem, layout, tables.contributions));
  return all;
}

Flaws flaws_of(const Problem &problem, const FusedLayout &layout) {
  return flaws_of(problem, layout, tables_of(layout));
}

TEST(FusedLayout, HasEverythingOnce) {
  const std::pair<const char *, Problem> problems[] = {
      {"room", walled(room(2))}, {"star", walled(star(3))}, {"loose", walled(loose_tets(600))}};
  for (const auto &[mesh, problem] : problems)
    for (const auto &[name, shape] : k_shapes)
      for (const int threads : {1, 3})
        EXPECT_THAT(flaws_of(problem, make_fused_layout(problem, shape, threads)), IsEmpty())
            << mesh << ", " << name << ", " << threads << " threads";
}

TEST(FusedLayout, ClustersGrowWithTheMesh) {
  const Problem problem = walled(room(5)); // 45,000 tets
  const FusedLayout host = make_fused_layout(problem, k_shapes[0].shape);
  EXPECT_EQ(host.cluster_tets, 512);
  EXPECT_THAT(flaws_of(problem, host), IsEmpty());
  const FusedLayout device = make_fused_layout(problem, k_shapes[1].shape);
  EXPECT_EQ(device.cluster_tets, 256);
  EXPECT_THAT(flaws_of(problem, device), IsEmpty());
}

// 256 tets without a common node would take 51 kB.
TEST(FusedLayout, ClustersShrinkToScratchMemory) {
  const LayoutShape device = k_shapes[1].shape;
  const FusedLayout loose = make_fused_layout(walled(loose_tets(600)), device);
  EXPECT_EQ(loose.cluster_tets, 128);
  EXPECT_LE(loose.cluster_scratch_bytes(), device.cluster_scratch_bytes);
  LayoutShape unbounded = device;
  unbounded.cluster_scratch_bytes = std::size_t(1) << 30;
  const FusedLayout large = make_fused_layout(walled(loose_tets(600)), unbounded);
  EXPECT_EQ(large.cluster_tets, 256);
  EXPECT_GT(large.cluster_scratch_bytes(), device.cluster_scratch_bytes);
  EXPECT_EQ(make_fused_layout(walled(room(2)), device).cluster_tets, 256);
}

// 258 edges around a node: a bundle of its own, longer than the others may be, and a matrix that
// a team's scratch memory does not hold.
TEST(FusedLayout, ALargeNodeIsABundleOfItsOwn) {
  Case input = half_driven_case();
  const Problem problem = make_problem(input, half_marked(star(3)));
  const FusedLayout layout = make_fused_layout(problem, k_shapes[1].shape);
  EXPECT_EQ(layout.largest_rows, 258);
  const auto centre =
      std::find(layout.block_nodes.begin(), layout.block_nodes.end(), problem.node_count() - 1) -
      layout.block_nodes.begin();
  ASSERT_EQ(layout.blocks.at(centre).rows, 258);
  const auto bundle = std::find(layout.bundles.begin(), layout.bundles.end(), centre);
  ASSERT_NE(bundle, layout.bundles.end());
  EXPECT_EQ(bundle[1], centre + 1);
}

TEST(FusedLayout, FlawsAreFound) {
  const Problem problem = walled(room(2));
  const FusedLayout good = make_fused_layout(problem, k_shapes[1].shape);
  const DeviceTables tables = tables_of(good);
  ASSERT_THAT(flaws_of(problem, good, tables), IsEmpty());
  const std::function<void(FusedLayout &)> harms[] = {
      [](FusedLayout &l) { std::swap(l.slot_edge[3], l.slot_edge[4]); },
      [](FusedLayout &l) { l.blocks[5].matrix += 1; },
      [](FusedLayout &l) { l.bundles.erase(l.bundles.begin() + 2); },
      [](FusedLayout &l) { l.bundles.insert(l.bundles.begin() + 2, l.bundles[1] + 1); },
      [](FusedLayout &l) { l.tet_edges[l.padded_tets + 7] ^= 1; },
      [](FusedLayout &l) { std::swap(l.tet_nodes[0], l.tet_nodes[l.padded_tets]); },
      [](FusedLayout &l) { l.contributions[100] = l.contributions[101]; },
      [](FusedLayout &l) { std::swap(l.target[0], l.target[1]); },
      [](FusedLayout &l) { ++l.shared_offsets[1]; },
      [](FusedLayout &l) { l.shared_edges.pop_back(), l.shared_offsets.pop_back(); },
  };
  for (std::size_t i = 0; i < std::size(harms); ++i) {
    FusedLayout bad = good;
    harms[i](bad);
    EXPECT_FALSE(flaws_of(problem, bad).empty()) << i;
  }
  const std::function<void(DeviceTables &)> slips[] = {
      [](DeviceTables &t) { ++t.clusters[1].first_node; },
      [](DeviceTables &t) { t.corners[8] ^= 1ull << 33; },
      [](DeviceTables &t) { t.edges[8] = t.edges[8] << 16 | t.edges[8] >> 16; },
      [](DeviceTables &t) { std::swap(t.contributions.pairs[64], t.contributions.pairs[65]); },
      [](DeviceTables &t) { ++t.contributions.begin[2]; },
      [](DeviceTables &t) { --t.bundles[1].slots; },
      [](DeviceTables &t) { ++t.bundles[1].pair; },
      [](DeviceTables &t) { ++t.halves[200].begin; },
      [](DeviceTables &t) { ++t.halves[200].rows; },
      [](DeviceTables &t) { ++t.halves[200].pair; },
  };
  for (std::size_t i = 0; i < std::size(slips); ++i) {
    DeviceTables bad = tables;
    slips[i](bad);
    EXPECT_FALSE(flaws_of(problem, good, bad).empty()) << i;
  }
}

} // namespace
} // namespace curlew::dgatd::testing
