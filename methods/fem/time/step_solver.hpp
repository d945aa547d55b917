#pragma once

#include <curlew/methods/fem/solve/solver_choice.hpp>
#include <curlew/solvers/direct/sparse_factor.hpp>
#include <curlew/solvers/operator/linear_operator.hpp>
#include <curlew/solvers/sparse/row_part.hpp>
#include <curlew/solvers/vector/ghost_exchange.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace curlew::fem {

// Solves the systems of the steps: one real matrix, symmetric and positive definite.
//   cg        conjugate gradients, @cite hestenes1952, with Jacobi or no preconditioner, from a
//             first guess; |b - A x| of the recurrence is below `tolerance` |b|
//   bicgstab  of Belos, with Jacobi, SSOR, its approximate inverse, ILUT or none: with ILUT the
//             solver of @cite meng2015, a baseline; |b - A x| itself is below `tolerance` |b|
//   direct    L D L^T on the host, once, and a back substitution
template <class Space> class StepSolver {
public:
  using Vector = Kokkos::View<double *, Space>;

  StepSolver(const Space &space, HostSparse<double> a, const SolverChoice &choice, double tolerance,
             int max_iterations, int threads);
  // Takes a rank's rows of the matrix, for cg. Collective.
  StepSolver(const Space &space, RowPart<double> a, const SolverChoice &choice, double tolerance,
             int max_iterations, const Communicator &ranks);
  virtual ~StepSolver() = default;
  StepSolver(const StepSolver &) = delete;
  StepSolver &operator=(const StepSolver &) = delete;

  // Solves A x = b; x holds the first guess. Throws NotConverged.
  virtual void solve(const Vector &b, const Vector &x) { solve_rows(b, x); }
  // Does so on this rank's rows; x has columns() entries, the ghosts last. Collective; throws on
  // every rank.
  void solve_rows(const Vector &b, const Vector &x);
  std::size_t columns() const { return static_cast<std::size_t>(a_.column_count); }

  std::int64_t iterations() const { return iterations_; } // sum over all solves
  std::int64_t solves() const { return solves_; }
  double largest_residual() const { return largest_residual_; }
  bool is_direct() const { return factor_.has_value(); }
  // Returns the least bytes that one solve moves, in the mean.
  double minimum_bytes() const;
  std::string description() const;

private:
  void solve_direct(const Vector &b, const Vector &x);
  void iterate(const Vector &b, const Vector &x, double norm_b);
  void solve_by_belos(const Vector &b, const Vector &x);
  void prepare_cg(const HostSparse<double> &a);
  void fetch_ghosts(const Vector &x);

  Space space_;
  SolverChoice choice_;
  double tolerance_;
  int max_iterations_;
  std::optional<SparseFactor<double>> factor_;
  SparseMatrix<Space, double> a_;
  std::optional<SparseProduct<Space, double>> product_;
  std::optional<LinearOperator<Space, double>> preconditioner_; // for bicgstab
  Vector inverse_diagonal_, r_, p_, q_; // inverse_diagonal_ is empty without preconditioner
  Offset rows_ = 0;
  Communicator ranks_;
  std::optional<GhostExchange<Space, double>> exchange_; // on several ranks
  std::int64_t iterations_ = 0, solves_ = 0;
  double largest_residual_ = 0;
};

} // namespace curlew::fem
