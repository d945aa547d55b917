#include <curlew/perf/bench/kerr/residuals.hpp>

#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/methods/dgtd/kerr/residual_after.hpp>
#include <curlew/methods/dgtd/make_problem.hpp>

#include <fmt/format.h>

namespace curlew::bench::kerr {
namespace {

using nlohmann::ordered_json;

constexpr double k_strengths[] = {0.01, 0.1, 0.25, 1, 7.27, 10}; // chi3 |E|^2 at its largest
constexpr int k_iterations[] = {0, 1, 2, 3, 4, 5, 6, 8, 10, 20, 50, 100, 200};
constexpr double k_rounding = 1e-15; // residual at which curves end
constexpr Index k_bricks = 2;
constexpr double k_before = 0.9;

} // namespace

void add_residuals(Backend backend, const Functions &functions, const std::string &solver,
                   const LogFunction &say, ordered_json &rows) {
  for (const double strength : k_strengths) {
    const dgtd::Problem problem =
        dgtd::make_problem(cube_case(functions, strength, solver),
                           make_box({1, 1, 1}, {k_bricks, k_bricks, k_bricks}, {0, 0, 0}, 0.2, 1));
    const std::vector<double> after = start_field(problem);
    std::vector<double> before = after;
    for (double &value : before)
      value *= k_before;
    double residual = 0;
    for (const int iterations : k_iterations) {
      residual = with_backend(backend, [&](const auto &space) {
        return dgtd::residual_after(space, problem, problem.choices.nonlinear.solver, before, after,
                                    iterations);
      });
      rows.push_back({{"method", "dgtd"},
                      {"backend", to_string(backend)},
                      {"space", fmt::format("{} {}", functions.space, functions.order)},
                      {"solver", solver},
                      {"chi3_e2", strength},
                      {"elements", problem.tet_count()},
                      {"iteration", iterations},
                      {"residual", residual}});
      if (residual < k_rounding)
        break;
    }
    say(fmt::format("{} {} on {}, {}, chi3 E^2 = {}: residual {:.1e} after {} iterations",
                    functions.space, functions.order, to_string(backend), solver, strength,
                    residual, rows.back()["iteration"].get<int>()));
  }
}

std::string residual_table(const ordered_json &rows) {
  std::string text = "| space | backend | solver | chi3 E^2 |", rule = "|---|---|---|---:|";
  for (const int iterations : k_iterations) {
    text += fmt::format(" {} |", iterations);
    rule += "---:|";
  }
  text += "\n" + rule;
  for (const auto &row : rows) {
    if (!row.contains("residual"))
      continue;
    if (row["iteration"] == 0)
      text += fmt::format("\n| {} | {} | {} | {} |", row["space"].get<std::string>(),
                          row["backend"].get<std::string>(), row["solver"].get<std::string>(),
                          row["chi3_e2"].get<double>());
    text += fmt::format(" {:.1e} |", row["residual"].get<double>());
  }
  return text + "\n";
}

} // namespace curlew::bench::kerr
