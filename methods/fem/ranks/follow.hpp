#pragma once

#include <curlew/io/results/summary.hpp>
#include <curlew/methods/fem/prepare.hpp>
#include <curlew/methods/fem/ranks/rank_system.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace curlew::fem {

// Solver of the root in a run on several ranks. The root alone plans, excites and writes, as on one
// rank. This solver sends each call to the other ranks, which are in follow() and call their
// RankSystem. An error that ends the root's run ends all ranks (app/main.cpp).
class LeadingSystem final : public EquationSolver {
public:
  LeadingSystem(std::unique_ptr<RankSystem> system, const Communicator &ranks)
      : system_(std::move(system)), ranks_(ranks) {}

  void set(const Coefficients &coefficients) override;
  void solve(const Load &b, Load &x, const SolveOptions &options, SolveReport &report) override;
  Load apply(const Load &x) const override;
  const SetupTimes &times() const override { return system_->times(); }
  const SolverChoice &choice() const { return system_->choice(); }
  // Returns the shares by rank.
  std::vector<RankShare> shares() const;
  // Ends the run: the other ranks return from follow().
  void dismiss() const;

private:
  std::unique_ptr<RankSystem> system_;
  Communicator ranks_;
};

// Runs on every rank but the root: makes the calls that the root's LeadingSystem sends, until it is
// dismissed. The root reports a solve that does not converge.
void follow(RankSystem &system, const Communicator &ranks);
// Does the same with the system of a case.
void follow(const Case &input, Backend backend, int threads, Prepared prepared,
            const Communicator &ranks);

// Writes the unknowns and entries of the ranks, in their order.
void add_shares(const std::vector<RankShare> &shares, Summary &summary);

} // namespace curlew::fem
