#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/io/results/summary.hpp>
#include <curlew/io/tables/port_table.hpp>
#include <curlew/methods/shared/frequency/frequency_driver.hpp>
#include <curlew/methods/shared/frequency/source_plan.hpp>
#include <curlew/methods/shared/ports/adaptive_sweep.hpp>
#include <curlew/methods/shared/ports/power_waves.hpp>

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace curlew {

// What a run solves first: all, or of an adaptive sweep the first frequencies.
std::vector<SourceSolve> first_plan(const Case &input);

// S-parameters of a run: chooses the frequencies of an adaptive sweep, and writes port-S.csv,
// port-Z.csv and the Touchstone file at its end. Does nothing where a case asks for none of it.
class PortResults {
public:
  // `impedances_ohm(f)`: the references of all ports, by their index. `modes`: the rows and columns
  // of S, port by port; none: one of each port.
  using Impedances = std::function<std::vector<double>(double frequency_hz)>;
  PortResults(const Case &input, FrequencyDriver &driver, Impedances impedances_ohm,
              std::vector<PortMode> modes = {});

  // S of all ports at a frequency; columns of ports that are not excited may be 0 where no
  // Touchstone file is written.
  void add(double frequency_hz, const ScatteringMatrix &s);
  // The solves of the next frequency of an adaptive sweep; none: it is complete.
  std::vector<SourceSolve> next();
  // Writes the tables. Throws OutputError.
  void close();

  // S at a frequency for solves[] of summary.json, and back with --restart.
  static nlohmann::ordered_json to_json(const ScatteringMatrix &s);
  void recall(double frequency_hz, const nlohmann::ordered_json &s);

private:
  bool is_wanted() const { return input_.outputs.s_parameters.has_value(); }
  void report_sweep();

  const Case &input_;
  FrequencyDriver &driver_;
  Impedances impedances_ohm_;
  std::vector<PortMode> modes_;
  std::map<double, ScatteringMatrix> solved_;
  std::optional<AdaptiveSweep> sweep_;
  std::vector<std::size_t> asked_; // after the first
};

} // namespace curlew
