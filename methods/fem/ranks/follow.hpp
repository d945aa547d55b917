#pragma once

#include <curlew/methods/fem/ranks/rank_system.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace curlew::fem {

// A run on several ranks: the root alone plans, excites and writes, as on one rank, by this solver,
// which tells the other ranks what to do with their RankSystem; these follow() meanwhile. An error
// that ends the root's run ends all ranks (app/main.cpp).
class LeadingSystem final : public EquationSolver {
public:
  LeadingSystem(std::unique_ptr<RankSystem> system, const Communicator &ranks)
      : system_(std::move(system)), ranks_(ranks) {}

  void set(const Coefficients &coefficients) override;
  void solve(const Load &b, Load &x, const SolveOptions &options, SolveReport &report) override;
  Load apply(const Load &x) const override;
  const SetupTimes &times() const override { return system_->times(); }
  // By rank.
  std::vector<RankShare> shares() const;
  // The run is over: the other ranks return from follow().
  void dismiss() const;

private:
  std::unique_ptr<RankSystem> system_;
  Communicator ranks_;
};

// Of every rank but the root: does what the root's LeadingSystem says, until it is dismissed. A
// solve that does not converge is the root's to report.
void follow(RankSystem &system, const Communicator &ranks);

} // namespace curlew::fem
