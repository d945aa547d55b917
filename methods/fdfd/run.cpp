#include <curlew/methods/fdfd/run.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/interrupt.hpp>
#include <curlew/core/log.hpp>
#include <curlew/methods/fdfd/field_solver.hpp>
#include <curlew/methods/fdfd/krylov/krylov.hpp>
#include <curlew/methods/fdfd/results.hpp>
#include <curlew/methods/run/copy_rate.hpp>
#include <curlew/methods/run/phase_clock.hpp>
#include <curlew/methods/run/records.hpp>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <cstdio>
#include <map>
#include <optional>

namespace curlew::fdfd {
namespace {

void refuse_ranks(const Communicator &ranks) {
  if (!ranks.is_alone())
    throw InputError(fmt::format("method fdfd computes in one process; this run has {} ranks. "
                                 "Start it without mpirun",
                                 ranks.size()));
}

double cell_count(const Case &input) {
  const auto &cells = input.grid.cells;
  return double(cells[0]) * cells[1] * cells[2];
}

// One problem with its solver, kept while frequency and Bloch phases stay.
class Stage {
public:
  Stage(const Case &input, Backend backend, int threads, std::size_t sources)
      : input_(input), backend_(backend), threads_(threads), sources_(sources) {}

  const Problem &problem() const { return *problem_; }
  const SolverChoice &choice() const { return choice_; }
  FieldSolver &solver() const { return *solver_; }

  // True where a new one was made.
  bool set(const Solve &solve, ResultWriter &writer) {
    const double wavenumber = wavenumber_of(solve.frequency_hz);
    const auto phases = bloch_phases(input_, wavenumber, solve.wave);
    if (problem_ && problem_->frequency_hz == solve.frequency_hz && phases_ == phases)
      return false;
    solver_.reset();
    problem_.emplace(make_problem(input_, solve.frequency_hz, phases, threads_));
    phases_ = phases;
    writer.check(solve, *problem_);
    choice_ = choose_solver(input_, *problem_);
    const double bytes = solver_bytes(*problem_, choice_, sources_);
    const auto cells = static_cast<double>(problem_->size());
    spdlog::info("{:.0f} cells, {:.0f} unknowns; {:.0f} B per cell, {:.3g} MB for {} on {}", cells,
                 3 * cells, bytes / cells, bytes / 1e6, choice_.method, to_string(backend_));
    foresee_memory(cells, "cells", bytes / cells, input_.where("/grid"), memory_of(backend_));
    solver_ = make_field_solver(backend_, input_, *problem_, choice_, sources_);
    if (const std::string text = solver_->description(); !text.empty())
      spdlog::info("background: {}", text);
    return true;
  }

private:
  const Case &input_;
  Backend backend_;
  int threads_;
  std::size_t sources_;
  std::optional<Problem> problem_;
  std::array<complex, 3> phases_{};
  SolverChoice choice_;
  std::unique_ptr<FieldSolver> solver_;
};

std::string how_of(const SolverChoice &choice) {
  return choice.method + (choice.preconditioner == "none" ? "" : " + " + choice.preconditioner) +
         " on " + choice.variant;
}

// Says how a solve goes every few seconds, and ends it when asked to.
std::function<void(int, double)> watcher(const Solve &solve) {
  using Clock = std::chrono::steady_clock;
  const auto last = std::make_shared<Clock::time_point>(Clock::now());
  const std::string name = solve.name;
  return [last, name](int iteration, double residual) {
    if (interrupt_requested())
      throw Interrupted(fmt::format("stopped in iteration {} of {}, at a residual of {:.3g}; "
                                    "finished solves are in the results",
                                    iteration, name, residual));
    if (Clock::now() - *last < std::chrono::seconds(5))
      return;
    *last = Clock::now();
    spdlog::info("{}: iteration {}, residual {:.3g}", name, iteration, residual);
  };
}

// The least that the solves moved, for the methods that stream vectors through the fused kernel.
struct Traffic {
  std::int64_t iterations = 0;
  double bytes = 0, seconds = 0;

