#include <curlew/perf/bench/dgtd/bench.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/methods/dgtd/choices.hpp>
#include <curlew/methods/dgtd/limits.hpp>
#include <curlew/perf/bench/dgtd/cube_mode.hpp>
#include <curlew/perf/bench/dgtd/orders.hpp>
#include <curlew/perf/bench/dgtd/step_cost.hpp>

#include <Kokkos_Core.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace curlew::dgtd {
namespace {

using nlohmann::ordered_json;

constexpr std::array k_dgtd_variants = {"stored", "packed", "nodal"};
constexpr std::array k_dgtd_schemes = {"central", "dfdd", "upwind"};
const std::array k_spaces = {FunctionSpace{1, true}, FunctionSpace{1, false},
                             FunctionSpace{2, true}, FunctionSpace{2, false}};

template <class Names>
void require_names(const Names &names, const std::vector<std::string> &given, const char *what) {
  for (const std::string &name : given)
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw InputError(
          fmt::format("unknown {} \"{}\" (legal: {})", what, name, fmt::join(names, ", ")));
}

void time_steps(const BenchOptions &options, double size, const LogFunction &say,
                ordered_json &rows) {
  for (const std::string &scheme : options.schemes)
    for (const FunctionSpace &space : k_spaces) {
      const auto bricks = std::max<Index>(
          2, static_cast<Index>(std::lround(std::cbrt(size / 12 / space.per_tet()))));
      const Problem problem = cube(scheme, space, bricks, options.threads);
      const double dt_s = 0.9 * with_backend(options.backends.back(), [&](const auto &instance) {
                            return step_limit(instance, problem).dt_s;
                          });
      double baseline_s = 0;
      if (options.baseline)
        baseline_s = cost_of_step(Backend::serial, problem, "stored", dt_s).seconds;
      for (const Backend backend : options.backends)
        for (const std::string &variant : options.variants) {
          if (variant == "nodal" && !has_nodal(problem.choices))
            continue;
          const StepCost cost = cost_of_step(backend, problem, variant, dt_s);
          ordered_json row = new_row(problem, scheme, variant, backend, options.threads);
          const double fraction = add_cost(row, cost, backend);
          if (baseline_s > 0)
            row["baseline_ratio"] = baseline_s / cost.seconds;
          say(fmt::format("{} {}, {} ({}): {:.4g} s a step, {:.3g} Mtets/s, {:.0f} % of copy",
                          scheme, space.name(), variant, to_string(backend), cost.seconds,
                          problem.tet_count() / cost.seconds / 1e6, 100 * fraction));
          rows.push_back(std::move(row));
        }
    }
}

// Solves mode (1,1,1) to 2/c, about 1.7 periods, by the variant `packed`.
void solve_cube(const BenchOptions &options, int bricks, Backend backend, const LogFunction &say,
                ordered_json &rows) {
  const CubeMode mode = cube_mode();
  for (const std::string &scheme : options.schemes)
    for (const FunctionSpace &space : k_spaces) {
      const Problem problem = cube(scheme, space, bricks, options.threads);
      const double limit_s = with_backend(
          backend, [&](const auto &instance) { return step_limit(instance, problem).dt_s; });
      const double end_s = 2 / k_speed_of_light;
      const auto steps = static_cast<std::int64_t>(std::ceil(end_s / (0.95 * limit_s)));
      const double dt_s = end_s / static_cast<double>(steps);
      Steps run(backend, problem, "packed", dt_s);
      // H of leapfrog schemes is half a step before E.
      const double lag_s = run.scheme().magnetic_lag_steps() * dt_s;
      FieldState state = run.scheme().save();
      for (auto &[name, values] : state) {
        if (name == "e")
          values = project(problem, mode.electric);
        if (name == "h") {
          values = project(problem, mode.magnetic);
          for (double &value : values)
            value *= std::sin(-mode.omega * lag_s);
        }
      }
      run.scheme().load(state);
      const Kokkos::Timer timer;
      run.take(steps);
      const double seconds = timer.seconds();
      const double error = relative_error(problem, run.scheme().save().at("e"), mode.electric,
                                          std::cos(mode.omega * end_s));
      ordered_json row = new_row(problem, scheme, "packed", backend, options.threads);
      row["bricks"] = bricks;
      row["steps"] = steps;
      row["dt_s"] = dt_s;
      row["seconds"] = seconds;
      row["relative_error"] = error;
      say(fmt::format("cube of {} bricks, {} {} ({}): error {:.3g} in {:.3g} s, {} steps", bricks,
                      scheme, space.name(), to_string(backend), error, seconds, steps));
      rows.push_back(std::move(row));
    }
}

} // namespace

