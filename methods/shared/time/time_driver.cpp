#include <curlew/methods/shared/time/time_driver.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/log.hpp>
#include <curlew/methods/shared/run/copy_rate.hpp>
#include <curlew/methods/shared/run/records.hpp>
#include <curlew/methods/shared/time/checkpoint_state.hpp>
#include <curlew/methods/shared/time/far_field_results.hpp>
#include <curlew/methods/shared/time/flux_results.hpp>
#include <curlew/methods/shared/time/result_writer.hpp>
#include <curlew/methods/shared/time/spectra.hpp>
#include <curlew/methods/shared/time/time_loop.hpp>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <cctype>
#include <cmath>
#include <map>

namespace curlew {
namespace {

// Reads the newest checkpoint at the root, and gives every rank its unknowns. Refuses a restart
// that would not continue the same run. Nothing is changed.
RestartPoint read_restart(const Case &input, TimeMethod &method, const ResultsDirectory &results,
                          const std::string &physics) {
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
                                        input.outputs.nonlinear ? method.figure_columns()
                                                                : std::vector<std::string>());
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

std::string times_table(const StepTimes &times, const TimeMethod &method, double copy_rate) {
  const auto steps = static_cast<double>(times.steps);
  const auto cells = static_cast<double>(method.cell_count());
  const auto row = [&](const std::string &name, double bytes, double seconds) {
    return fmt::format("  {:<8}  {:9.3f} ms  {:6.1f} ns/{}  {:6.2f} GB/s  {:5.1f} % of copy\n",
                       name, 1e3 * seconds / steps, 1e9 * seconds / steps / cells,
                       method.cell_name(), bytes * steps / seconds / 1e9,
                       100 * bytes * steps / seconds / copy_rate);
  };
  std::string text =
      fmt::format("\nTime per step ({} steps, {} {}s, copy {:.1f} GB/s)\n", times.steps,
                  method.cell_count(), method.cell_name(), copy_rate / 1e9);
  double seconds = 0;
  for (const StepPart &part : times.parts) {
    text += row(capitalised(part.name), part.minimum_bytes, part.seconds);
    seconds += part.seconds;
  }
  return text + row("step", step_bytes(times), seconds);
}

void fill_summary(const Case &input, const TimeMethod &method, const TimePlan &plan,
                  const RunPosition &position, const StepTimes &times, double copy_rate,
                  Summary &summary) {
  summary["method"] = method.name();
  summary["title"] = input.title;
  summary["variant"] = method.variant();
  summary["ranks"] = method.ranks().size();
  summary["steps"] = position.step;
  summary["dt_s"] = plan.dt_s;
  summary["time_s"] = static_cast<double>(position.step) * plan.dt_s;
  std::vector<KernelPerformance> kernels;
  for (const StepPart &part : times.parts)
    kernels.push_back({part.name, times.steps,
                       part.minimum_bytes * static_cast<double>(times.steps), part.seconds});
  summary.set_performance(kernels, copy_rate / 1e9);
}

// A run from its plan on, with the objects that are open between the first step and the summary.
class TimeRun {
public:
  TimeRun(const Case &input, const RunOptions &options, TimeMethod &method, PhaseClock &clock)
      : input_(input), options_(options), method_(method), networks_(method.networks()),
        clock_(clock), ranks_(method.ranks()) {}