  void add(const SolverChoice &choice, const Problem &problem, const SolveReport &report) {
    const double per_cell = choice.preconditioner != "none"     ? 0
                            : choice.method == "cocg"           ? k_cocg_bytes
                            : choice.method == "cocr"           ? k_cocr_bytes
                            : choice.method == "bicgstab-fused" ? k_bicgstab_bytes
                                                                : 0;
    if (per_cell == 0 || choice.variant != "fused")
      return;
    iterations += report.iterations;
    bytes += per_cell * static_cast<double>(problem.size()) * report.iterations;
    seconds += report.solve_s;
  }
};

void fill_summary(const Case &input, const Problem &problem, const SolverChoice &choice,
                  std::size_t sources, Summary &summary) {
  summary["method"] = "fdfd";
  summary["title"] = input.title;
  summary["variant"] = choice.variant;
  summary["solver"] = choice.method;
  summary["preconditioner"] = choice.preconditioner;
  summary["cells"] = problem.size();
  summary["unknowns"] = problem.unknowns();
  summary["memory_bytes_per_cell"] =
      solver_bytes(problem, choice, sources) / static_cast<double>(problem.size());
}

} // namespace

void run(const Case &input, const RunOptions &options) {
  PhaseClock clock;
  for (const std::string &warning : input.warnings)
    spdlog::warn(warning);
  const Communicator ranks = Communicator::world();
  refuse_ranks(ranks);
  if (options.restart)
    throw InputError("method fdfd writes no checkpoints; run without --restart");
  const Backend backend = parse_backend(input.run.backend);
  const int threads = host_threads_of(input);
  const std::vector<Solve> plan = make_plan(input);
  foresee_memory(cell_count(input), "cells", k_host_bytes_per_cell, input.where("/grid"));
  const ResultsDirectory results = prepare_results(input, options, ranks);
  Summary summary = open_records(
      input, options, {backend, backend == Backend::serial ? 1 : threads}, results, true);
  const std::size_t sources = plan.size() / std::max<std::size_t>(1, input.frequencies_hz.size());
  ResultWriter writer(input, results, plan.size(), options.quiet, summary, threads);
  Stage stage(input, backend, threads, sources);
  clock.end("results directory");
  Traffic traffic;
  std::map<std::size_t, std::vector<complex>> starts; // of a source, from the last frequency
  std::vector<complex> e;                             // its memory is kept for the next source
  for (const Solve &solve : plan) {
    stage.set(solve, writer);
    clock.end("grid and solver");
    const RightHandSide side = side_of(input, stage.problem(), solve, threads);
    clock.end("sources");
    if (input.frequencies_hz.size() > 1)
      e = std::move(starts[solve.source]);
    else
      e.clear();
    SolveReport report;
    const SolveOptions wanted{input.solver.tolerance, input.solver.max_iterations, watcher(solve)};
    try {
      stage.solver().solve(side, e, wanted, report);
    } catch (const NotConverged &) {
      writer.add_history(report);
      throw;
    }
    report.setup_s = stage.solver().setup_s();
    clock.end("solves");
    spdlog::info("{}: {} iterations, residual {:.3g}, {:.3g} s", solve.name, report.iterations,
                 report.residual, report.solve_s);
    writer.add(solve, stage.problem(), e, report, how_of(stage.choice()));
    traffic.add(stage.choice(), stage.problem(), report);
    if (input.frequencies_hz.size() > 1)
      starts[solve.source] = std::move(e);
    clock.end("outputs");
  }
  writer.close();
  if (!plan.empty())
    fill_summary(input, stage.problem(), stage.choice(), sources, summary);
  if (traffic.seconds > 0)
    summary.set_performance({{"krylov", traffic.iterations, traffic.bytes, traffic.seconds}},
                            measure_copy(backend, 486 * cell_count(input)) / 1e9);
  clock.end("copy bandwidth");
  for (const auto &[phase, seconds] : clock.phases())
    summary.add_phase(phase, seconds);
  summary.write(results.file("summary.json"));
  if (!options.quiet) {
    fmt::print("\nResults in {}\n", results.path().string());
    std::fflush(stdout);
  }
  close_log_file();
}

} // namespace curlew::fdfd
