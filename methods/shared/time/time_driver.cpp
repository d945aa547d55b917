#include <curlew/methods/shared/time/time_driver.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/log.hpp>
#include <curlew/methods/shared/run/copy_rate.hpp>
#include <curlew/methods/shared/run/records.hpp>
#include <curlew/methods/shared/run/run_times.hpp>
#include <curlew/methods/shared/time/checkpoint_observer.hpp>
#include <curlew/methods/shared/time/checkpoint_state.hpp>
#include <curlew/methods/shared/time/forecast_observer.hpp>
#include <curlew/methods/shared/time/time_loop.hpp>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <cctype>
#include <cmath>
#include <optional>

namespace curlew {
namespace {

// Point from which a restarted run continues.
struct RestartPoint {
  RunPosition position;
  double dt_s = 0;
  FieldState state;     // state of this rank
  RestartTables tables; // at the root
};

// Reads the newest checkpoint at the root, and gives every rank its unknowns. Refuses a restart
// that would not continue the same run. Nothing is changed.
RestartPoint read_restart(const Case &input, TimeMethod &method, const TimeProblem &problem,
                          const ResultsDirectory &results, const std::string &physics) {
  struct Numbers {
    RunPosition position;
    double dt_s;
  };
  const Communicator &ranks = method.ranks();
  std::vector<std::vector<Numbers>> numbers(ranks.size());
  RestartPoint point;
  FieldState whole;
  if (ranks.is_root()) {
    CheckpointState state = read_checkpoint_state(
        input, physics, read_latest_checkpoint(results.path() / "checkpoint"));
    method.check_state(state.unknowns);
    point.tables = check_restart_tables(input, results, state.rows, state.position.step, state.dt_s,
                                        problem.energy_figures);
    whole = std::move(state.unknowns);
    for (auto &one : numbers)
      one = {{state.position, state.dt_s}};
  }
  const Numbers mine = ranks.scatter(numbers).at(0);
  point.position = mine.position;
  point.dt_s = mine.dt_s;
  point.state = method.scatter(whole);
  return point;
}

// The checkpoint must lie within the run of the case.
void check_length(const Case &input, const TimePlan &plan, const RestartPoint &restart) {
  if (restart.position.step <= plan.steps)
    return;
  throw InputError(fmt::format(
      "{}: the run ends after {} steps, and the checkpoint is at step {} (t = {:.6g} s); ask for a "
      "longer run, or run without --restart",
      input.where(input.time.steps ? "/time/steps" : "/time/duration"), plan.steps,
      restart.position.step, static_cast<double>(restart.position.step) * restart.dt_s));
}

// Returns the times of the parts of a step for all ranks together: bytes added up, the slowest
// rank's seconds.
StepTimes whole_times(const TimeScheme &scheme, const Communicator &ranks) {
  StepTimes times = scheme.times();
  for (StepPart &part : times.parts) {
    part.minimum_bytes = ranks.sum(part.minimum_bytes);
    part.seconds = ranks.max(part.seconds);
  }
  return times;
}

double step_bytes(const StepTimes &times) {
  double bytes = 0;
  for (const StepPart &part : times.parts)
    bytes += part.minimum_bytes;
  return bytes;
}

std::string capitalised(std::string name) {
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return name;
}

std::string times_table(const StepTimes &times, const TimeProblem &problem, double copy_rate) {
  const auto steps = static_cast<double>(times.steps);
  const auto cells = static_cast<double>(problem.cells);
  const auto row = [&](const std::string &name, double bytes, double seconds) {
    return fmt::format("  {:<8}  {:9.3f} ms  {:6.1f} ns/{}  {:6.2f} GB/s  {:5.1f} % of copy\n",
                       name, 1e3 * seconds / steps, 1e9 * seconds / steps / cells,
                       problem.cell_name, bytes * steps / seconds / 1e9,
                       100 * bytes * steps / seconds / copy_rate);
  };
  std::string text = fmt::format("\nTime per step ({} steps, {} {}s, copy {:.1f} GB/s)\n",
                                 times.steps, problem.cells, problem.cell_name, copy_rate / 1e9);
  double seconds = 0;
  for (const StepPart &part : times.parts) {
    text += row(capitalised(part.name), part.minimum_bytes, part.seconds);
    seconds += part.seconds;
  }
  return text + row("step", step_bytes(times), seconds);
}

void fill_summary(const RecordedRun &run, const TimeProblem &problem, const RunPosition &position,
                  const StepTimes &times, double copy_rate, Summary &summary) {
  summary["method"] = problem.method;
  summary["title"] = run.input.title;
  summary["variant"] = problem.variant;
  if (summary["ranks"].is_null()) // else a scheme of the root alone shares its solves
    summary["ranks"] = run.ranks.size();
  summary["steps"] = position.step;
  summary["dt_s"] = run.plan.dt_s;
  summary["time_s"] = run.time_s(position.step);
  std::vector<KernelPerformance> kernels;
  for (const StepPart &part : times.parts)
    kernels.push_back({part.name, times.steps,
                       part.minimum_bytes * static_cast<double>(times.steps), part.seconds});
  summary.set_performance(kernels, copy_rate / 1e9);
}

// A case from its plan on.
class TimeDriver {
public:
  TimeDriver(const Case &input, const RunOptions &options, TimeMethod &method, PhaseClock &clock)
      : input_(input), options_(options), method_(method), problem_(method.problem()),
        clock_(clock), ranks_(method.ranks()) {}

