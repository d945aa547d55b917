#include <curlew/methods/shared/frequency/frequency_driver.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/interrupt.hpp>
#include <curlew/core/log.hpp>
#include <curlew/methods/shared/frequency/finished_solves.hpp>
#include <curlew/methods/shared/run/copy_rate.hpp>
#include <curlew/methods/shared/run/records.hpp>
#include <curlew/methods/shared/run/run_times.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace curlew {
namespace {

constexpr std::chrono::seconds k_report_every{5};

[[noreturn]] void stop(const std::string &where) {
  throw Interrupted("stopped " + where +
                    "; finished solves are in the results, --restart does the others");
}

// True where a run that ends by this error still writes results to summary.json.
bool leaves_summary(const Error &error, bool has_results) {
  const ExitCode code = error.exit_code();
  return code == ExitCode::not_converged || code == ExitCode::interrupted ||
         (has_results && code != ExitCode::output);
}

} // namespace

std::string requested_solver(const SolverSpec &spec) {
  const std::string &type = spec.preconditioner.type;
  return spec.method + (type == "auto" || type == "none" ? "" : " + " + type);
}

FrequencyDriver::FrequencyDriver(const Case &input, const RunOptions &options, Backend backend,
                                 int threads, PhaseClock clock, const Communicator &groups)
    : input_(input), backend_(backend), clock_(std::move(clock)), continues_(options.restart),
      results_(prepare_results(input, options, groups)), groups_(groups, results_),
      finished_(continues_ ? finished_solves(input, results_.path())
                           : std::vector<nlohmann::ordered_json>()),
      summary_(open_records(input, options, {backend, threads}, results_, groups_.is_first())),
      rcs_(input.outputs.rcs ? results().file("rcs.csv") : std::filesystem::path(), continues_),
      powers_(input.outputs.powers ? results().file("powers.csv") : std::filesystem::path(),
              continues_) {
  clock_.end("results directory");
}

void FrequencyDriver::run(const std::vector<PlannedSolve> &plan, FrequencySystem &system) {
  groups_.watch_files();
  plan_solves(plan, system);
  if (continues_)
    report_kept();
  clock_.end("set-up");
  try {
    solve_all(system);
    if (groups_.is_first())
      close_tables(system);
  } catch (const Error &error) {
    bool has_results = false;
    for (const SolveRecord &record : records_)
      has_results = has_results || record.status == SolveStatus::converged;
    if (groups_.is_first() && leaves_summary(error, has_results)) {
      groups_.join_files();
      write_summary(system);
    }
    throw;
  }
  if (!groups_.is_first())
    return groups_.wait();
  if (const auto performance = system.performance())
    summary_.set_performance({performance->kernel},
                             measure_copy(backend_, performance->step_bytes) / 1e9);
  clock_.end("copy bandwidth");
  write_summary(system);
  require_all_converged();
  report_lines(fmt::format("\nResults in {}\n", results_.path().string()));
  close_log_file();
  groups_.wait();
}

void FrequencyDriver::close_tables(FrequencySystem &system) {
  rcs_.close();
  powers_.close();
  system.close();
  groups_.join_files();
  clock_.end("outputs");
}

void FrequencyDriver::plan_solves(const std::vector<PlannedSolve> &plan, FrequencySystem &system) {
  const std::size_t first = records_.size();
  for (const PlannedSolve &planned : plan) {
    SolveRecord record{planned, SolveStatus::not_started, {}, {}};
    for (const nlohmann::ordered_json &entry : finished_)
      if (entry.value("name", "") == planned.name &&
          entry.value("frequency", 0.0) == planned.frequency_hz)
        record.elsewhere = entry;
    if (record.elsewhere.is_object()) {
      record.status = SolveStatus::converged;
      system.recall(planned, record.elsewhere);
    }
    records_.push_back(std::move(record));
  }
  groups_.assign(records_, first, system.solves_sources_apart());
}

void FrequencyDriver::report_kept() const {
  const auto kept = std::count_if(records_.begin(), records_.end(), [](const SolveRecord &record) {
    return record.elsewhere.is_object();
  });
  spdlog::info("{} of {} solves are in the results already", kept, records_.size());
}

void FrequencyDriver::solve_all(FrequencySystem &system) {
  std::size_t first = 0;
  do {
    const std::size_t end = records_.size();
    if (groups_.is_alone())
      solve_own(first, end, system);
    else
      solve_shared(first, end, system);
    first = end;
    plan_solves(system.more(), system);
  } while (first < records_.size());
}

