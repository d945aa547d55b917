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
  std::string excitation_name; // name in the case
  std::string name;            // "1e+09 Hz, wave", for messages
};

// The unknowns of a solve, peak phasors.
using PhasorVector = std::vector<std::complex<double>>;

// The least traffic of the solves of a run, for summary.json.
struct SweepPerformance {
  KernelPerformance kernel;
  // Bytes of one iteration: the size at which the copy bandwidth is measured.
  double step_bytes = 0;
};

// Interface of a method in the frequency domain; FrequencyDriver does the rest. The driver calls
// prepare, excite, solve and write in this order for every planned solve, by its number in the
// plan, and summarise once.
class FrequencySystem {
public:
  virtual ~FrequencySystem() = default;

  // Sets up the data of this solve's frequency: materials, matrix, preconditioner. Does nothing
  // where they are those of the solve before.
  virtual void prepare(std::size_t solve) = 0;
  // Makes the right-hand side.
  virtual void excite(std::size_t solve) = 0;
  // Solves from x (empty: from 0) and fills the report, with the solver that ran. Throws
  // NotConverged after that. Calls options.watch while it iterates.
  virtual void solve(PhasorVector &x, const SolveOptions &options, SolveReport &report) = 0;
  // Writes the results of a solve that converged. Returns its keys in solves[] of summary.json,
  // beside the driver's own.
  virtual nlohmann::ordered_json write(std::size_t solve, const PhasorVector &x) = 0;
  // Returns, after the last planned solve, further solves of a sweep that chooses its frequencies;
  // none: the sweep is complete.
  virtual std::vector<PlannedSolve> more() { return {}; }
  // True where each source of a frequency costs a solve of its own, so that groups of ranks may
  // share the sources of one frequency.
  virtual bool solves_sources_apart() const { return false; }
  // Takes over a solve that the run which --restart continues has finished, or another group of
  // ranks, by its entry in solves[] of summary.json.
  virtual void recall(const PlannedSolve &, const nlohmann::ordered_json &) {}
  // Closes the method's own tables after the last solve. Throws OutputError.
  virtual void close() {}
  // Adds the method's keys to summary.json; also called after a run that failed or was stopped.
  virtual void summarise(Summary &summary) const = 0;
  virtual std::optional<SweepPerformance> performance() const { return std::nullopt; }
};

} // namespace curlew
