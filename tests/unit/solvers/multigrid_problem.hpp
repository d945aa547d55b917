// Levels of an edge-element problem on nested meshes.
#pragma once

#include <curlew/core/mesh/hierarchy.hpp>
#include <curlew/core/parallel/random.hpp>
#include <curlew/solvers/multigrid/multigrid.hpp>
#include <curlew/tests/unit/solvers/edge_problem.hpp>

#include <utility>

namespace curlew::testing {

struct MultigridProblem {
  std::vector<MultigridLevel> levels;
  HostSparse<EdgeNumber> a; // finest level
};

// Makes the levels; with `galerkin` only the finest level's matrix is made from elements.
inline MultigridProblem make_multigrid_problem(const MeshHierarchy &hierarchy,
                                               const EdgeProblemOptions &options,
                                               bool galerkin = true) {
  MultigridProblem made;
  std::vector<EdgeUnknowns> spaces;
  for (std::size_t l = 0; l < hierarchy.levels.size(); ++l) {
    EdgeProblem problem = make_edge_problem(hierarchy.levels[l], options);
    spaces.push_back(problem.space);
    MultigridLevel level;
    level.gradient = make_gradient(spaces[l]);
    if (l > 0)
      level.prolongation =
          make_edge_prolongation(spaces[l - 1], spaces[l], hierarchy.parents[l - 1]);
    if (l + 1 == hierarchy.levels.size())
      made.a = problem.a;
    if (!galerkin || l + 1 == hierarchy.levels.size())
      level.a = std::move(problem.a);
    made.levels.push_back(std::move(level));
  }
  return made;
}

inline std::vector<EdgeNumber> random_right_side(Index count) {
  std::vector<EdgeNumber> b(count);
  for (Index i = 0; i < count; ++i)
    b[i] = EdgeNumber(random_number(2 * i, 7), random_number(2 * i + 1, 7));
  return b;
}

} // namespace curlew::testing
