#pragma once

#include <curlew/solvers/direct/sparse_factor.hpp>
#include <curlew/solvers/operator/linear_operator.hpp>
#include <curlew/solvers/sparse/host_sparse.hpp>

#include <string>
#include <vector>

namespace curlew {

// One level of multigrid for edge elements, in the host's memory; make_multigrid() takes its own
// copies. n_l unknowns on level l, m_l potentials.
struct MultigridLevel {
  // n_l x n_l. Without rows on a level but the finest: made as P^T A P of the next finer one, which
  // takes absorbing walls, ports and lumped elements along.
  HostSparse<Kokkos::complex<double>> a;
  // G_l, n_l x m_l: make_gradient(). Not used on the coarsest level.
  HostSparse<double> gradient;
  // P_l, n_l x n_(l-1), from the next coarser level: make_edge_prolongation(), or
  // make_order_prolongation() from first to second order. Without rows on the coarsest.
  HostSparse<double> prolongation;
};

enum class MultigridSmoother {
  gcr,       // safe with layers that absorb and on irregular meshes; for flexible GMRES alone
  chebyshev, // a fixed symmetric operator: for COCG and all others
};

struct MultigridOptions {
  MultigridSmoother smoother = MultigridSmoother::gcr;
  int gcr_steps = 4;                    // 1 ... 8
  int edge_degree = 2, node_degree = 2; // of Chebyshev's polynomials
  // Whether it smooths after the coarse correction too. Chebyshev always does: that is what makes
  // the cycle symmetric.
  bool smooth_after = false;
  bool single_precision = true; // of the cycle
  bool is_symmetric = true;     // A = A^T, for the factors of the coarsest level
  std::string factor_library = "auto";
  int threads = 0; // of the set-up; 0: all that this process may use
};

struct MultigridReport {
  struct Level {
    Index unknowns = 0;
    Offset entries = 0;
    double edge_eigenvalue = 0, node_eigenvalue = 0; // largest of D^-1 A, with Chebyshev
  };
  std::vector<Level> levels; // from coarse to fine
  FactorReport coarse;
  // Entries of matrices that a cycle touches, all levels, transfers and the coarse solution
  // included, over those of the finest A: what a cycle costs in products with A.
  double products_per_cycle = 0;
  double galerkin_s = 0, factor_s = 0, setup_s = 0; // setup_s has it all
  std::string name; // "multigrid, 3 levels, gcr(4), single precision"
};

template <class Space> struct Multigrid {
  LinearOperator<Space, Kokkos::complex<double>> preconditioner; // one column; owns the hierarchy
  MultigridReport report;
  bool is_fixed; // linear and symmetric: fit for COCG; else for solve_fgmres() only
};

// A V-cycle about A^-1 of the finest of `levels` (coarse to fine, two at least), @cite
// hiptmair1998: the indefinite operator itself on every level, smoothed on edges and on gradients,
// and a direct solution on the coarsest, which lies on the host.
//
// Smoothers, with D and D_n the diagonals of A and A_n = G^T A G:
//   gcr: steps of generalised conjugate residuals preconditioned by D^-1 + G D_n^-1 G^T;
//   chebyshev: polynomials of the fourth kind, @cite lottes2023, in D^-1 A on edges and then in
//   D_n^-1 A_n on gradients; in the opposite order after the coarse correction.
//
// The coarsest level should have 4 edges to a wavelength in the local medium; below 2.5 counts of
// iterations grow quickly. There levels of a shifted operator, A + 0.2 j k0^2 M, help: they need
// not be those of the A that is solved. One rank; several: RankMultigrid. Throws DimensionMismatch
// for sizes that do not fit, InputError for wrong options, NotConverged for a singular coarse one.
template <class Space>
Multigrid<Space> make_multigrid(const Space &space, std::vector<MultigridLevel> levels,
                                const MultigridOptions &options);

// M = D^-1 + G D_n^-1 G^T: Jacobi on edges and on gradients at once, fixed and symmetric. For COCG
// where there is no hierarchy.
template <class Space>
LinearOperator<Space, Kokkos::complex<double>>
make_gradient_jacobi(const Space &space, const HostSparse<Kokkos::complex<double>> &a,
                     const HostSparse<double> &gradient, int threads = 0);

} // namespace curlew
