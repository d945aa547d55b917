#include <curlew/perf/bench/dgtd/step_cost.hpp>

#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/core/parallel/random.hpp>
#include <curlew/methods/dgtd/case/check_case.hpp>
#include <curlew/methods/dgtd/make_problem.hpp>
#include <curlew/methods/shared/run/copy_rate.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::dgtd {

Case vacuum_case(const std::string &scheme, const FunctionSpace &space) {
  Case input;
  Material vacuum;
  vacuum.name = "vacuum";
  input.materials = {vacuum};
  input.regions = {{"volume", "vacuum"}};
  input.boundaries = {{"default", Pec{}}};
  input.discretization = complete_section(
      case_method(), "discretization",
      {{"scheme", scheme}, {"space", space.mixed ? "mixed" : "full"}, {"order", space.order}});
  return input;
}

Problem cube(const std::string &scheme, const FunctionSpace &space, Index bricks, int threads) {
  return make_problem(vacuum_case(scheme, space),
                      make_box({1, 1, 1}, {bricks, bricks, bricks}, {0, 0, 0}, 0.2, 1, threads),
                      threads);
}

Steps::Steps(Backend backend, const Problem &problem, const std::string &variant, double dt_s,
             const StepClasses *classes) {
  plan_.dt_s = dt_s;
  SchemeInput input{problem, sources_, probes_, plan_, parse_variant(variant)};
  input.classes = classes;
  scheme_ = make_scheme(backend, input);
}

void Steps::take(std::int64_t steps) {
  for (std::int64_t k = 0; k < steps; ++k, ++step_) {
    scheme_->begin_step(step_, false);
    scheme_->end_step(step_);
  }
  Kokkos::fence();
}

// Returns the median of batches of about a tenth of a second.
static StepCost measure_step(Backend backend, const Problem &problem, const std::string &variant,
                             double dt_s, const StepClasses *classes) {
  constexpr int k_batches = 7;
  constexpr double k_batch_s = 0.1;
  Steps steps(backend, problem, variant, dt_s, classes);
  FieldState state = steps.scheme().save();
  std::uint64_t stream = 1;
  for (auto &[name, values] : state) {
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = random_number(i, stream) * (name == "h" || name == "electric_own" ? 1e-3 : 1.0);
    ++stream;
  }
  steps.scheme().load(state);
  steps.take(1);
  Kokkos::Timer timer;
  steps.take(1);
  const auto batch =
      std::max<std::int64_t>(1, std::lround(k_batch_s / std::max(timer.seconds(), 1e-9)));
  std::vector<double> seconds;
  for (int i = 0; i < k_batches; ++i) {
    timer.reset();
    steps.take(batch);
    seconds.push_back(timer.seconds() / static_cast<double>(batch));
  }
  std::sort(seconds.begin(), seconds.end());
  StepCost cost;
  cost.seconds = seconds[k_batches / 2];
  cost.spread = (seconds.back() - seconds.front()) / cost.seconds;
  for (const StepPart &part : steps.scheme().times().parts)
    cost.bytes += part.minimum_bytes;
  return cost;
}

StepCost cost_of_step(Backend backend, const Problem &problem, const std::string &variant,
                      double dt_s, const StepClasses *classes) {
  return with_threads_of(backend,
                         [&] { return measure_step(backend, problem, variant, dt_s, classes); });
}

nlohmann::ordered_json new_row(const Problem &problem, const std::string &scheme,
                               const std::string &variant, Backend backend, int threads) {
  nlohmann::ordered_json row;
  row["method"] = "dgtd";
  row["variant"] = variant;
  row["scheme"] = scheme;
  row["space"] = problem.choices.space.name();
  row["backend"] = to_string(backend);
  row["threads"] = backend == Backend::serial ? 1 : threads;
  row["ranks"] = 1;
  row["elements"] = problem.tet_count();
  row["dofs"] = 2 * static_cast<std::int64_t>(problem.tet_count()) * problem.per_tet();
  return row;
}

double add_cost(nlohmann::ordered_json &row, const StepCost &cost, Backend backend) {
  const double copy = measure_copy(backend, cost.bytes);
  const double fraction = cost.bytes / cost.seconds / copy;
  row["seconds_per_step"] = cost.seconds;
  row["spread"] = cost.spread;
  row["elements_per_s"] = row["elements"].get<double>() / cost.seconds;
  row["minimum_bytes"] = cost.bytes;
  row["copy_gbytes_per_s"] = copy / 1e9;
  row["fraction_of_copy"] = fraction;
  return fraction;
}

} // namespace curlew::dgtd
