#pragma once

#include <curlew/solvers/direct/sparse_factor.hpp>
#include <curlew/solvers/operator/linear_operator.hpp>
#include <curlew/solvers/sparse/host_sparse.hpp>

#include <string>
#include <vector>

namespace curlew {

// One level of multigrid for edge elements, in the host's memory; make_multigrid() makes its own
// copies. n_l unknowns on level l, m_l potentials.
struct MultigridLevel {
  // n_l x n_l. A level other than the finest may have no rows: its matrix is then made as P^T A P
  // of the next finer one, which includes absorbing walls, ports and lumped elements.
  HostSparse<Kokkos::complex<double>> a;
  // G_l, n_l x m_l: make_gradient(). Not used on the coarsest level.
  HostSparse<double> gradient;
  // P_l, n_l x n_(l-1), from the next coarser level: make_edge_prolongation(), or
  // make_order_prolongation() from first to second order. It has no rows on the coarsest level.
  HostSparse<double> prolongation;
};

enum class MultigridSmoother {
  // Works with absorbing layers and on irregular meshes; for flexible GMRES alone.
  gcr,
  chebyshev, // a fixed symmetric operator: for COCG and all others
};

struct MultigridOptions {
  MultigridSmoother smoother = MultigridSmoother::gcr;
  int gcr_steps = 4; // 1 ... 8
  // Degrees of Chebyshev's polynomials.
  int edge_degree = 2, node_degree = 2;
  // Smooths after the coarse correction too. Chebyshev always does, which makes the cycle
  // symmetric.
  bool smooth_after = false;
  bool single_precision = true; // precision of the cycle
  bool is_symmetric = true;     // A = A^T, for the factors of the coarsest level
  PivotRule coarsest_pivots = PivotRule::exchanged;
  int threads = 0; // threads of the set-up; 0: all that this process may use
};

struct MultigridReport {
  struct Level {
    Index unknowns = 0;
    Offset entries = 0;
    // Largest eigenvalues of D^-1 A, with Chebyshev.
    double edge_eigenvalue = 0, node_eigenvalue = 0;
  };
  std::vector<Level> levels; // from coarse to fine
  FactorReport coarse;
  // Entries of matrices that a cycle touches, all levels, transfers and the coarse solution
  // included, over the entries of the finest A: the cost of a cycle in products with A.
  double products_per_cycle = 0;
  double galerkin_s = 0, factor_s = 0, setup_s = 0; // setup_s is the sum of all parts
  std::string name; // "multigrid, 3 levels, gcr(4), single precision"
};

template <class Space> struct Multigrid {
  LinearOperator<Space, Kokkos::complex<double>> preconditioner; // one column; owns the hierarchy
  MultigridReport report;
  bool is_fixed; // linear and symmetric: fit for COCG; else for solve_fgmres() only
};

// Makes a V-cycle that approximates A^-1 of the finest of `levels` (coarse to fine, two at least),
// @cite hiptmair1998: the indefinite operator itself on every level, smoothed on edges and on
// gradients, and a direct solution on the coarsest, which lies on the host.
//
// Smoothers, with D and D_n the diagonals of A and A_n = G^T A G:
//   gcr: steps of generalised conjugate residuals preconditioned by D^-1 + G D_n^-1 G^T;
//   chebyshev: polynomials of the fourth kind, @cite lottes2023, in D^-1 A on edges and then in
//   D_n^-1 A_n on gradients; in the opposite order after the coarse correction.
//
// The coarsest level should have 4 edges to a wavelength in the local medium; below 2.5 counts of
// iterations grow quickly. There levels of a shifted operator, A + 0.2 j k0^2 M, help: the levels
// need not belong to the A that is solved. For one rank; for several: RankMultigrid. Throws
// DimensionMismatch for sizes that do not fit, InputError for wrong options, NotConverged for a
// singular coarse matrix.
template <class Space>
Multigrid<Space> make_multigrid(const Space &space, std::vector<MultigridLevel> levels,
                                const MultigridOptions &options);

// M = D^-1 + G D_n^-1 G^T: Jacobi on edges and on gradients at once, fixed and symmetric. It serves
// COCG where there is no hierarchy.
template <class Space>
LinearOperator<Space, Kokkos::complex<double>>
make_gradient_jacobi(const Space &space, const HostSparse<Kokkos::complex<double>> &a,
                     const HostSparse<double> &gradient, int threads = 0);

} // namespace curlew
