#include <curlew/solvers/multigrid/own/coarse_points.hpp>

#include <curlew/core/dimension_mismatch.hpp>
#include <curlew/core/mesh/topology.hpp>

#include <algorithm>

namespace curlew {
namespace {

IndexRows neighbours_of(const std::vector<std::array<Index, 2>> &edges, std::size_t nodes) {
  IndexRows rows;
  rows.offsets.assign(nodes + 1, 0);
  for (const auto &[a, b] : edges) {
    ++rows.offsets[a + 1];
    ++rows.offsets[b + 1];
  }
  for (std::size_t n = 0; n < nodes; ++n)
    rows.offsets[n + 1] += rows.offsets[n];
  rows.indices.resize(rows.offsets[nodes]);
  std::vector<Offset> next(rows.offsets.begin(), rows.offsets.end() - 1);
  for (const auto &[a, b] : edges) {
    rows.indices[next[a]++] = b;
    rows.indices[next[b]++] = a;
  }
  return rows;
}

} // namespace

CoarsePoints choose_coarse_points(const std::vector<std::array<Index, 2>> &edges,
                                  const std::vector<char> &takes_part,
                                  const std::vector<NodePriority> &priority) {
  require_equal_size("priorities of nodes", static_cast<Offset>(priority.size()),
                     static_cast<Offset>(takes_part.size()));
  const auto count = static_cast<Index>(takes_part.size());
  const IndexRows neighbours = neighbours_of(edges, takes_part.size());
  std::vector<Index> order;
  for (Index n = 0; n < count; ++n)
    if (takes_part[n])
      order.push_back(n);
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return priority[a] > priority[b]; });
  constexpr Index k_none = -1;
  // The chosen node that the node is, or is next to.
  std::vector<Index> by(takes_part.size(), k_none);
  CoarsePoints points;
  for (const Index node : order) {
    if (by[node] != k_none)
      continue;
    points.nodes.push_back(node);
    by[node] = node;
    for (const Index *other = neighbours.begin(node); other != neighbours.end(node); ++other)
      if (takes_part[*other] && by[*other] == k_none)
        by[*other] = node;
  }
  std::sort(points.nodes.begin(), points.nodes.end());
  std::vector<Index> place(takes_part.size(), k_none);
  for (std::size_t i = 0; i < points.nodes.size(); ++i)
    place[points.nodes[i]] = static_cast<Index>(i);
  points.near.assign(takes_part.size(), k_none);
  for (Index n = 0; n < count; ++n)
    if (by[n] != k_none)
      points.near[n] = place[by[n]];
  return points;
}

} // namespace curlew
