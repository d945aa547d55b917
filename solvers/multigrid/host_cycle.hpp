#pragma once

#include <curlew/solvers/multigrid/multigrid.hpp>
#include <curlew/solvers/sparse/row_part.hpp>

#include <functional>
#include <vector>

namespace curlew::multigrid {

// Data of a cycle's level on the host, for this rank's rows. Potentials are divided as the smoother
// needs them, which may differ from the owners of the unknowns: rows of `divergence` are the
// columns of `gradient` that this rank computes.
struct HostLevel {
  RowPart<Kokkos::complex<double>> a;
  RowPart<double> prolongation, restriction; // P, P^T
  RowPart<double> gradient, divergence;      // G, G^T
  // Inverse of the diagonals, 0 for 0.
  std::vector<Kokkos::complex<double>> inverse, node_inverse;
  RowPart<Kokkos::complex<double>> node_matrix; // G^T A G, with Chebyshev
  // Largest |eigenvalue| of D^-1 A and D_n^-1 A_n; with Chebyshev.
  double edge_eigenvalue = 0, node_eigenvalue = 0;
};

// Level is HostLevel, or SpaceLevel on one rank.
template <class Level> struct CycleParts {
  Communicator ranks;
  std::size_t levels = 0;                     // number of levels with the coarsest
  std::function<Level(std::size_t)> level;    // 1 ... levels - 1; each once
  HostSparse<Kokkos::complex<double>> coarse; // whole matrix; on several ranks at the root alone
  // At the root: the unknowns that each rank owns.
  std::vector<std::vector<Index>> coarse_unknowns;
};
using HostCycle = CycleParts<HostLevel>;

// Returns 1 over the values, 0 for 0.
std::vector<Kokkos::complex<double>> inverted(std::vector<Kokkos::complex<double>> values);

// Returns about the largest |eigenvalue| of D^-1 A, from above. Collective.
double largest_eigenvalue(const RowPart<Kokkos::complex<double>> &a,
                          const std::vector<Kokkos::complex<double>> &inverse,
                          const Communicator &ranks, int threads);

// Throws InputError for options out of range.
void require_options(const MultigridOptions &options);
std::string name_of(std::size_t levels, const MultigridOptions &options);

// `report` has the levels' sizes. Collective.
template <class Space, class Level>
Multigrid<Space> make_cycle(const Space &space, CycleParts<Level> cycle,
                            const MultigridOptions &options, MultigridReport report);

} // namespace curlew::multigrid
