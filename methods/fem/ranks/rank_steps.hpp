#pragma once

#include <curlew/methods/fem/ranks/rank_loads.hpp>
#include <curlew/methods/fem/time/step_solver.hpp>

#include <vector>

namespace curlew::fem {

// A run in time on several ranks: the root steps and records as on one rank, and its matrix of the
// steps is divided, so that all ranks solve. The other ranks, which need no mesh, are in
// follow_steps().

// The ranks of a run and who owns which unknown; `owner` is empty on one rank.
class StepRanks {
public:
  StepRanks() = default;
  StepRanks(Communicator ranks, std::vector<int> owner);

  bool is_alone() const { return ranks_.is_alone(); }
  int size() const { return ranks_.size(); }
  // Divides the matrix, which the root has: returns the root's part.
  RowPart<double> divide(const HostSparse<double> &a) const;
  // Begins a solve on all ranks: sends each rank its entries of b and x, and returns the root's.
  std::vector<double> begin_solve(const std::vector<double> &b, const std::vector<double> &x) const;
  // Returns all entries of the solution, of which the root has computed `mine`.
  std::vector<double> end_solve(const std::vector<double> &mine) const;
  // Ends the run: the other ranks return from follow_steps().
  void dismiss() const;
  const Communicator &communicator() const { return ranks_; }

private:
  void announce_first() const;

  Communicator ranks_;
  std::vector<int> owner_;
  RankLoads loads_;
  mutable bool has_begun_ = false;
};

// A StepSolver of the root, whose vectors hold all unknowns.
template <class Space> class LeadingStepSolver final : public StepSolver<Space> {
public:
  using Vector = typename StepSolver<Space>::Vector;

  // `ranks` must outlive the solver.
  LeadingStepSolver(const Space &space, const HostSparse<double> &a, const SolverChoice &choice,
                    double tolerance, int max_iterations, const StepRanks &ranks);
  void solve(const Vector &b, const Vector &x) override;

private:
  Space space_;
  const StepRanks &ranks_;
};

// Runs on every rank but the root until it is dismissed. An error of one rank ends all.
void follow_steps(Backend backend, const SolverChoice &choice, double tolerance, int max_iterations,
                  const Communicator &ranks);

} // namespace curlew::fem
