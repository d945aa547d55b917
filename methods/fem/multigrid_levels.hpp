#pragma once

#include <curlew/methods/fem/problem.hpp>
#include <curlew/solvers/multigrid/multigrid.hpp>

#include <string>

namespace curlew::fem {

// Gradients of the free scalar functions, in the unknowns.
HostSparse<double> finest_gradient(const Problem &problem);

// The levels of a problem with the matrix `a`, from coarse to fine: the meshes that its own was
// refined from, with elements of mixed first order; then its own mesh, order by order. Without
// rows, `a` comes later (RankMultigrid).
std::vector<MultigridLevel> multigrid_levels(const Problem &problem,
                                             HostSparse<Kokkos::complex<double>> a);

// For the log.
std::string describe(const MultigridReport &report);

} // namespace curlew::fem
