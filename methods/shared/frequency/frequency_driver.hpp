#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/results/results_directory.hpp>
#include <curlew/io/tables/powers_table.hpp>
#include <curlew/io/tables/rcs_table.hpp>
#include <curlew/methods/shared/frequency/solve_groups.hpp>
#include <curlew/methods/shared/frequency/solve_record.hpp>
#include <curlew/methods/shared/run/phase_clock.hpp>
#include <curlew/methods/shared/run/run_options.hpp>

#include <map>
#include <vector>

namespace curlew {

// A run in the frequency domain: its folder of results, and the loop over frequencies and
// excitations. For each planned solve it
//   - starts from the solution of the same source at the frequency before, where there is one;
//   - reports progress every few seconds and stops at SIGINT and SIGTERM (exit code 130);
//   - writes the convergence history, also of a solve that failed;
//   - after a solve that did not converge ends the run, or continues with the next one
//     (solver.on_failure); both end with NotConverged (exit code 3), and results of the other
//     solves stay.
// summary.json has an entry for every planned solve, however the run ends. A run with --restart
// keeps the solves that the earlier run finished, entries and rows of tables alike, and runs the
// others, each from its start.
//
// A sweep that chooses its frequencies extends the plan when it is done (FrequencySystem::more).
//
// Groups of ranks share the solves: frequency n is that of group n modulo their number, or solve n
// where there are fewer frequencies than groups and sources are solved apart. Each group goes
// through its own share, whatever happens in others; then all exchange what they have. The results
// are those of one process but for the start of iterative solves, which is the last solution of the
// group.
class FrequencyDriver {
public:
  // Makes the folder ready, opens the log and writes case.resolved.json. `input` must stay. `clock`
  // has the phases of the run so far. `groups` has a rank of each group that solves a share of the
  // plan; collective among them. Throws as ResultsDirectory, and InputError for a restart of
  // another case.
  FrequencyDriver(const Case &input, const RunOptions &options, Backend backend, int threads,
                  PhaseClock clock = {}, const Communicator &groups = {});

  // Returns the folder into which this group writes.
  const ResultsDirectory &results() const { return groups_.results(); }
  Summary &summary() { return summary_; }
  RcsTable &rcs() { return rcs_; } // table of all solves; closed by run()
  PowersTable &powers() { return powers_; }
  PhaseClock &clock() { return clock_; }
  // True with --restart.
  bool continues() const { return continues_; }

  void run(const std::vector<PlannedSolve> &plan, FrequencySystem &system);

private:
  void plan_solves(const std::vector<PlannedSolve> &plan, FrequencySystem &system);
  void report_kept() const;
  void solve_all(FrequencySystem &system);
  void solve_own(std::size_t first, std::size_t end, FrequencySystem &system);
  void solve_shared(std::size_t first, std::size_t end, FrequencySystem &system);
  void close_tables(FrequencySystem &system);
  void solve_one(std::size_t number, FrequencySystem &system);
  void solve_watched(SolveRecord &record, FrequencySystem &system, PhasorVector &x);
  void note_failure(SolveRecord &record, const std::string &why);
  void require_all_converged() const;
  void write_summary(const FrequencySystem &system);
  bool has_several_frequencies() const { return input_.frequencies_hz.size() > 1; }

  const Case &input_;
  Backend backend_;
  PhaseClock clock_;
  bool continues_;
  ResultsDirectory results_; // of all groups
  SolveGroups groups_;
  std::vector<nlohmann::ordered_json> finished_; // solves of the earlier run
  Summary summary_;
  RcsTable rcs_;
  PowersTable powers_;
  std::vector<SolveRecord> records_;
  // Solution of each source at the last frequency.
  std::map<std::size_t, PhasorVector> starts_;
  PhasorVector x_; // its memory is reused for the next source
};

// Returns the solver that a case requests: "auto", "gmres", "bicgstab + ssor".
std::string requested_solver(const SolverSpec &spec);

} // namespace curlew
