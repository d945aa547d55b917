#pragma once

#include <curlew/methods/fem/problem.hpp>
#include <curlew/solvers/multigrid/multigrid.hpp>

#include <string>

namespace curlew::fem {

// Gradients of the free scalar functions, in the unknowns.
HostSparse<double> finest_gradient(const Problem &problem);

struct ProblemLevels {
  std::vector<MultigridLevel> levels; // from coarse to fine, without matrices
  int own = 0;                        // how many of them are coarse meshes of the program's own
};

// The levels of a problem: coarse meshes of the program's own
// (solvers/multigrid/own/own_levels.hpp), `most_own` at most; the meshes that the problem's was
// refined from, with elements of mixed first order; then its own mesh, order by order. Throws
// NoCoarseMesh where one is wanted and none can be made.
ProblemLevels multigrid_levels(const Problem &problem, int most_own);

// For the log.
std::string describe(const MultigridReport &report);

} // namespace curlew::fem
