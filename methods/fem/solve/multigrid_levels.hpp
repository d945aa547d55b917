#pragma once

#include <curlew/methods/fem/problem.hpp>
#include <curlew/solvers/multigrid/multigrid.hpp>

#include <string>

namespace curlew::fem {

// Returns the gradients of the free scalar functions, in the unknowns.
HostSparse<double> finest_gradient(const Problem &problem);

struct ProblemLevels {
  std::vector<MultigridLevel> levels; // from coarse to fine, without matrices
  int own = 0;                        // number of levels on coarse meshes made by the program
};

// Makes the levels of a problem, from coarse to fine: coarse meshes made by the program
// (solvers/multigrid/own/own_levels.hpp), `most_own` at most; the meshes that the problem's mesh
// was refined from, with elements of mixed first order; then the problem's mesh, order by order.
// Throws NoCoarseMesh where a coarse mesh is wanted and none can be made.
ProblemLevels multigrid_levels(const Problem &problem, int most_own);

// Describes a multigrid cycle for the log.
std::string describe(const MultigridReport &report);

} // namespace curlew::fem