void check_bench(const BenchOptions &options) {
  require_names(k_dgtd_variants, options.variants, "variant");
  require_names(k_dgtd_schemes, options.schemes, "scheme");
  constexpr int k_most_bricks = 96;
  for (const int bricks : options.bricks)
    if (bricks > k_most_bricks)
      throw InputError(fmt::format("--refine: cubes of up to {} bricks, not {}; take fewer",
                                   k_most_bricks, bricks));
}

ordered_json bench(const BenchOptions &options, const LogFunction &say) {
  ordered_json rows = ordered_json::array();
  for (const double size : options.sizes) {
    time_steps(options, size, say, rows);
    time_orders(options, size, say, rows);
    time_dispersion(options, size, say, rows);
    time_local_steps(options, size, say, rows);
  }
  for (const int bricks : options.bricks)
    solve_cube(options, bricks, options.backends.back(), say, rows);
  return rows;
}

namespace {

std::string name_of(const ordered_json &row, const char *key) {
  return row[key].get<std::string>();
}

std::string step_row(const ordered_json &row, const std::string &begin) {
  return fmt::format("| {} | {} | {} | {} | {} | {:.3g} | {:.3g} | {:.0f} |", begin,
                     name_of(row, "variant"), name_of(row, "backend"), row["threads"].get<int>(),
                     row["elements"].get<std::int64_t>(), row["seconds_per_step"].get<double>(),
                     row["elements_per_s"].get<double>() / 1e6,
                     100 * row["fraction_of_copy"].get<double>());
}

std::string local_row(const ordered_json &row) {
  const auto gain = [&](const char *key) {
    return row.contains(key) ? fmt::format("{:.2f}", row[key].get<double>()) : std::string("-");
  };
  return fmt::format("| {} | {} | {} | {} | {:.3g} | {:.3g} | {:.3g} | {} | {} | {} |\n",
                     row["local_time_stepping"].get<bool>() ? name_of(row, "classes") : "no",
                     name_of(row, "backend"), row["threads"].get<int>(),
                     row["elements"].get<std::int64_t>(), row["dt_s"].get<double>(),
                     row["seconds_per_step"].get<double>(), row["seconds_per_ns"].get<double>(),
                     gain("gain"), gain("counted_gain"), gain("ideal_gain"));
}

} // namespace

std::string bench_table(const ordered_json &rows) {
  const std::string costs = "variant | backend | threads | tets | step s | Mtets/s | % of copy |",
                    rule = "---|---|---:|---:|---:|---:|---:|";
  std::string steps = "| scheme | space | " + costs + " stored, 1 core / this |\n|---|---|" + rule +
                      "---:|\n",
              orders = "| full first, central | " + costs + "\n|---|" + rule + "\n",
              local =
                  "| local steps | backend | threads | tets | dt s | step s | s for 1 ns | gain "
                  "| by updates | ideal |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
              errors =
                  "| scheme | space | bricks | unknowns | backend | steps | seconds | error |\n"
                  "|---|---|---:|---:|---|---:|---:|---:|\n";
  for (const auto &row : rows) {
    const std::string scheme = name_of(row, "scheme"), space = name_of(row, "space"),
                      backend = name_of(row, "backend");
    if (row.contains("relative_error"))
      errors += fmt::format("| {} | {} | {} | {} | {} | {} | {:.3g} | {:.2e} |\n", scheme, space,
                            row["bricks"].get<int>(), row["dofs"].get<std::int64_t>(), backend,
                            row["steps"].get<std::int64_t>(), row["seconds"].get<double>(),
                            row["relative_error"].get<double>());
    else if (row.contains("local_time_stepping"))
      local += local_row(row);
    else if (row.contains("order") || row.contains("medium"))
      orders += step_row(row, row.contains("order") ? "order " + name_of(row, "order")
                                                    : name_of(row, "medium")) +
                "\n";
    else
      steps += step_row(row, scheme + " | " + space) +
               (row.contains("baseline_ratio")
                    ? fmt::format(" {:.2f} |\n", row["baseline_ratio"].get<double>())
                    : std::string(" - |\n"));
  }
  return steps + "\n" + orders + "\n" + local + "\n" + errors;
}

} // namespace curlew::dgtd
