// Orders and supernodes against a factorisation by definition.
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/solvers/direct/elimination_tree.hpp>
#include <curlew/tests/unit/solvers/edge_problem.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace curlew::testing {
namespace {

SymmetricPattern cube_pattern(Index cells) {
  const auto problem = make_edge_problem(
      make_box({1, 1, 1}, {cells, cells, cells}, {0, 0, 0}, 0, 1), EdgeProblemOptions());
  return symmetric_pattern(problem.mass.row_begin, problem.mass.columns);
}

// Rows below the diagonal of each column of L, by elimination of a graph.
std::vector<std::set<Index>> eliminated(const SymmetricPattern &pattern,
                                        const std::vector<Index> &from) {
  std::vector<Index> to(from.size());
  for (std::size_t i = 0; i < from.size(); ++i)
    to[from[i]] = static_cast<Index>(i);
  std::vector<std::set<Index>> below(from.size());
  for (Index i = 0; i < pattern.rows(); ++i)
    for (Offset k = pattern.row_begin[i]; k < pattern.row_begin[i + 1]; ++k)
      if (to[pattern.neighbours[k]] > to[i])
        below[to[i]].insert(to[pattern.neighbours[k]]);
  for (const auto &rows : below)
    if (!rows.empty())
      for (const Index row : rows)
        if (row != *rows.begin())
          below[*rows.begin()].insert(row);
  return below;
}

TEST(Elimination, SupernodesHoldTheFactorsPattern) {
  const SymmetricPattern pattern = cube_pattern(3);
  const Elimination tree = make_elimination(pattern, fill_reducing_order(pattern).from);
  const auto below = eliminated(pattern, tree.from);
  double exact = 0;
  Index next = 0;
  for (const Supernode &node : tree.supernodes) {
    EXPECT_EQ(node.first, next);
    next += node.count;
    EXPECT_TRUE(std::is_sorted(node.rows.begin(), node.rows.end()));
    for (Index j = 0; j < node.count; ++j) {
      exact += 1 + below[node.first + j].size();
      for (const Index row : below[node.first + j])
        EXPECT_TRUE(row < next || std::binary_search(node.rows.begin(), node.rows.end(), row));
    }
  }
  EXPECT_EQ(next, pattern.rows());
  EXPECT_GE(tree.entries, exact);
  EXPECT_LT(tree.entries, 1.3 * exact); // zeros stored by merging
}

TEST(Elimination, TheOrderSavesEntries) {
  const SymmetricPattern pattern = cube_pattern(6);
  std::vector<Index> as_is(pattern.rows());
  std::iota(as_is.begin(), as_is.end(), 0);
  const double given = make_elimination(pattern, as_is).entries;
  const FillOrder order = fill_reducing_order(pattern);
  std::vector<Index> sorted = order.from;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(sorted, as_is);
  EXPECT_LT(make_elimination(pattern, order.from).entries, 0.7 * given);
}

} // namespace
} // namespace curlew::testing
