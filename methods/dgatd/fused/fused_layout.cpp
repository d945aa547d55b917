#include <curlew/methods/dgatd/fused/fused_layout.hpp>

#include <curlew/core/mesh/invert.hpp>

#include <algorithm>
#include <numeric>

namespace curlew::dgatd {
namespace {

// Window in which nodes are sorted by degree: blocks get equal sizes and stay local.
constexpr Index k_sort_window = 512;

// Appends nodes (rising) to whole blocks.
void append_blocks(const Problem &problem, const std::vector<Index> &nodes, int lanes, int threads,
                   std::vector<Index> &order) {
  const auto first = static_cast<std::ptrdiff_t>(order.size());
  order.insert(order.end(), nodes.begin(), nodes.end());
  const auto position = [&](std::size_t window) { // position of its first node
    return std::lower_bound(nodes.begin(), nodes.end(), window * k_sort_window,
                            [](Index node, std::size_t bound) {
                              return static_cast<std::size_t>(node) < bound;
                            }) -
           nodes.begin();
  };
  const std::size_t windows =
      lanes == 1 || nodes.empty() ? 0 : static_cast<std::size_t>(nodes.back() / k_sort_window) + 1;
  parallel_chunks(
      windows, threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t window = begin; window < end; ++window)
          std::stable_sort(order.begin() + first + position(window),
                           order.begin() + first + position(window + 1),
                           [&](Index a, Index b) { return problem.degree(a) > problem.degree(b); });
      },
      8);
  while (order.size() % lanes != 0)
    order.push_back(-1);
}

// Sizes the blocks and sets the starts of their half edges and matrices.
void place_blocks(const Problem &problem, FusedLayout &layout, int threads) {
  const int lanes = layout.shape.node_lanes;
  const std::size_t blocks = layout.block_nodes.size() / lanes;
  layout.blocks.resize(blocks);
  std::vector<Offset> slots(blocks + 1, 0), entries(blocks + 1, 0);
  parallel_chunks(blocks, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      Index rows = 0;
      for (int lane = 0; lane < lanes; ++lane)
        if (const Index node = layout.block_nodes[b * lanes + lane]; node >= 0)
          rows = std::max(rows, problem.degree(node));
      layout.blocks[b].rows = rows;
      slots[b + 1] = static_cast<Offset>(rows) * lanes;
      entries[b + 1] = static_cast<Offset>(rows) * (rows + 1) / 2 * lanes;
      if (lanes == 1) // an even number: 16-byte loads
        entries[b + 1] += entries[b + 1] % 2;
    }
  });
  prefix_sum(slots, threads);
  prefix_sum(entries, threads);
  for (std::size_t b = 0; b < blocks; ++b) {
    layout.blocks[b].slot = slots[b];
    layout.blocks[b].matrix = entries[b];
    layout.largest_rows = std::max<int>(layout.largest_rows, layout.blocks[b].rows);
  }
  layout.slots = slots[blocks];
  layout.matrix_entries = entries[blocks];
}

void make_node_blocks(const Problem &problem, FusedLayout &layout, int threads) {
  const int lanes = layout.shape.node_lanes;
  const std::vector<Index> boundary = boundary_nodes(problem);
  const std::vector<Index> interior =
      select_items<Index>(problem.node_count(), threads, [&](std::size_t n) {
        const auto node = static_cast<Index>(n);
        return problem.degree(node) > 0 &&
               !std::binary_search(boundary.begin(), boundary.end(), node);
      });
  append_blocks(problem, boundary, lanes, threads, layout.block_nodes);
  layout.boundary_blocks = static_cast<Index>(layout.block_nodes.size() / lanes);
  append_blocks(problem, interior, lanes, threads, layout.block_nodes);
  place_blocks(problem, layout, threads);
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

// Collects the edges with unknowns of a cluster, rising.
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
// the edges of a group of lanes have nearly the same number. Returns the positions of their
// contributions, group after group, and appends the length of each group's part to `lengths`.
std::vector<std::uint16_t> number_cluster(const Problem &problem, Index cluster,
                                          FusedLayout &layout, std::vector<Offset> &lengths) {
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

// Returns the starts of the clusters' rows in the joined table, and the length of the longest row.
std::vector<Index> offsets_of(const std::vector<std::vector<Index>> &rows, const char *what,
                              int &longest) {
  std::vector<Index> offsets(1, 0);
  std::uint64_t total = 0;
  for (const std::vector<Index> &row : rows) {
    offsets.push_back(to_index(total += row.size(), what));
    longest = std::max(longest, static_cast<int>(row.size()));
  }
  return offsets;
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
  layout.local_node_offsets = offsets_of(nodes, "cluster nodes", layout.largest_local_nodes);
  layout.local_nodes = joined(std::move(nodes), threads);
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
  layout.local_edge_offsets = offsets_of(edges, "cluster edges", layout.largest_local_edges);
  layout.local_edge = joined(std::move(edges), threads);
  std::vector<std::vector<Offset>> lengths(layout.clusters + 1);
  lengths[0] = {0}; // prefix_sum() turns lengths into positions
  std::vector<std::vector<std::uint16_t>> positions(layout.clusters);
  each_cluster([&](Index c) { positions[c] = number_cluster(problem, c, layout, lengths[c + 1]); });
  layout.group_begin = joined(std::move(lengths), threads);
  prefix_sum(layout.group_begin, threads);
  layout.contributions = joined(std::move(positions), threads);
}

// Sets the targets of shared edges: the first cluster of an edge writes its sum to the edge, the
// others to partial sums behind the edges.
void share_edges(const Problem &problem, FusedLayout &layout, int threads) {
  const Index edges = problem.edge_count();
  // edge -> its local edges, in the order of the clusters
  const IndexRows uses = invert_items(layout.local_edge.size(), edges, threads,
                                      [&](std::size_t local, const auto &visit) {
                                        if (const Index edge = layout.local_edge[local]; edge >= 0)
                                          visit(static_cast<std::size_t>(edge));
                                      });
  const auto uses_of = [&](std::size_t edge) {
    return uses.offsets[edge + 1] - uses.offsets[edge];
  };
  layout.shared_edges =
      select_items<Index>(edges, threads, [&](std::size_t edge) { return uses_of(edge) > 1; });
  const std::size_t rows = layout.shared_edges.size();
  layout.shared_offsets.assign(rows + 1, 0);
  parallel_chunks(rows, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row)
      layout.shared_offsets[row + 1] = static_cast<Index>(uses_of(layout.shared_edges[row]) - 1);
  });
  prefix_sum(layout.shared_offsets, threads);
  layout.partial_sums = layout.shared_offsets.back();

  layout.target.assign(layout.local_edge.size(), -1);
  parallel_chunks(edges, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t edge = begin; edge < end; ++edge)
      if (uses_of(edge) > 0)
        layout.target[*uses.begin(edge)] = static_cast<Index>(edge);
  });
  const Index first_partial = edges + 1; // entry `edges` stays zero: padding of the dual volumes
  parallel_chunks(rows, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const Index edge = layout.shared_edges[row];
      Index next = first_partial + layout.shared_offsets[row];
      for (const Index *local = uses.begin(edge) + 1; local != uses.end(edge); ++local)
        layout.target[*local] = next++;
    }
  });
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
  make_node_blocks(problem, layout, threads);
  place_half_edges(problem, layout, threads);
  if (shape.node_lanes == 1)
    bundle_blocks(layout);
  share_edges(problem, layout, threads);
  return layout;
}

} // namespace curlew::dgatd
