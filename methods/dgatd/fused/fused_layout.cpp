#include <curlew/methods/dgatd/fused/fused_layout.hpp>

#include <curlew/core/parallel_host.hpp>

#include <algorithm>
#include <numeric>

namespace curlew::dgatd {
namespace {

// Nodes are sorted by degree inside windows of this many: blocks get equal sizes and stay local.
constexpr Index k_sort_window = 512;

// Appends nodes (rising) to whole blocks.
void append_blocks(const Problem &problem, const std::vector<Index> &nodes, int lanes,
                   std::vector<Index> &order) {
  for (std::size_t at = 0; at < nodes.size();) {
    const auto first = static_cast<std::ptrdiff_t>(order.size());
    const Index window = nodes[at] / k_sort_window;
    for (; at < nodes.size() && nodes[at] / k_sort_window == window; ++at)
      order.push_back(nodes[at]);
    if (lanes > 1)
      std::stable_sort(order.begin() + first, order.end(),
                       [&](Index a, Index b) { return problem.degree(a) > problem.degree(b); });
  }
  while (order.size() % lanes != 0)
    order.push_back(-1);
}

void make_node_blocks(const Problem &problem, FusedLayout &layout) {
  const int lanes = layout.shape.node_lanes;
  const std::vector<Index> boundary = boundary_nodes(problem);
  std::vector<Index> interior;
  interior.reserve(problem.node_count());
  for (Index n = 0; n < problem.node_count(); ++n)
    if (problem.degree(n) > 0 && !std::binary_search(boundary.begin(), boundary.end(), n))
      interior.push_back(n);
  append_blocks(problem, boundary, lanes, layout.block_nodes);
  layout.boundary_blocks = static_cast<Index>(layout.block_nodes.size() / lanes);
  append_blocks(problem, interior, lanes, layout.block_nodes);
  const Index blocks = static_cast<Index>(layout.block_nodes.size() / lanes);
  layout.blocks.resize(blocks);
  for (Index b = 0; b < blocks; ++b) {
    FusedLayout::NodeBlock &block = layout.blocks[b];
    block.slot = layout.slots;
    block.matrix = layout.matrix_entries;
    for (int lane = 0; lane < lanes; ++lane)
      if (const Index node = layout.block_nodes[b * lanes + lane]; node >= 0)
        block.rows = std::max(block.rows, problem.degree(node));
    layout.slots += static_cast<Offset>(block.rows) * lanes;
    layout.matrix_entries += static_cast<Offset>(block.rows) * (block.rows + 1) / 2 * lanes;
    if (lanes == 1) // an even number: 16-byte loads
      layout.matrix_entries += layout.matrix_entries % 2;
    layout.largest_rows = std::max(layout.largest_rows, block.rows);
  }
}

void place_half_edges(const Problem &problem, FusedLayout &layout, int threads) {
  for (const HaloPeer &peer : problem.halo)
    layout.ghost_slots += static_cast<Offset>(peer.receive.size());
  const Index conducting = to_index(layout.slots + layout.ghost_slots, "half edges");
  layout.edge_slots.assign(problem.edge_count(), {conducting, conducting});
  layout.slot_edge.assign(layout.slots, problem.edge_count());
  const int lanes = layout.shape.node_lanes;
  parallel_chunks(layout.blocks.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b)
      for (int lane = 0; lane < lanes; ++lane) {
        const Index node = layout.block_nodes[b * lanes + lane];
        for (Index row = 0; node >= 0 && row < problem.degree(node); ++row) {
          const Index edge = problem.node_edges[problem.node_edge_offsets[node] + row];
          const auto slot = layout.blocks[b].slot + static_cast<Offset>(row) * lanes + lane;
          layout.slot_edge[slot] = edge;
          layout.edge_slots[edge][problem.edge_nodes[edge][0] == node ? 0 : 1] =
              static_cast<Index>(slot);
        }
      }
  });
  Index ghost = static_cast<Index>(layout.slots);
  for (const HaloPeer &peer : problem.halo)
    for (const HalfEdge &half : peer.receive)
      layout.edge_slots[half.edge][half.end] = ghost++;
}

void bundle_blocks(FusedLayout &layout) {
  for (Index b = 0; b < static_cast<Index>(layout.blocks.size()); ++b) {
    const Offset end = layout.blocks[b].slot + static_cast<Offset>(layout.blocks[b].rows);
    if (b == layout.boundary_blocks)
      layout.boundary_bundles = static_cast<Index>(layout.bundles.size());
    if (layout.bundles.empty() || b == layout.boundary_blocks ||
        end - layout.blocks[layout.bundles.back()].slot > layout.shape.bundle_slots)
      layout.bundles.push_back(b);
  }
  if (layout.boundary_blocks == static_cast<Index>(layout.blocks.size()))
    layout.boundary_bundles = static_cast<Index>(layout.bundles.size());
  layout.bundles.push_back(static_cast<Index>(layout.blocks.size()));
}

