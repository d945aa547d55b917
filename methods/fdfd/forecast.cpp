#include <curlew/methods/fdfd/forecast.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/forecast/free_stopwatch.hpp>
#include <curlew/methods/shared/run/records.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace curlew::fdfd {
namespace {

// Larger grids are not set up by a check.
constexpr double k_most_timed_cells = 4e6, k_share_of_memory = 0.8;
// Iterations that are timed: for so long, and at least so many unless they take longer.
constexpr double k_budget_s = 0.3, k_most_timed_s = 1;
constexpr int k_least_iterations = 10;
// Iterations over the cells along the longest axis where residuals do not tell: examples without a
// preconditioner take 2 to 9.
constexpr double k_iterations_per_cell = 5;
// Seconds in which one core computes the outputs of a solve, for a cell.
constexpr double k_output_s = 2e-7;

struct Enough {}; // ends a solve that is timed

// What the first iterations of a solve tell.
struct TimedSolve {
  double setup_s = 0, iteration_s = 0, iterations = 0;
  bool is_estimated = false;
};

TimedSolve time_solve(const Case &input, Backend backend, const Problem &problem,
                      const SolverChoice &choice, const Solve &solve) {
  TimedSolve timed;
  const FreeStopwatch setup;
  const auto solver = make_field_solver(backend, input, problem, choice);
  const RightHandSide rhs = make_rhs(input, problem, solve, host_threads_of(input));
  timed.setup_s = setup.seconds();
  const FreeStopwatch solving;
  const Stopwatch budget;
  std::vector<double> residuals;
  std::optional<FreeStopwatch> iterating;
  int first = 0, done = 0;
  SolveOptions options{
      input.solver.tolerance, input.solver.max_iterations, [&](int iteration, double residual) {
        // The start of the solve is no iteration. Some methods tell of several
        // iterations at once.
        if (residuals.empty()) {
          first = iteration;
          iterating.emplace();
        }
        done = iteration;
        residuals.push_back(residual);
        if (budget.seconds() > (done < k_least_iterations ? k_most_timed_s : k_budget_s))
          throw Enough();
      }};
  std::vector<complex> e;
  SolveReport report;
  try {
    solver->solve(rhs, e, options, report);
    timed.iterations = std::max(1, report.iterations);
    timed.iteration_s = solving.seconds() / timed.iterations;
  } catch (const Enough &) {
    timed.is_estimated = true;
    timed.iteration_s = done > first ? iterating->seconds() / (done - first)
                                     : solving.seconds() / std::max(1, done);
    timed.iterations = expected_iterations(residuals, input.solver.tolerance) * std::max(1, done) /
                       static_cast<double>(residuals.size());
  }
  return timed;
}

std::string why_none(const Problem &problem, const SolverChoice &choice, Backend backend,
                     const std::vector<Solve> &plan) {
  if (plan.empty())
    return "nothing is solved";
  if (const std::string why = why_kokkos_cannot_start(); !why.empty())
    return why;
  const auto cells = static_cast<double>(problem.size());
  if (cells > k_most_timed_cells)
    return fmt::format("iterations are timed on grids of at most {:.0f} cells", k_most_timed_cells);
  if (solver_bytes(problem, choice) > k_share_of_memory * memory_of(backend).free_bytes)
    return "the solver has no room here";
  return "";
}

} // namespace

double expected_iterations(const std::vector<double> &residuals, double tolerance) {
  constexpr double k_telling = 1.0 / 3;
  const std::size_t done = residuals.size(), half = done / 2;
  if (half == 0)
    return 0;
  const auto middle = residuals.begin() + static_cast<std::ptrdiff_t>(half);
  const double before = *std::min_element(residuals.begin(), middle),
               least = std::min(before, *std::min_element(middle, residuals.end()));
  if (least > k_telling || least >= before)
    return 0;
  const double decade = static_cast<double>(done - half) / std::log10(before / least);
  return static_cast<double>(done) + std::max(0.0, std::log10(least / tolerance)) * decade;
}

TimeForecast forecast_run(const Case &input, Backend backend, const Problem &problem,
                          const SolverChoice &choice, const std::vector<Solve> &plan,
                          double problem_s) {
  if (const std::string why = why_none(problem, choice, backend, plan); !why.empty())
    return {0, {}, "", why};
  TimedSolve timed;
  try {
    timed = with_threads_of(
        backend, [&] { return time_solve(input, backend, problem, choice, plan.front()); });
  } catch (const NotConverged &error) {
    return {0, {}, "", std::string("the first solve fails: ") + error.what()};
  }
  TimeForecast forecast;
  if (timed.iterations == 0) {
    timed.iterations =
        k_iterations_per_cell * *std::max_element(input.grid.cells.begin(), input.grid.cells.end());
    forecast.basis = "the number of iterations is a guess from the cells along an axis";
  } else if (timed.is_estimated) {
    forecast.basis = "the number of iterations follows from the first residuals";
  }
  const auto frequencies = static_cast<double>(input.frequencies_hz.size()),
             solves = static_cast<double>(plan.size());
  const double output_s = k_output_s * static_cast<double>(problem.size()) / host_threads_of(input);
  forecast.work = {{"frequency set-up", frequencies, problem_s + timed.setup_s},
                   {"iteration", solves * timed.iterations, timed.iteration_s, timed.is_estimated},
                   {"output", solves, output_s}};
  return forecast;
}

} // namespace curlew::fdfd