  void run() {
    if (ranks_.is_root())
      physics_ = physics_text(input_, method_.variant());
    const ResultsDirectory results = prepare();
    // Files are written only from here on, so a restart that is refused has changed nothing.
    Summary summary =
        open_records(input_, options_, method_.execution(), results, ranks_.is_root());
    report_warnings(method_.warnings(), summary);
    report_warnings(plan_.warnings, summary);
    method_.report();
    report_step();
    clock_.end("results directory");
    const std::size_t runs = networks_ != nullptr ? networks_->run_count() : 1;
    for (std::size_t run = 0; run + 1 < runs; ++run)
      step_through(run, results, summary);
    const Stepped last = step_through(runs - 1, results, summary);
    const std::unique_ptr<TimeScheme> &scheme = last.scheme;
    const RunPosition &position = last.position;
    const StepTimes times = whole_times(*scheme, ranks_);
    const double copy_rate =
        ranks_.sum(measure_copy(method_.execution().backend, step_bytes(scheme->times())));
    clock_.end("copy bandwidth");
    method_.fill_summary(*scheme, summary);
    if (input_.outputs.far_field || input_.outputs.rcs)
      write_far_fields(input_, method_, *scheme, plan_.dt_s, position.step, results, summary);
    if (!input_.outputs.fluxes.empty())
      write_fluxes(input_, method_, *scheme, plan_.dt_s, position.step, results, summary);
    if (!ranks_.is_root())
      return;
    write_spectra(input_, last.traces, plan_.sources_end_s, results, summary);
    if (networks_ != nullptr)
      networks_->write(plan_, results, summary);
    clock_.end("spectra");
    for (const auto &[phase, seconds] : clock_.phases())
      summary.add_phase(phase, seconds);
    fill_summary(input_, method_, plan_, position, times, copy_rate, summary);
    summary.write(results.file("summary.json"));
    if (times.steps > 0)
      report_lines(times_table(times, method_, copy_rate));
    report_lines(fmt::format("\nResults in {}\n", results.path().string()));
    close_log_file();
  }

private:
  struct Stepped {
    std::unique_ptr<TimeScheme> scheme;
    RunPosition position;
    std::map<std::string, ProbeTrace> traces;
  };

  // Runs one of the runs, from its first step to its last.
  Stepped step_through(std::size_t run, const ResultsDirectory &results, Summary &summary) {
    if (networks_ != nullptr)
      networks_->report_run(run);
    Stepped stepped;
    stepped.scheme = method_.make_scheme(plan_, run);
    if (restart_)
      stepped.scheme->load(restart_->state);
    // otherwise the first step's time would include the set-up of other ranks
    ranks_.idle_barrier();
    clock_.end("scheme set-up");
    ResultWriter writer(input_, plan_, method_, run, results, physics_,
                        stepped.scheme->magnetic_lag_steps(), restart_ ? &*restart_ : nullptr,
                        options_.quiet);
    RunPosition &position = stepped.position;
    position = restart_ ? restart_->position : RunPosition();
    restart_.reset();
    const bool has_decayed = run_time_loop(*stepped.scheme, plan_, ranks_, writer, position);
    writer.close();
    summary["ended_by"] = has_decayed ? "stop_at_energy" : "duration";
    if (has_decayed)
      spdlog::info(
          "ended at step {} of {} (t = {:.6g} s): the energy is {:g} dB below the largest of "
          "the run",
          position.step, plan_.steps, static_cast<double>(position.step) * plan_.dt_s,
          plan_.stop_at_energy_db);
    if (ranks_.is_root())
      stepped.traces = writer.traces();
    if (networks_ != nullptr && input_.outputs.s_parameters)
      networks_->add_run(run, method_.port_recorder(*stepped.scheme), plan_.has_s);
    clock_.end("steps and their outputs");
    return stepped;
  }

  void report_step() const {
    const double limit_s = method_.dt_limit_s();
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
      make_plan(has_default_step(input_) ? method_.default_dt_s()
                                         : time_step(input_, method_.dt_limit_s()));
      return prepare_results(input_, options_, ranks_);
    }
    ResultsDirectory results = prepare_results(input_, options_, ranks_);
    restart_ = read_restart(input_, method_, results, physics_);
    make_plan(restart_->dt_s);
    check_length(input_, plan_, *restart_);
    return results;
  }

  void make_plan(double dt_s) { plan_ = make_time_plan(input_, dt_s, method_.sources_end_s()); }

  const Case &input_;
  const RunOptions &options_;
  TimeMethod &method_;
  PortNetworks *networks_; // null: no ports
  PhaseClock &clock_;
  const Communicator &ranks_;
  std::string physics_; // at the root
  TimePlan plan_;
  std::optional<RestartPoint> restart_;
};

} // namespace

void run_in_time(const Case &input, const RunOptions &options, TimeMethod &method,
                 PhaseClock &clock) {
  TimeRun(input, options, method, clock).run();
}

} // namespace curlew
