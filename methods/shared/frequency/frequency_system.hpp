#pragma once

#include <curlew/io/results/summary.hpp>
#include <curlew/solvers/krylov/solve_report.hpp>

#include <nlohmann/json.hpp>

#include <complex>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace curlew {

// One linear system of a run: a frequency and a source.
struct PlannedSolve {
  double frequency_hz = 0;
  std::size_t source = 0;      // counts sources: the same number at every frequency
  std::string excitation_name; // as the case calls it
  std::string name;            // "1e+09 Hz, wave", for messages
};

// The unknowns of a solve, peak phasors.
using PhasorVector = std::vector<std::complex<double>>;

// The least that the solves of a run moved, for summary.json.
struct SweepPerformance {
  KernelPerformance kernel;
  double step_bytes = 0; // of one iteration: the size at which the copy bandwidth is measured
};

// What a method in the frequency domain brings; FrequencyDriver does the rest. The driver calls
// prepare, excite, solve and write in this order for every planned solve, by its number in the
// plan, and summarise once.
class FrequencySystem {
public:
  virtual ~FrequencySystem() = default;

  // Sets up what this solve's frequency needs: materials, matrix, preconditioner. Does nothing
  // where the one before left it.
  virtual void prepare(std::size_t solve) = 0;
  // Makes the right-hand side.
  virtual void excite(std::size_t solve) = 0;
  // Solves from x (empty: from 0) and fills the report, with the solver that ran. Throws
  // NotConverged after that. Calls options.watch while it iterates.
  virtual void solve(PhasorVector &x, const SolveOptions &options, SolveReport &report) = 0;
  // Writes the results of a solve that converged. Returns what solves[] in summary.json says of it
  // beside the driver's own keys.
  virtual nlohmann::ordered_json write(std::size_t solve, const PhasorVector &x) = 0;
  // After the last planned solve: further ones, of a sweep that chooses its frequencies; none: it
  // is complete.
  virtual std::vector<PlannedSolve> more() { return {}; }
  // With --restart: a solve that the run before finished, by its entry in solves[] of summary.json.
  virtual void recall(const PlannedSolve &, const nlohmann::ordered_json &) {}
  // After the last solve: closes the method's own tables. Throws OutputError.
  virtual void close() {}
  // The method's keys of summary.json; also after a run that failed or was stopped.
  virtual void summarise(Summary &summary) const = 0;
  virtual std::optional<SweepPerformance> performance() const { return std::nullopt; }
};

} // namespace curlew
