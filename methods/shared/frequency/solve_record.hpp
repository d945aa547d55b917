#pragma once

#include <curlew/methods/shared/frequency/frequency_system.hpp>

namespace curlew {

enum class SolveStatus { not_started, converged, failed, interrupted };
std::string to_string(SolveStatus status);

// Record of a planned solve in summary.json.
struct SolveRecord {
  PlannedSolve planned;
  SolveStatus status = SolveStatus::not_started;
  SolveReport report;
  nlohmann::ordered_json results; // the method's keys
  // Entry in summary.json, for a solve that the earlier run or another group of ranks finished.
  nlohmann::ordered_json elsewhere = {};
  int group = 0; // the group of ranks that solves it
};

// An entry of solves[]: name, excitation, frequency (Hz), solver_requested (as in the case),
// solver_used, iterations, true_residual, status, and for a solve that began applications and
// times. Unknown values are null; a solve that was interrupted has the recurrence's residual
// instead of the true one.
nlohmann::ordered_json to_json(const SolveRecord &record, const std::string &solver_requested);

} // namespace curlew
