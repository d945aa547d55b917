#pragma once

#include <curlew/methods/fem/sweep/reduced_model.hpp>
#include <curlew/methods/shared/frequency/sweep_model.hpp>

#include <map>
#include <memory>
#include <utility>

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
//
// Where the ports need more columns than PortSpan::k_most over all frequencies, the sweep is split
// into bands, each as wide as these columns allow, with a model of its own. Neighbours share the
// frequency between them. The bands are completed one after the other, from the lowest.
class ReducedSweep final : public SweepModel {
public:
  // `extra_hz`: further frequencies at which fields are wanted. `network` is used during calls, and
  // left at any frequency. `most_columns`: columns of the ports in a band. Throws
  // std::invalid_argument for fewer than two frequencies.
  ReducedSweep(std::vector<double> frequencies_hz, const std::vector<double> &extra_hz,
               double tolerance, std::size_t most, PortNetwork &network,
               std::vector<AffineTerm> terms, Index unknowns, int threads,
               std::size_t most_columns = PortSpan::k_most);

  // Returns true where the solves suffice for all bands; otherwise no other function may be called.
  bool is_possible() const { return is_possible_; }
  std::size_t bands() const { return bands_.size(); }

  // Adds a field that was solved for at a frequency.
  void add_field(double frequency_hz, const Load &x);
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
  double error() const override;
  bool is_converged() const override { return doubt().empty(); }
  std::string doubt() const override;
  nlohmann::ordered_json describe() const override;

private:
  // S and residuals of the model at the frequencies of a band.
  struct State {
    std::vector<Values> s;
    std::vector<double> residuals; // largest over the ports, [frequency]
  };
  struct Band {
    std::size_t first = 0, last = 0; // positions of its first and last frequency
    std::unique_ptr<PortSpan> ports;
    std::unique_ptr<ReducedModel> model; // from its first solve on, and as long as it is needed
    State state;
    double error = 1;
    int settled = 0;         // number of times in a row that the error was below the tolerance
    std::size_t most = 0;    // solves of the sweep at which it ends
    std::size_t columns = 0; // of its model
    double bytes = 0;

    bool contains(std::size_t frequency) const { return frequency >= first && frequency <= last; }
  };

  void split(const std::vector<double> &extra_hz, std::size_t most_columns);
  void begin(Band &band);
  // Returns the frequency to solve next in a band; none: complete.
  std::optional<std::size_t> next_in(Band &band);
  State evaluate(const Band &band);
  double estimate(const Band &band, const State &now) const;
  bool is_all_solved(const Band &band) const;
  double worst_residual(const Band &band) const; // largest residual at unsolved frequencies
  std::string doubt_of(const Band &band) const;
  const Band &band_of(std::size_t frequency) const;

  std::vector<double> frequencies_hz_; // of the tables
  double tolerance_;
  std::size_t most_;
  PortNetwork &network_;
  std::vector<AffineTerm> terms_;
  Index unknowns_;
  int threads_;
  std::vector<Band> bands_;
  bool is_possible_ = false;
  std::size_t now_ = 0; // number of the band that is being completed
  // Fields of bands that have not begun, with their frequencies.
  std::vector<std::pair<double, Load>> waiting_;
  std::map<std::size_t, Values> solved_;
};

} // namespace curlew::fem
