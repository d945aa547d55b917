#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/io/results/summary.hpp>
#include <curlew/io/tables/port_table.hpp>
#include <curlew/methods/shared/frequency/adaptive_sweep.hpp>
#include <curlew/methods/shared/frequency/frequency_driver.hpp>
#include <curlew/methods/shared/frequency/source_plan.hpp>
#include <curlew/methods/shared/ports/network_checks.hpp>
#include <curlew/methods/shared/ports/power_waves.hpp>
#include <curlew/methods/shared/ports/scattering_tables.hpp>

#include <map>
#include <optional>
#include <vector>

namespace curlew {

// Returns the first solves of a run: all, or for an adaptive sweep those at the first frequencies
// (of a rational fit, unless another model is given).
std::vector<SourceSolve> first_plan(const Case &input, const SweepModel *sweep = nullptr);

// S-parameters of a run: chooses the frequencies of an adaptive sweep, and writes port-S.csv,
// port-Z.csv and the Touchstone file at its end. Does nothing where a case requests none of them.
class PortResults {
public:
  // `modes`: the rows and columns of S, port by port; none: one mode for each port. `sweep`: model
  // of an adaptive sweep, which must stay; none: a rational fit of S.
  PortResults(const Case &input, FrequencyDriver &driver, References references_ohm,
              std::vector<PortMode> modes = {}, SweepModel *sweep = nullptr);

  // Adds S of all ports at a frequency; columns of ports that are not excited may be 0 where no
  // Touchstone file is written.
  void add(double frequency_hz, const ScatteringMatrix &s);
  // Gives the tables empty rows at frequencies that the case of these results does not have.
  void leave_empty(const std::vector<double> &frequencies_hz) { empty_hz_ = frequencies_hz; }
  // Returns the solves of the next frequency of an adaptive sweep; when it is complete, once those
  // of "outputs_at"; then none.
  std::vector<SourceSolve> next();
  bool is_complete() const { return is_complete_; }
  // Checks S at all frequencies, reports warnings and writes the tables. Throws OutputError.
  void close(NetworkCheck check);

  // Converts S at a frequency to its form in solves[] of summary.json, and back with --restart.
  static nlohmann::ordered_json to_json(const ScatteringMatrix &s);
  void recall(double frequency_hz, const nlohmann::ordered_json &s);

private:
  bool is_wanted() const { return input_.outputs.s_parameters.has_value(); }
  void report_sweep();
  // Returns the solves for outputs at frequencies that the sweep did not solve.
  std::vector<SourceSolve> further_outputs();

  const Case &input_;
  FrequencyDriver &driver_;
  References references_ohm_;
  std::vector<PortMode> modes_;
  std::map<double, ScatteringMatrix> solved_;
  std::vector<double> empty_hz_;
  std::optional<AdaptiveSweep> fit_;
  SweepModel *sweep_ = nullptr;
  bool is_complete_ = false;
  std::vector<std::size_t> asked_; // frequencies requested after the first ones
};

} // namespace curlew
