#pragma once

#include <curlew/methods/fem/sweep/reduced_model.hpp>
#include <curlew/methods/shared/frequency/sweep_model.hpp>

#include <map>

namespace curlew::fem {

// Chooses at which of many frequencies a case is solved for, by a reduced-order model of it: first
// at both ends, then where the residual of the model is largest. The error of the model of n
// solutions is estimated from the change by the last solution, at each frequency,
//   10 |S_n - S_n-1| (r_n / r_n-1)^2,
// with the residuals r: the error of S goes with their square, since S is a product of two fields.
// The factor is for safety; without it the estimate was at most 9 times too small in tests. The
// sweep is complete where the estimate stays below the tolerance twice in a row, and the residuals
// at all frequencies are below the tolerance (and 1e-2) too: a narrow resonance between the
// solutions shows in the residuals alone.
class ReducedSweep final : public SweepModel {
public:
  // `extra_hz`: further frequencies at which fields are wanted. `network` is used during calls, and
  // left at any frequency. Throws std::invalid_argument for fewer than two frequencies.
  ReducedSweep(const std::vector<double> &frequencies_hz, const std::vector<double> &extra_hz,
               double tolerance, std::size_t most, PortNetwork &network,
               std::vector<AffineTerm> terms, Index unknowns, int threads);

  // Returns true where the ports need few columns (PortSpan); otherwise no other function may be
  // called.
  bool is_possible() const { return ports_.is_complete(); }

  // Adds a field that was solved for, at any frequency.
  void add_field(const Load &x) { model_.add(x); }
  // Field of a port's first mode at one of the frequencies or of the further ones, with its
  // residual.
  struct Field {
    Load x;
    double residual = 0;
  };
  Field field(double frequency_hz, int port);

  std::vector<std::size_t> first() const override;
  void add(std::size_t frequency, Values values) override;
  std::optional<std::size_t> next() override;
  Values at(std::size_t frequency) const override;
  bool is_known(std::size_t frequency) const override;
  bool is_solved(std::size_t frequency) const override { return solved_.count(frequency) > 0; }
  std::size_t solves() const override { return solved_.size(); }
  double error() const override { return error_; }
  bool is_converged() const override { return doubt().empty(); }
  std::string doubt() const override;
  nlohmann::ordered_json describe() const override;

private:
  // S and residuals of the model at all frequencies.
  struct State {
    std::vector<Values> s;
    std::vector<double> residuals; // largest over the ports, [frequency]
  };
  State evaluate();
  double estimate(const State &before, const State &now) const;
  double worst_residual() const; // largest residual at frequencies that are not solved

  std::size_t count_;                  // number of frequencies in the tables
  std::vector<double> frequencies_hz_; // with the further frequencies at the end
  double tolerance_;
  std::size_t most_;
  PortNetwork &network_;
  std::vector<std::string> names_; // [term]
  PortSpan ports_;
  ReducedModel model_;
  std::map<std::size_t, Values> solved_;
  State state_;
  double error_ = 1;
  int settled_ = 0; // number of times in a row that the error was below the tolerance
};

} // namespace curlew::fem
