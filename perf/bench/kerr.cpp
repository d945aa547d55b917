#include <curlew/core/error.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/methods/dgtd/limits.hpp>
#include <curlew/methods/dgtd/make_problem.hpp>
#include <curlew/methods/dgtd/scheme.hpp>
#include <curlew/perf/bench/benches.hpp>
#include <curlew/perf/bench/kerr/cube.hpp>
#include <curlew/perf/bench/kerr/residuals.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace curlew::bench {
namespace {

using nlohmann::ordered_json;

constexpr int k_steps = 20;
constexpr double k_table_strengths[] = {0.01, 0.1, 0.25, 1, 10}; // chi3 |E|^2 at its largest
using kerr::cube_case;
using kerr::Functions;
using kerr::start_field;
constexpr Functions k_functions[] = {{"mixed", 1}, {"full", 1}, {"mixed", 2}, {"full", 2}};
constexpr Functions k_high_orders[] = {{"full", 3}, {"full", 4}}; // run_kerr with half the cells

struct Figures {
  double electric_s = 0, step_s = 0; // per step
  double mean = 0;
  int most = 0;
  std::int64_t tets = 0;
};

Figures measure_steps(Backend backend, int cells, const Case &input, const std::string &variant) {
  const dgtd::Problem problem =
      dgtd::make_problem(input, make_box({1, 1, 1}, {cells, cells, cells}, {0, 0, 0}, 0.2, 1));
  TimePlan plan;
  plan.dt_s = 0.9 * with_backend(backend, [&](const auto &space) {
                return dgtd::step_limit(space, problem, 1e-2).dt_s;
              });
  const std::vector<dgtd::Source> sources;
  const dgtd::Probes probes;
  const auto scheme =
      dgtd::make_scheme(backend, {problem, sources, probes, plan, dgtd::parse_variant(variant)});
  FieldState state = scheme->save();
  state["e"] = start_field(problem);
  state.erase("kerr_displacement");
  scheme->load(state);
  const auto advance = [&](int steps) {
    for (int n = 0; n < steps; ++n) {
      scheme->begin_step(n, false);
      scheme->end_step(n);
    }
    return scheme->times();
  };
  const StepTimes before = advance(2), after = advance(k_steps);
  Figures figures;
  const auto seconds = [](const StepTimes &times, std::size_t part) {
    return times.parts.at(part).seconds;
  };
  figures.electric_s = (seconds(after, 1) - seconds(before, 1)) / k_steps;
  figures.step_s = figures.electric_s + (seconds(after, 0) - seconds(before, 0)) / k_steps;
  const dgtd::KerrCounts counts = scheme->kerr_counts();
  figures.mean = counts.mean();
  figures.most = counts.most();
  figures.tets = problem.tet_count();
  return figures;
}

void check_kerr(const Request &request) {
  for (const std::string &solver : request.solvers)
    if (solver != "newton" && solver != "fixed-point" && solver != "closed-form")
      throw InputError(
          fmt::format("unknown solver \"{}\" (legal: newton, fixed-point, closed-form)", solver));
}

using Solvers = std::vector<std::string>;

Figures measure(Backend backend, int cells, const Case &input, const std::string &variant) {
  return with_threads_of(backend, [&] { return measure_steps(backend, cells, input, variant); });
}

// Steps of one space by all solvers; `stored` only for spaces that have constituent matrices.
void add_costs(const Request &request, Backend backend, int cells, const Functions &functions,
               const Solvers &solvers, const std::string &variant, const LogFunction &say,
               ordered_json &rows) {
  const Figures linear = measure(backend, cells, cube_case(functions, 0, "newton"), variant);
  for (const std::string &solver : solvers)
    for (const double strength : k_table_strengths) {
      if (solver == "closed-form" &&
          (std::string(functions.space) == "mixed" || variant == "stored"))
        continue;
      ordered_json row = {{"method", "dgtd"},
                          {"variant", variant},
                          {"backend", to_string(backend)},
                          {"threads", backend == Backend::serial ? 1 : request.threads},
                          {"space", fmt::format("{} {}", functions.space, functions.order)},
                          {"solver", solver},
                          {"chi3_e2", strength},
                          {"elements", linear.tets},
                          {"linear_seconds", linear.step_s}};
      try {
        const Figures one =
            measure(backend, cells, cube_case(functions, strength, solver), variant);
        row["seconds"] = one.step_s;
        row["electric_seconds"] = one.electric_s;
        row["solve_seconds"] = one.electric_s - linear.electric_s;
        row["iterations_mean"] = one.mean;
        row["iterations_max"] = one.most;
        row["ratio"] = one.step_s / linear.step_s;
      } catch (const Unstable &) {
        row["fails"] = true; // no convergence: part of what is measured
      }
      say(fmt::format("{} {} on {}, {}, chi3 E^2 = {}: {}", row["space"].get<std::string>(),
                      variant, to_string(backend), solver, strength,
                      row.contains("ratio")
                          ? fmt::format("{:.2f} linear steps", row["ratio"].get<double>())
                          : "does not converge"));
      rows.push_back(std::move(row));
    }
}

ordered_json run_kerr(const Request &request, const LogFunction &say) {
  const Solvers solvers =
      request.solvers.empty() ? Solvers{"newton", "fixed-point", "closed-form"} : request.solvers;
  const std::vector<int> grids = request.grids.empty() ? std::vector<int>{8} : request.grids;
  Solvers of_high_order; // the fixed point's many iterations would take most of the time
  std::copy_if(solvers.begin(), solvers.end(), std::back_inserter(of_high_order),
               [](const std::string &solver) { return solver != "fixed-point"; });
  ordered_json rows = ordered_json::array();
  for (const int cells : grids)
    for (const Backend backend : request.backends) {
      for (const Functions &functions : k_functions) {
        add_costs(request, backend, cells, functions, solvers, "packed", say, rows);
        if (functions.order == 1)
          add_costs(request, backend, cells, functions, solvers, "stored", say, rows);
      }
      for (const Functions &functions : k_high_orders)
        add_costs(request, backend, std::max(1, cells / 2), functions, of_high_order, "packed", say,
                  rows);
    }
  for (const Backend backend : request.backends)
    for (const Functions &functions : k_functions)
      for (const std::string &solver : solvers)
        if (solver != "closed-form")
          kerr::add_residuals(backend, functions, solver, say, rows);
  return rows;
}

// Time of the local systems alone, `stored` beside `packed`.
std::string constituent_table(const ordered_json &rows) {
  std::string text = "| tets | space | backend | solver | chi3 E^2 | recomputed ms | stored ms | "
                     "faster |\n|---:|---|---|---|---:|---:|---:|---|\n";
  for (const auto &stored : rows)
    for (const auto &row : rows) {
      const auto is_alike = [&](const char *key) { return stored[key] == row[key]; };
      if (!stored.contains("solve_seconds") || !row.contains("solve_seconds") ||
          stored["variant"] != "stored" || row["variant"] != "packed" || !is_alike("space") ||
          !is_alike("backend") || !is_alike("solver") || !is_alike("chi3_e2") ||
          !is_alike("elements"))
        continue;
      const double recomputed_ms = 1e3 * row["solve_seconds"].get<double>(),
                   stored_ms = 1e3 * stored["solve_seconds"].get<double>();
      text += fmt::format("| {} | {} | {} | {} | {} | {:.3g} | {:.3g} | {} |\n",
                          row["elements"].get<std::int64_t>(), row["space"].get<std::string>(),
                          row["backend"].get<std::string>(), row["solver"].get<std::string>(),
                          row["chi3_e2"].get<double>(), recomputed_ms, stored_ms,
                          stored_ms < recomputed_ms ? "stored" : "recomputed");
    }
  return text;
}

std::string kerr_table(const ordered_json &rows) {
  std::string text =
      "| tets | space | variant | backend | threads | solver | chi3 E^2 | iterations mean | max | "
      "linear step ms | step ms | step / linear |\n"
      "|---:|---|---|---|---:|---|---:|---:|---:|---:|---:|---:|\n";
  for (const auto &row : rows) {
    if (row.contains("residual"))
      continue;
    text +=
        fmt::format("| {} | {} | {} | {} | {} | {} | {} | ", row["elements"].get<std::int64_t>(),
                    row["space"].get<std::string>(), row["variant"].get<std::string>(),
                    row["backend"].get<std::string>(), row["threads"].get<int>(),
                    row["solver"].get<std::string>(), row["chi3_e2"].get<double>());
    const double linear_ms = 1e3 * row["linear_seconds"].get<double>();
    if (row.contains("ratio"))
      text +=
          fmt::format("{:.2f} | {} | {:.3g} | {:.3g} | {:.2f} |\n",
                      row["iterations_mean"].get<double>(), row["iterations_max"].get<int>(),
                      linear_ms, 1e3 * row["seconds"].get<double>(), row["ratio"].get<double>());
    else
      text += fmt::format("fails | | {:.3g} | | |\n", linear_ms);
  }
  return text + "\nLocal systems from stored constituent matrices and recomputed:\n\n" +
         constituent_table(rows) + "\nLargest residual after iterations:\n\n" +
         kerr::residual_table(rows);
}

} // namespace

Bench kerr_bench() {
  return {
      "kerr",
      "steps a cube of a nonlinear medium, method dgtd with central fluxes, with so many "
      "--grids cells to an edge, for strengths chi3 |E|^2 from 0.01 to 10, by each of --solvers "
      "(newton, fixed-point, closed-form): iterations, and time per step beside that of the "
      "linear medium (first order with stored constituent matrices too, third and fourth order "
      "with half the cells, without fixed-point); then the "
      "residuals of a step against the iteration",
      "",
      {"grids", "solvers"},
      {{"curlew bench kerr --grids 16 --backends openmp",
        "All spaces and solvers with 24,576 tets on this machine's cores."}},
      false,
      check_kerr,
      run_kerr,
      kerr_table};
}

} // namespace curlew::bench