// Solves the group's share of these and takes over what the other groups have.
void FrequencyDriver::solve_shared(std::size_t first, std::size_t end, FrequencySystem &system) {
  std::optional<Error> failure;
  try {
    solve_own(first, end, system);
  } catch (const Error &error) {
    failure = error;
  }
  Summary so_far = summary_;
  system.summarise(so_far);
  clock_.end("outputs");
  const auto finished =
      groups_.exchange(records_, first, end, failure, so_far, requested_solver(input_.solver));
  clock_.end("other groups");
  for (const std::size_t number : finished) {
    const SolveRecord &record = records_[number];
    spdlog::info("{}: solved by group {}", record.planned.name, record.group);
    system.recall(record.planned, record.elsewhere);
  }
}

void FrequencyDriver::solve_own(std::size_t first, std::size_t end, FrequencySystem &system) {
  for (std::size_t number = first; number < end; ++number) {
    SolveRecord &record = records_[number];
    if (record.elsewhere.is_object() || !groups_.is_own(record))
      continue;
    if (interrupt_requested())
      stop("before " + record.planned.name);
    try {
      solve_one(number, system);
    } catch (const NotConverged &error) {
      note_failure(record, error.what());
      if (input_.solver.on_failure != SolverSpec::OnFailure::continue_sweep)
        throw;
    } catch (const Interrupted &) {
      record.status = SolveStatus::interrupted;
      clock_.end("solves");
      throw;
    } catch (const Error &) {
      record.status = SolveStatus::failed;
      throw;
    }
    groups_.note_files(number);
  }
}

void FrequencyDriver::solve_one(std::size_t number, FrequencySystem &system) {
  SolveRecord &record = records_[number];
  const std::size_t source = record.planned.source;
  system.prepare(number);
  clock_.end("grid and solver");
  system.excite(number);
  clock_.end("sources");
  if (has_several_frequencies())
    x_ = std::move(starts_[source]);
  else
    x_.clear();
  starts_.erase(source); // a solve that fails leaves no start
  try {
    solve_watched(record, system, x_);
  } catch (const NotConverged &) {
    clock_.end("solves");
    write_convergence(results().file(convergence_name(number, records_.size())),
                      record.report.history);
    throw;
  }
  clock_.end("solves");
  if (!record.report.history.empty())
    spdlog::info("{}: {} iterations, residual {:.3g}, {:.3g} s", record.planned.name,
                 record.report.iterations, record.report.residual, record.report.solve_s);
  record.results = system.write(number, x_);
  if (!record.report.history.empty()) // residuals of the iteration
    write_convergence(results().file(convergence_name(number, records_.size())),
                      record.report.history);
  record.status = SolveStatus::converged;
  if (has_several_frequencies())
    starts_[source] = std::move(x_);
  clock_.end("outputs");
}

// Solves, reports the progress every few seconds, and ends the solve on request.
void FrequencyDriver::solve_watched(SolveRecord &record, FrequencySystem &system, PhasorVector &x) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point last = Clock::now();
  const std::string &name = record.planned.name;
  SolveReport so_far;
  const auto watch = [&](int iteration, double residual) {
    so_far.iterations = iteration;
    so_far.residual = residual;
    if (interrupt_requested())
      stop(
          fmt::format("in iteration {} of {}, at a residual of {:.3g}", iteration, name, residual));
    if (Clock::now() - last < k_report_every)
      return;
    last = Clock::now();
    spdlog::info("{}: iteration {}, residual {:.3g}", name, iteration, residual);
  };
  const SolverSpec &spec = input_.solver;
  try {
    system.solve(x, {spec.tolerance, spec.max_iterations, watch}, record.report);
  } catch (const Interrupted &) {
    so_far.solver = record.report.solver;
    record.report = so_far;
    throw;
  }
}

void FrequencyDriver::note_failure(SolveRecord &record, const std::string &why) {
  record.status = SolveStatus::failed;
  if (input_.solver.on_failure != SolverSpec::OnFailure::continue_sweep)
    return;
  const std::string text = fmt::format("{} did not converge, the sweep goes on without it: {}",
                                       record.planned.name, why);
  spdlog::warn(text);
  summary_.add_warning(text);
}

void FrequencyDriver::require_all_converged() const {
  std::size_t failed = 0;
  std::string names;
  for (const SolveRecord &record : records_)
    if (record.status == SolveStatus::failed) {
      ++failed;
      names += (names.empty() ? "" : "; ") + record.planned.name;
    }
  if (failed > 0)
    throw NotConverged(fmt::format("{} of {} solves did not converge ({}); the results of the "
                                   "others are in {}. Raise solver.max_iterations, or take "
                                   "another solver for these",
                                   failed, records_.size(), names, results_.path().string()));
}

void FrequencyDriver::write_summary(const FrequencySystem &system) {
  system.summarise(summary_);
  groups_.join_summaries(summary_);
  summary_["solves"] = nlohmann::ordered_json::array();
  for (const SolveRecord &record : records_)
    summary_["solves"].push_back(to_json(record, requested_solver(input_.solver)));
  add_run_times(clock_, summary_);
  summary_.write(results_.file("summary.json"));
}

} // namespace curlew