// The edges with unknowns of a cluster, rising.
void collect_edges(const Problem &problem, Index begin, Index end, std::vector<Index> &edges) {
  edges.clear();
  for (Index t = begin; t < end; ++t)
    for (const Index edge : problem.edges[t])
      if (!problem.edge_is_pec[edge])
        edges.push_back(edge);
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
}

// Numbers the local edges of a cluster by rising number of contributions (then by edge), so that
// those of a group of lanes have nearly the same. Returns the positions of their contributions,
// group after group, and appends the length of each group's part to `lengths`.
std::vector<std::uint16_t> number_cluster(const Problem &problem, Index cluster,
                                          FusedLayout &layout, std::vector<Index> &lengths) {
  const int lanes = layout.shape.lanes;
  const Index first_tet = cluster * layout.cluster_tets;
  const Index last_tet = std::min(problem.tet_count(), first_tet + layout.cluster_tets);
  const Index first_local = layout.local_edge_offsets[cluster];
  const Index padded = layout.local_edge_offsets[cluster + 1] - first_local;
  Index *local = layout.local_edge.data() + first_local; // on entry rising, padding last
  const auto count = std::find(local, local + padded, -1) - local;
  const std::vector<Index> rising(local, local + count);

  std::vector<std::uint16_t> rank(6 * static_cast<std::size_t>(last_tet - first_tet));
  std::vector<std::uint16_t> uses(count, 0);
  constexpr std::uint16_t k_conducting = 0xffff;
  for (Index t = first_tet; t < last_tet; ++t)
    for (int e = 0; e < 6; ++e) {
      const Index edge = problem.edges[t][e];
      std::uint16_t &at = rank[6 * static_cast<std::size_t>(t - first_tet) + e];
      at = k_conducting;
      if (problem.edge_is_pec[edge])
        continue;
      at = static_cast<std::uint16_t>(std::lower_bound(rising.begin(), rising.end(), edge) -
                                      rising.begin());
      ++uses[at];
    }
  std::vector<std::uint16_t> order(count), number(count);
  std::iota(order.begin(), order.end(), std::uint16_t(0));
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint16_t a, std::uint16_t b) { return uses[a] < uses[b]; });
  std::vector<std::size_t> begin_of_group;
  std::size_t length = 0;
  for (Index k = 0; k < count; ++k) {
    number[order[k]] = static_cast<std::uint16_t>(k);
    local[k] = rising[order[k]];
    if (k % lanes == lanes - 1 || k + 1 == count) { // the last of a group has the most
      begin_of_group.push_back(length);
      lengths.push_back(uses[order[k]] * lanes);
      length += static_cast<std::size_t>(uses[order[k]]) * lanes;
    }
  }
  const auto zero = static_cast<std::uint16_t>(6 * layout.cluster_tets);
  std::vector<std::uint16_t> positions(length, zero), filled(count, 0);
  for (Index t = first_tet; t < last_tet; ++t)
    for (int e = 0; e < 6; ++e) {
      const std::uint16_t at = rank[6 * static_cast<std::size_t>(t - first_tet) + e];
      if (at == k_conducting)
        continue; // tet_edges stays 0
      const std::uint16_t mine = number[at];
      layout.tet_edges[static_cast<std::size_t>(e) * layout.padded_tets + t] = mine + 1;
      positions[begin_of_group[mine / lanes] + static_cast<std::size_t>(filled[mine]++) * lanes +
                mine % lanes] =
          static_cast<std::uint16_t>(contribution_position(t - first_tet, e, lanes));
    }
  return positions;
}

// Numbers the nodes of each cluster, rising. Padding behind the last tet repeats it: its edges all
// count as conducting, so its field stays zero.
void number_nodes(const Problem &problem, FusedLayout &layout, int threads) {
  const Index tets = problem.tet_count();
  layout.tet_nodes.resize(static_cast<std::size_t>(layout.padded_tets) * 4);
  std::vector<std::vector<Index>> nodes(layout.clusters);
  parallel_chunks(
      layout.clusters, threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t c = begin; c < end; ++c) {
          const Index first = static_cast<Index>(c) * layout.cluster_tets;
          const Index last = std::min(tets, first + layout.cluster_tets);
          std::vector<Index> &here = nodes[c];
          for (Index t = first; t < last; ++t)
            here.insert(here.end(), problem.nodes[t].begin(), problem.nodes[t].end());
          std::sort(here.begin(), here.end());
          here.erase(std::unique(here.begin(), here.end()), here.end());
          for (Index t = first; t < std::min(layout.padded_tets, first + layout.cluster_tets); ++t)
            for (int n = 0; n < 4; ++n)
              layout.tet_nodes[static_cast<std::size_t>(n) * layout.padded_tets + t] =
                  static_cast<std::uint16_t>(
                      std::lower_bound(here.begin(), here.end(),
                                       problem.nodes[std::min(t, tets - 1)][n]) -
                      here.begin());
        }
      },
      8);
  layout.local_node_offsets.assign(1, 0);
  for (const std::vector<Index> &here : nodes) {
    layout.local_nodes.insert(layout.local_nodes.end(), here.begin(), here.end());
    layout.local_node_offsets.push_back(to_index(layout.local_nodes.size(), "cluster nodes"));
    layout.largest_local_nodes =
        std::max(layout.largest_local_nodes, static_cast<int>(here.size()));
  }
}