  void run() {
    if (ranks_.is_root())
      physics_ = physics_text(input_, problem_.variant);
    const ResultsDirectory results = prepare();
    // Files are written only from here on, so a restart that is refused has changed nothing.
    Summary summary = open_records(input_, options_, problem_.execution, results, ranks_.is_root());
    report_warnings(method_.warnings(), summary);
    report_warnings(plan_.warnings, summary);
    method_.report();
    report_step();
    clock_.end("results directory");
    const RecordedRun recorded{input_, plan_, ranks_, problem_.execution, results};
    for (std::size_t number = 0; number + 1 < problem_.runs; ++number)
      step_through(number, recorded, summary);
    const Stepped last = step_through(problem_.runs - 1, recorded, summary);
    TimeScheme &scheme = *last.run.scheme;
    const StepTimes times = whole_times(scheme, ranks_);
    const double copy_rate =
        ranks_.sum(measure_copy(problem_.execution.backend, step_bytes(scheme.times())));
    clock_.end("copy bandwidth");
    for (Recorder *recorder : scheme.recorders())
      recorder->write(last.position.step, summary);
    if (!ranks_.is_root())
      return;
    clock_.end("spectra");
    fill_summary(recorded, problem_, last.position, times, copy_rate, summary);
    add_run_times(clock_, summary);
    summary.write(results.file("summary.json"));
    if (times.steps > 0)
      report_lines(times_table(times, problem_, copy_rate));
    report_lines(fmt::format("\nResults in {}\n", results.path().string()));
    close_log_file();
  }

private:
  struct Stepped {
    TimeRun run;
    RunPosition position;
  };

  // Runs one of the runs, from its first step to its last.
  Stepped step_through(std::size_t number, const RecordedRun &recorded, Summary &summary) {
    Stepped stepped{method_.make_run(plan_, number), {}};
    TimeScheme &scheme = *stepped.run.scheme;
    RunPosition &position = stepped.position;
    if (restart_) {
      scheme.load(restart_->state);
      position = restart_->position;
    }
    const ContinuedOutputs continued =
        restart_ ? continued_outputs(restart_->tables, recorded.time_s(position.step), plan_.dt_s)
                 : ContinuedOutputs();
    // otherwise the first step's time would include the set-up of other ranks
    ranks_.idle_barrier();
    clock_.end("scheme set-up");
    for (Recorder *recorder : scheme.recorders())
      recorder->open(recorded, continued);
    restart_.reset();
    CheckpointObserver observer(recorded, method_, scheme.recorders(), physics_, problem_.method,
                                position.step, options_.quiet);
    const double steps = static_cast<double>(problem_.runs) * static_cast<double>(plan_.steps) -
                         static_cast<double>(position.step);
    ForecastObserver forecast(observer, steps, problem_.execution, clock_.seconds());
    const bool has_decayed = number > 0 ? run_time_loop(scheme, plan_, ranks_, observer, position)
                                        : run_time_loop(scheme, plan_, ranks_, forecast, position);
    if (forecast.seconds())
      summary["forecast_seconds"] = *forecast.seconds();
    observer.finish();
    for (Recorder *recorder : scheme.recorders())
      recorder->close();
    summary["ended_by"] = has_decayed ? "stop_at_energy" : "duration";
    if (has_decayed)
      spdlog::info(
          "ended at step {} of {} (t = {:.6g} s): the energy is {:g} dB below the largest of "
          "the run",
          position.step, plan_.steps, recorded.time_s(position.step), plan_.stop_at_energy_db);
    clock_.end("steps and their outputs");
    return stepped;
  }

  void report_step() const {
    const double limit_s = problem_.dt_limit_s;
    const std::string of_limit = std::isfinite(limit_s)
                                     ? fmt::format(" ({:.4g} of the limit)", plan_.dt_s / limit_s)
                                     : std::string();
    spdlog::info("dt = {:.6g} s{}, {} steps to {:.6g} s", plan_.dt_s, of_limit, plan_.steps,
                 static_cast<double>(plan_.steps) * plan_.dt_s);
  }

  // Makes the plan and the folder. Without a restart the plan comes first: a case that is refused
  // must not clear the results of an earlier run. With a restart, the checkpoint gives the time
  // step from which all schedules follow.
  ResultsDirectory prepare() {
    if (!options_.restart) {
      make_plan(has_default_step(input_) ? problem_.default_dt_s
                                         : time_step(input_, problem_.dt_limit_s));
      return prepare_results(input_, options_, ranks_);
    }
    ResultsDirectory results = prepare_results(input_, options_, ranks_);
    restart_ = read_restart(input_, method_, problem_, results, physics_);
    make_plan(restart_->dt_s);
    check_length(input_, plan_, *restart_);
    return results;
  }

  void make_plan(double dt_s) { plan_ = make_time_plan(input_, dt_s, problem_.sources_end_s); }

  const Case &input_;
  const RunOptions &options_;
  TimeMethod &method_;
  TimeProblem problem_;
  PhaseClock &clock_;
  const Communicator &ranks_;
  std::string physics_; // at the root
  TimePlan plan_;
  std::optional<RestartPoint> restart_;
};

} // namespace

void run_in_time(const Case &input, const RunOptions &options, TimeMethod &method,
                 PhaseClock &clock) {
  TimeDriver(input, options, method, clock).run();
}

} // namespace curlew
