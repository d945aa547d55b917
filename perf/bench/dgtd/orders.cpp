#include <curlew/perf/bench/dgtd/orders.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/core/mesh/reorder.hpp>
#include <curlew/core/parallel/random.hpp>
#include <curlew/methods/dgtd/limits.hpp>
#include <curlew/methods/dgtd/local_steps/local_step_plan.hpp>
#include <curlew/methods/dgtd/make_problem.hpp>
#include <curlew/perf/bench/dgtd/step_cost.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace curlew::dgtd {
namespace {

using nlohmann::ordered_json;

const FunctionSpace k_space{1, false};

Index bricks_of(double size) {
  return std::max<Index>(2, static_cast<Index>(std::lround(std::cbrt(size / 12 / 6))));
}

TetMesh box(double size, int threads) {
  const Index bricks = bricks_of(size);
  return make_box({1, 1, 1}, {bricks, bricks, bricks}, {0, 0, 0}, 0.2, 1, threads);
}

TetMesh shuffled(TetMesh mesh) {
  std::vector<std::size_t> order(mesh.tets.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(),
            [](std::size_t a, std::size_t b) { return random_number(a, 1) < random_number(b, 1); });
  TetMesh result = mesh;
  for (std::size_t t = 0; t < order.size(); ++t) {
    result.tets[t] = mesh.tets[order[t]];
    result.tet_group[t] = mesh.tet_group[order[t]];
  }
  return result;
}

double limit_of(const BenchOptions &options, const Problem &problem) {
  return with_backend(options.backends.back(),
                      [&](const auto &space) { return step_limit(space, problem).dt_s; });
}

// Adds rows of a problem for every backend and variant, with `label` as the row's `key`.
void add_rows(const BenchOptions &options, const Problem &problem, const char *key,
              const std::string &label, const LogFunction &say, ordered_json &rows) {
  const double dt_s = 0.9 * limit_of(options, problem);
  for (const Backend backend : options.backends)
    for (const std::string &variant : options.variants) {
      const StepCost cost = cost_of_step(backend, problem, variant, dt_s);
      ordered_json row = new_row(problem, "central", variant, backend, options.threads);
      row[key] = label;
      const double fraction = add_cost(row, cost, backend);
      say(fmt::format("{} {}, {} ({}): {:.4g} s a step, {:.0f} % of copy", key, label, variant,
                      to_string(backend), cost.seconds, 100 * fraction));
      rows.push_back(std::move(row));
    }
}

// Along x two thirds of the bricks are of full size, and those in the middle a third of it.
TetMesh pinched_bar(double size, int threads) {
  const auto across =
      std::max<Index>(1, static_cast<Index>(std::lround(std::cbrt(size / 12 / 6 / 24))));
  const Index along = 24 * across;
  TetMesh mesh = make_box({double(along), double(across), double(across)}, {along, across, across},
                          {0, 0, 0}, 0, 1, threads);
  const double middle = along / 2.0, half = 2.0 * across;
  for (Point &point : mesh.points) {
    const double apart = std::abs(point[0] - middle);
    const double scale = apart <= half ? 1.0 / 3 : 1;
    point[0] =
        (point[0] < middle ? -1 : 1) * (std::min(apart, half) / 3 + std::max(apart - half, 0.0));
    point[1] *= scale;
    point[2] *= scale;
  }
  return mesh;
}

} // namespace

void time_orders(const BenchOptions &options, double size, const LogFunction &say,
                 ordered_json &rows) {
  const TetMesh mixed = shuffled(box(size, options.threads));
  const auto time = [&](const char *name, TetMesh mesh) {
    add_rows(options,
             make_problem(vacuum_case("central", k_space), std::move(mesh), options.threads),
             "order", name, say, rows);
  };
  time("shuffled", mixed);
  time("spatial", reorder(mixed, MeshOrder::spatial, options.threads));
  try {
    time("metis", reorder(mixed, MeshOrder::metis, options.threads));
  } catch (const NotCompiled &) {
    say("order metis: this program has no METIS");
  }
}

void time_dispersion(const BenchOptions &options, double size, const LogFunction &say,
                     ordered_json &rows) {
  for (const bool is_dispersive : {false, true}) {
    Case input = vacuum_case("central", k_space);
    if (is_dispersive) { // both far slower than a step
      input.materials[0].eps_poles.debye = {{3, 100 / k_speed_of_light}};
      input.materials[0].eps_poles.lorentz = {
          {1.5, 0.01 * k_speed_of_light, 0.001 * k_speed_of_light}};
    }
    add_rows(options, make_problem(input, box(size, options.threads), options.threads), "medium",
             is_dispersive ? "two poles" : "vacuum", say, rows);
  }
}

void time_local_steps(const BenchOptions &options, double size, const LogFunction &say,
                      ordered_json &rows) {
  Case input = vacuum_case("central", k_space);
  const Problem problem = make_problem(input, pinched_bar(size, options.threads), options.threads);
  const double plain_s = limit_of(options, problem);
  input.discretization["local_time_stepping"] = true;
  const Backend by = options.backends.back();
  const LocalStepPlan local =
      plan_local_steps(problem, *find_local_steps(input, problem), by, plain_s);
  for (const Backend backend : options.backends) {
    double without_s = 0;
    for (const bool is_local : {false, true}) {
      const double dt_s = 0.95 * (is_local ? local.limit.dt_s : plain_s);
      const StepCost cost =
          cost_of_step(backend, problem, "packed", dt_s, is_local ? &local.classes : nullptr);
      ordered_json row = new_row(problem, "central", "packed", backend, options.threads);
      row["local_time_stepping"] = is_local;
      row["dt_s"] = dt_s;
      row["seconds_per_step"] = cost.seconds;
      row["spread"] = cost.spread;
      row["seconds_per_ns"] = cost.seconds / dt_s * 1e-9;
      if (is_local) {
        row["classes"] = local.classes.histogram();
        row["gain"] = without_s / (cost.seconds / dt_s);
        row["counted_gain"] = local.reached_gain();
        row["ideal_gain"] = local.classes.ideal_gain();
        say(fmt::format("local time steps ({}): {}; gain {:.2f}, by updates {:.2f}, ideal {:.2f}",
                        to_string(backend), local.classes.histogram(), row["gain"].get<double>(),
                        local.reached_gain(), local.classes.ideal_gain()));
      }
      without_s = cost.seconds / dt_s;
      rows.push_back(std::move(row));
    }
  }
}

} // namespace curlew::dgtd
