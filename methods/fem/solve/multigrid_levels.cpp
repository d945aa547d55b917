#include <curlew/methods/fem/solve/multigrid_levels.hpp>

#include <curlew/methods/fem/solve/node_priorities.hpp>
#include <curlew/solvers/multigrid/edge_transfer.hpp>
#include <curlew/solvers/multigrid/own/own_levels.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::fem {
namespace {

// Returns the block counts of the spaces from mixed first order to the space of `blocks` blocks:
// the mixed spaces in between, and that space.
std::vector<int> orders_up_to(int blocks) {
  std::vector<int> orders{1};
  for (const int mixed : {3, 7})
    if (blocks > mixed)
      orders.push_back(mixed);
  if (blocks > 1)
    orders.push_back(blocks);
  return orders;
}

// Returns the number of unknowns, or potentials, of a lower space, whose dofs are those below
// `end`.
Index count_below(const FreeNumbers &numbers, Index end) {
  Index count = 0;
  for (Index i = 0; i < end; ++i)
    count += numbers.number[i] >= 0;
  return count;
}

// Returns the gradient matrix of the space of the first `blocks` blocks.
HostSparse<double> gradient_of(const Problem &problem, int blocks) {
  const GradientRows rows = gradient_rows(problem.dofs, problem.model.topology);
  HostSparse<double> g;
  g.rows = count_below(problem.unknowns, problem.dofs.first_dof[blocks]);
  g.column_count = count_below(problem.potentials, problem.dofs.first_scalar[blocks]);
  g.row_begin.push_back(0);
  for (Index dof = 0; dof < problem.dofs.first_dof[blocks]; ++dof) {
    if (problem.unknowns.number[dof] < 0)
      continue;
    std::array<std::pair<Index, double>, 2> entries;
    int count = 0;
    for (int k = 0; k < 2; ++k)
      if (const Index scalar = rows.columns[dof][k];
          scalar >= 0 && problem.potentials.number[scalar] >= 0)
        entries[count++] = {problem.potentials.number[scalar], GradientRows::value(k)};
    std::sort(entries.begin(), entries.begin() + count);
    for (int k = 0; k < count; ++k) {
      g.columns.push_back(entries[k].first);
      g.values.push_back(entries[k].second);
    }
    g.row_begin.push_back(static_cast<Offset>(g.columns.size()));
  }
  return g;
}

// Returns the prolongation from a lower space to a higher one: the first unknowns of the higher
// space are those of the lower space, in the same order.
HostSparse<double> order_prolongation(Index fine, Index coarse) {
  HostSparse<double> p;
  p.rows = fine;
  p.column_count = coarse;
  for (Index i = 0; i <= fine; ++i)
    p.row_begin.push_back(std::min(i, coarse));
  for (Index i = 0; i < coarse; ++i) {
    p.columns.push_back(i);
    p.values.push_back(1);
  }
  return p;
}

// Returns the numbers of edges and nodes on a mesh in the space of mixed first order.
EdgeUnknowns edges_of(const Model &model, const FreeNumbers &unknowns,
                      const FreeNumbers &potentials) {
  EdgeUnknowns edges;
  edges.edges = model.topology.edges;
  edges.edge_unknown.assign(unknowns.number.begin(),
                            unknowns.number.begin() +
                                static_cast<std::ptrdiff_t>(model.topology.edges.size()));
  edges.node_unknown.assign(potentials.number.begin(),
                            potentials.number.begin() +
                                static_cast<std::ptrdiff_t>(model.mesh.points.size()));
  for (const Index number : edges.edge_unknown)
    edges.edge_unknowns += number >= 0;
  for (const Index number : edges.node_unknown)
    edges.node_unknowns += number >= 0;
  return edges;
}

// Makes coarse meshes from the coarsest mesh of the problem. Returns their levels and the level of
// that mesh.
std::vector<MultigridLevel> levels_below(const Problem &problem, EdgeUnknowns unknowns,
                                         int most_levels) {
  const Model &model =
      problem.model.coarser.empty() ? problem.model : problem.model.coarser.front();
  OwnLevelsOptions options;
  options.most_levels = most_levels;
  options.threads = problem.threads;
  return make_own_levels({model.mesh.points, node_priorities(model), std::move(unknowns)}, options);
}

} // namespace

HostSparse<double> finest_gradient(const Problem &problem) {
  return gradient_of(problem, problem.dofs.space.blocks());
}

ProblemLevels multigrid_levels(const Problem &problem, int most_own) {
  std::vector<EdgeUnknowns> edges;
  for (const Model &coarse : problem.model.coarser) {
    const ElementSpace first{1, true};
    const DofMap dofs = make_dof_map(coarse.mesh, coarse.topology, first, problem.threads);
    const FreeSpace free = free_space(coarse, dofs);
    edges.push_back(edges_of(coarse, free.unknowns, free.potentials));
  }
  edges.push_back(edges_of(problem.model, problem.unknowns, problem.potentials));
  ProblemLevels made;
  std::vector<MultigridLevel> &levels = made.levels;
  if (most_own > 0)
    levels = levels_below(problem, edges.front(), most_own);
  else
    levels.emplace_back().gradient = make_gradient(edges.front(), problem.threads);
  made.own = static_cast<int>(levels.size()) - 1;
  for (std::size_t l = 1; l < edges.size(); ++l) {
    MultigridLevel level;
    level.prolongation = make_edge_prolongation(edges[l - 1], edges[l],
                                                problem.model.parents[l - 1], problem.threads);
    level.gradient = make_gradient(edges[l], problem.threads);
    levels.push_back(std::move(level));
  }
  const std::vector<int> orders = orders_up_to(problem.dofs.space.blocks());
  for (std::size_t k = 1; k < orders.size(); ++k) {
    MultigridLevel level;
    level.prolongation =
        order_prolongation(count_below(problem.unknowns, problem.dofs.first_dof[orders[k]]),
                           count_below(problem.unknowns, problem.dofs.first_dof[orders[k - 1]]));
    level.gradient = gradient_of(problem, orders[k]);
    levels.push_back(std::move(level));
  }
  return made;
}

std::string describe(const MultigridReport &report) {
  return fmt::format("{}; {} unknowns on the coarsest, {:.3g} products with A in a cycle",
                     report.name, report.levels.front().unknowns, report.products_per_cycle);
}

} // namespace curlew::fem