void make_clusters(const Problem &problem, FusedLayout &layout, int threads) {
  const Index tets = problem.tet_count();
  const int lanes = layout.shape.lanes;
  layout.clusters = (tets + layout.cluster_tets - 1) / layout.cluster_tets;
  layout.padded_tets = (tets + lanes - 1) / lanes * lanes;
  layout.tet_edges.assign(static_cast<std::size_t>(layout.padded_tets) * 6, 0);

  const auto each_cluster = [&](auto &&f) {
    parallel_chunks(
        layout.clusters, threads,
        [&](std::size_t begin, std::size_t end) {
          for (std::size_t c = begin; c < end; ++c)
            f(static_cast<Index>(c));
        },
        8);
  };
  std::vector<std::vector<Index>> edges(layout.clusters);
  each_cluster([&](Index c) {
    const Index first = c * layout.cluster_tets;
    collect_edges(problem, first, std::min(tets, first + layout.cluster_tets), edges[c]);
    edges[c].resize((edges[c].size() + lanes - 1) / lanes * lanes, -1);
  });
  layout.local_edge_offsets.assign(1, 0);
  for (std::vector<Index> &here : edges) {
    layout.local_edge.insert(layout.local_edge.end(), here.begin(), here.end());
    layout.local_edge_offsets.push_back(to_index(layout.local_edge.size(), "cluster edges"));
    layout.largest_local_edges =
        std::max(layout.largest_local_edges, static_cast<int>(here.size()));
    std::vector<Index>().swap(here);
  }
  std::vector<std::vector<Index>> lengths(layout.clusters);
  std::vector<std::vector<std::uint16_t>> positions(layout.clusters);
  each_cluster([&](Index c) { positions[c] = number_cluster(problem, c, layout, lengths[c]); });
  layout.group_begin.assign(1, 0);
  for (Index c = 0; c < layout.clusters; ++c) {
    for (const Index length : lengths[c])
      layout.group_begin.push_back(layout.group_begin.back() + length);
    layout.contributions.insert(layout.contributions.end(), positions[c].begin(),
                                positions[c].end());
    std::vector<std::uint16_t>().swap(positions[c]);
  }
}

// The first cluster of an edge writes its sum to the edge, the others to partial sums behind them.
void share_edges(const Problem &problem, FusedLayout &layout) {
  const Index edges = problem.edge_count();
  std::vector<Index> uses(edges, 0);
  for (const Index edge : layout.local_edge)
    if (edge >= 0)
      ++uses[edge];
  std::vector<Index> row(edges, -1);
  layout.shared_offsets.assign(1, 0);
  for (Index e = 0; e < edges; ++e)
    if (uses[e] > 1) {
      row[e] = static_cast<Index>(layout.shared_edges.size());
      layout.shared_edges.push_back(e);
      layout.shared_offsets.push_back(layout.shared_offsets.back() + uses[e] - 1);
    }
  layout.partial_sums = layout.shared_offsets.back();
  std::vector<Index> next(layout.shared_offsets.begin(), layout.shared_offsets.end() - 1);
  std::vector<std::uint8_t> met(edges, 0);
  layout.target.assign(layout.local_edge.size(), -1);
  const Index first_partial = edges + 1; // entry `edges` stays zero: padding of the dual volumes
  for (std::size_t k = 0; k < layout.local_edge.size(); ++k) {
    const Index edge = layout.local_edge[k];
    if (edge < 0)
      continue;
    layout.target[k] = met[edge] ? first_partial + next[row[edge]]++ : edge;
    met[edge] = 1;
  }
}

} // namespace

std::size_t FusedLayout::cluster_scratch_bytes() const {
  return sizeof(double) * (3 * static_cast<std::size_t>(largest_local_nodes) +
                           static_cast<std::size_t>(largest_local_edges) + 1 +
                           6 * static_cast<std::size_t>(cluster_tets) + 1);
}

FusedLayout make_fused_layout(const Problem &problem, const LayoutShape &shape, int threads) {
  Index cluster = shape.smallest_cluster;
  while (cluster < shape.largest_cluster &&
         problem.tet_count() / (2 * cluster) >= k_wanted_clusters)
    cluster *= 2;
  FusedLayout layout;
  do { // halved where tets share so few nodes (a mesh in no order) that scratch memory is too small
    layout = {};
    layout.shape = shape;
    layout.cluster_tets = cluster;
    make_clusters(problem, layout, threads);
    number_nodes(problem, layout, threads);
    cluster /= 2;
  } while (layout.cluster_scratch_bytes() > shape.cluster_scratch_bytes && cluster >= shape.lanes);
  make_node_blocks(problem, layout);
  place_half_edges(problem, layout, threads);
  if (shape.node_lanes == 1)
    bundle_blocks(layout);
  share_edges(problem, layout);
  return layout;
}

} // namespace curlew::dgatd
