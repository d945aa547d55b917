#include <curlew/solvers/multigrid/edge_transfer.hpp>

#include <curlew/core/dimension_mismatch.hpp>
#include <curlew/core/error.hpp>
#include <curlew/solvers/sparse/host_rows.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace curlew {
namespace {

// The edges from each node to higher ones.
class EdgeTable {
public:
  EdgeTable(const EdgeUnknowns &space, int threads) : begin_(space.node_unknown.size() + 1, 0) {
    for (const auto &edge : space.edges)
      ++begin_[edge[0] + 1];
    for (std::size_t n = 1; n < begin_.size(); ++n)
      begin_[n] += begin_[n - 1];
    entries_.resize(space.edges.size());
    std::vector<Offset> next(begin_.begin(), begin_.end() - 1);
    for (std::size_t e = 0; e < space.edges.size(); ++e)
      entries_[next[space.edges[e][0]]++] = {space.edges[e][1], static_cast<Index>(e)};
    parallel_chunks(space.node_unknown.size(), threads, [&](std::size_t first, std::size_t last) {
      for (std::size_t n = first; n < last; ++n)
        std::sort(entries_.begin() + begin_[n], entries_.begin() + begin_[n + 1]);
    });
  }
  // Returns the edge a < b, -1: none.
  Index find(Index a, Index b) const {
    const auto end = entries_.begin() + begin_[a + 1];
    const auto found =
        std::lower_bound(entries_.begin() + begin_[a], end, std::pair<Index, Index>(b, 0));
    return found != end && found->first == b ? found->second : -1;
  }

private:
  std::vector<Offset> begin_;
  std::vector<std::pair<Index, Index>> entries_; // higher node, edge
};

void require_parents(const EdgeUnknowns &fine, const std::vector<NodeParents> &parents) {
  require_equal_size("parents of nodes", static_cast<Offset>(parents.size()),
                     static_cast<Offset>(fine.node_unknown.size()));
}

} // namespace

std::vector<Index> entities_of(const std::vector<Index> &unknown_of, Index unknowns) {
  std::vector<Index> result(unknowns);
  for (std::size_t i = 0; i < unknown_of.size(); ++i)
    if (unknown_of[i] >= 0)
      result[unknown_of[i]] = static_cast<Index>(i);
  return result;
}

HostSparse<double> make_gradient(const EdgeUnknowns &space, int threads) {
  const std::vector<Index> edges = entities_of(space.edge_unknown, space.edge_unknowns);
  return short_rows(space.edge_unknowns, space.node_unknowns, threads,
                    [&](Index row, ShortRow &entries) {
                      const auto &[from, to] = space.edges[edges[row]];
                      if (space.node_unknown[from] >= 0)
                        entries.add(space.node_unknown[from], -1.0);
                      if (space.node_unknown[to] >= 0)
                        entries.add(space.node_unknown[to], 1.0);
                    });
}

HostSparse<double> make_node_prolongation(const EdgeUnknowns &coarse, const EdgeUnknowns &fine,
                                          const std::vector<NodeParents> &parents, int threads) {
  require_parents(fine, parents);
  const std::vector<Index> nodes = entities_of(fine.node_unknown, fine.node_unknowns);
  return short_rows(fine.node_unknowns, coarse.node_unknowns, threads,
                    [&](Index row, ShortRow &entries) {
                      const auto &[a, b] = parents[nodes[row]];
                      if (coarse.node_unknown[a] >= 0)
                        entries.add(coarse.node_unknown[a], a == b ? 1.0 : 0.5);
                      if (a != b && coarse.node_unknown[b] >= 0)
                        entries.add(coarse.node_unknown[b], 0.5);
                    });
}

HostSparse<double> make_edge_prolongation(const EdgeUnknowns &coarse, const EdgeUnknowns &fine,
                                          const std::vector<NodeParents> &parents, int threads) {
  require_parents(fine, parents);
  const EdgeTable table(coarse, threads);
  const std::vector<Index> edges = entities_of(fine.edge_unknown, fine.edge_unknowns);
  return short_rows(
      fine.edge_unknowns, coarse.edge_unknowns, threads, [&](Index row, ShortRow &entries) {
        const auto &[p, q] = fine.edges[edges[row]];
        const double weight =
            (parents[p][0] == parents[p][1] ? 1 : 0.5) * (parents[q][0] == parents[q][1] ? 1 : 0.5);
        for (int i = 0; i < (parents[p][0] == parents[p][1] ? 1 : 2); ++i)
          for (int j = 0; j < (parents[q][0] == parents[q][1] ? 1 : 2); ++j) {
            const Index a = parents[p][i], b = parents[q][j];
            if (a == b)
              continue;
            const Index edge = table.find(std::min(a, b), std::max(a, b));
            if (edge < 0)
              throw Error(
                  ExitCode::internal,
                  fmt::format("nodes {} and {}, parents of a fine edge, are joined by no edge "
                              "of the coarse mesh",
                              a, b));
            const Index column = coarse.edge_unknown[edge];
            if (column >= 0)
              entries.add(column, a < b ? weight : -weight);
          }
      });
}

} // namespace curlew
