#include <curlew/methods/shared/frequency/solve_record.hpp>

#include <curlew/core/words.hpp>

namespace curlew {
namespace {

constexpr WordTable<SolveStatus, 4> k_statuses = {{{SolveStatus::not_started, "not_started"},
                                                   {SolveStatus::converged, "converged"},
                                                   {SolveStatus::failed, "failed"},
                                                   {SolveStatus::interrupted, "interrupted"}}};

} // namespace

std::string to_string(SolveStatus status) {
  return word_of(k_statuses, status);
}

nlohmann::ordered_json to_json(const SolveRecord &record, const std::string &solver_requested) {
  if (record.elsewhere.is_object())
    return record.elsewhere;
  const SolveReport &report = record.report;
  nlohmann::ordered_json entry = {{"name", record.planned.name},
                                  {"excitation", record.planned.excitation_name},
                                  {"frequency", record.planned.frequency_hz},
                                  {"solver_requested", solver_requested},
                                  {"solver_used", nullptr},
                                  {"iterations", report.iterations},
                                  {"true_residual", nullptr},
                                  {"status", to_string(record.status)}};
  if (record.status == SolveStatus::not_started)
    return entry;
  if (!report.solver.empty())
    entry["solver_used"] = report.solver;
  if (record.status == SolveStatus::interrupted)
    entry["recurrence_residual"] = report.residual;
  else if (!report.history.empty() || record.status == SolveStatus::converged)
    entry["true_residual"] = report.residual;
  entry["applications"] = report.applications;
  entry["setup_s"] = report.setup_s;
  entry["solve_s"] = report.solve_s;
  if (record.results.is_object())
    entry.update(record.results);
  return entry;
}

} // namespace curlew
