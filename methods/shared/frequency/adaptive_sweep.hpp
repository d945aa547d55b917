#pragma once

#include <curlew/methods/shared/frequency/rational_fit.hpp>
#include <curlew/methods/shared/frequency/sweep_model.hpp>

#include <map>
#include <optional>

namespace curlew {

// Chooses the frequencies, among many, at which a network is solved, so that its S-parameters at
// the others can be interpolated (RationalFit). After five frequencies at equal distances, the next
// is the one where the fit and that without the last solution differ most. The error is estimated
// as the larger of this difference, over all frequencies, and of the error of the earlier fit at
// the last solution. Where it is below the tolerance, a frequency in the widest gap is solved;
// where the error stays below, the sweep is complete.
class AdaptiveSweep final : public SweepModel {
public:
  // Takes ascending frequencies. Throws std::invalid_argument for fewer than two.
  AdaptiveSweep(std::vector<double> frequencies_hz, double tolerance, std::size_t most);

  std::vector<std::size_t> first() const override;
  void add(std::size_t frequency, Values values) override;
  std::optional<std::size_t> next() override;
  Values at(std::size_t frequency) const override;
  bool is_known(std::size_t frequency) const override {
    return is_solved(frequency) || fit_.has_value();
  }
  bool is_solved(std::size_t frequency) const override { return solved_.count(frequency) > 0; }
  std::size_t solves() const override { return solved_.size(); }
  double error() const override { return error_; }
  bool is_converged() const override { return error_ <= tolerance_; }
  std::string doubt() const override {
    return is_converged() ? "" : error_above_tolerance(error_, tolerance_);
  }
  nlohmann::ordered_json describe() const override { return {{"model", "rational"}}; }

private:
  RationalFit fit(std::optional<std::size_t> without) const;
  std::size_t widest_gap() const;

  std::vector<double> frequencies_hz_;
  double tolerance_;
  std::size_t most_;
  std::map<std::size_t, Values> solved_;
  std::optional<std::size_t> last_;
  std::optional<RationalFit> fit_; // fit of all samples
  double error_ = 0;
  int settled_ = 0; // times in a row that the error was below the tolerance
};

} // namespace curlew
