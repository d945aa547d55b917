#pragma once

#include <curlew/methods/shared/frequency/frequency_system.hpp>

namespace curlew {

enum class SolveStatus { not_started, converged, failed, interrupted };
std::string to_string(SolveStatus status);

// What summary.json says of a planned solve.
struct SolveRecord {
  PlannedSolve planned;
  SolveStatus status = SolveStatus::not_started;
  SolveReport report;
  nlohmann::ordered_json results; // the method's keys
  // Of a solve that the run before finished: its entry in that run's summary.json.
  nlohmann::ordered_json earlier = {};
};

// An entry of solves[]: name, excitation, frequency (Hz), solver_requested (as the case says),
// solver_used, iterations, true_residual, status, and of a solve that began applications and times.
// What is not known is null; a solve that was interrupted has the recurrence's residual instead of
// the true one.
nlohmann::ordered_json to_json(const SolveRecord &record, const std::string &solver_requested);

} // namespace curlew
