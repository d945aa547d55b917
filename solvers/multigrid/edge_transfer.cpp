#include <curlew/solvers/multigrid/edge_transfer.hpp>

#include <curlew/core/dimension_mismatch.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/host_arrays.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace curlew {
namespace {

// The edges that leave each node for a higher one.
class EdgeTable {
public:
  explicit EdgeTable(const EdgeUnknowns &space) : begin_(space.node_unknown.size() + 1, 0) {
    for (const auto &edge : space.edges)
      ++begin_[edge[0] + 1];
    for (std::size_t n = 1; n < begin_.size(); ++n)
      begin_[n] += begin_[n - 1];
    entries_.resize(space.edges.size());
    std::vector<Offset> next(begin_.begin(), begin_.end() - 1);
    for (std::size_t e = 0; e < space.edges.size(); ++e)
      entries_[next[space.edges[e][0]]++] = {space.edges[e][1], static_cast<Index>(e)};
    for (std::size_t n = 0; n + 1 < begin_.size(); ++n)
      std::sort(entries_.begin() + begin_[n], entries_.begin() + begin_[n + 1]);
  }
  // The edge a < b, -1: none.
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

// The matrix whose row i has the entries of row(i), in any order, each column once. A row has at
// most `most` entries.
template <class Row>
HostSparse<double> from_rows(Index rows, Index columns, int threads, const Row &row) {
  using Entries = std::vector<std::pair<Index, double>>;
  const std::size_t chunks = chunk_count(rows, threads);
  std::vector<std::vector<Index>> part_columns(chunks);
  std::vector<std::vector<double>> part_values(chunks);
  HostSparse<double> result;
  result.rows = rows;
  result.column_count = columns;
  result.row_begin.assign(rows + 1, 0);
  parallel_chunks(rows, threads, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
    Entries entries;
    for (std::size_t i = begin; i < end; ++i) {
      entries.clear();
      row(static_cast<Index>(i), entries);
      std::sort(entries.begin(), entries.end());
      for (const auto &[column, value] : entries) {
        part_columns[chunk].push_back(column);
        part_values[chunk].push_back(value);
      }
      result.row_begin[i + 1] = static_cast<Offset>(entries.size());
    }
  });
  prefix_sum(result.row_begin, threads);
  result.columns = joined(std::move(part_columns), threads);
  result.values = joined(std::move(part_values), threads);
  return result;
}

// The mesh entity of each unknown.
std::vector<Index> entities(const std::vector<Index> &unknown_of, Index unknowns) {
  std::vector<Index> result(unknowns);
  for (std::size_t i = 0; i < unknown_of.size(); ++i)
    if (unknown_of[i] >= 0)
      result[unknown_of[i]] = static_cast<Index>(i);
  return result;
}

void require_parents(const EdgeUnknowns &fine, const std::vector<NodeParents> &parents) {
  require_equal_size("parents of nodes", static_cast<Offset>(parents.size()),
                     static_cast<Offset>(fine.node_unknown.size()));
}

} // namespace

HostSparse<double> make_gradient(const EdgeUnknowns &space, int threads) {
  const std::vector<Index> edges = entities(space.edge_unknown, space.edge_unknowns);
  return from_rows(space.edge_unknowns, space.node_unknowns, threads,
                   [&](Index row, auto &entries) {
                     const auto &[from, to] = space.edges[edges[row]];
                     if (space.node_unknown[from] >= 0)
                       entries.emplace_back(space.node_unknown[from], -1.0);
                     if (space.node_unknown[to] >= 0)
                       entries.emplace_back(space.node_unknown[to], 1.0);
                   });
}

HostSparse<double> make_node_prolongation(const EdgeUnknowns &coarse, const EdgeUnknowns &fine,
                                          const std::vector<NodeParents> &parents, int threads) {
  require_parents(fine, parents);
  const std::vector<Index> nodes = entities(fine.node_unknown, fine.node_unknowns);
  return from_rows(fine.node_unknowns, coarse.node_unknowns, threads,
                   [&](Index row, auto &entries) {
                     const auto &[a, b] = parents[nodes[row]];
                     if (coarse.node_unknown[a] >= 0)
                       entries.emplace_back(coarse.node_unknown[a], a == b ? 1.0 : 0.5);
                     if (a != b && coarse.node_unknown[b] >= 0)
                       entries.emplace_back(coarse.node_unknown[b], 0.5);
                   });
}

HostSparse<double> make_edge_prolongation(const EdgeUnknowns &coarse, const EdgeUnknowns &fine,
                                          const std::vector<NodeParents> &parents, int threads) {
  require_parents(fine, parents);
  const EdgeTable table(coarse);
  const std::vector<Index> edges = entities(fine.edge_unknown, fine.edge_unknowns);
  return from_rows(
      fine.edge_unknowns, coarse.edge_unknowns, threads, [&](Index row, auto &entries) {
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
            const double value = a < b ? weight : -weight;
            if (column < 0)
              continue;
            const auto same = std::find_if(entries.begin(), entries.end(), [&](const auto &entry) {
              return entry.first == column;
            });
            if (same == entries.end())
              entries.emplace_back(column, value);
            else
              same->second += value;
          }
      });
}

} // namespace curlew
