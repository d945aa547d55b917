#include <curlew/methods/fem/time/run_in_time.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/log.hpp>
#include <curlew/core/memory.hpp>
#include <curlew/methods/fem/check_lines.hpp>
#include <curlew/methods/fem/choices.hpp>
#include <curlew/methods/fem/ranks/works_on_ranks.hpp>
#include <curlew/methods/fem/time/time_model.hpp>
#include <curlew/methods/fem/warnings.hpp>
#include <curlew/methods/shared/forecast/free_stopwatch.hpp>
#include <curlew/methods/shared/run/records.hpp>
#include <curlew/methods/shared/time/field_outputs.hpp>
#include <curlew/methods/shared/time/loss_tangent_poles.hpp>
#include <curlew/methods/shared/time/recorded_sums.hpp>
#include <curlew/methods/shared/time/step_forecast.hpp>
#include <curlew/methods/shared/time/time_driver.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::fem {
namespace {

std::vector<std::string> all_warnings(const Case &given, const Case &input, const Model &model,
                                      const AbsorbingLayers &layers, const std::vector<Port> &ports,
                                      double dt_s) {
  std::vector<std::string> warnings = highest_frequency_hz(input) > 0
                                          ? setup_warnings(input, model, layers, ports)
                                          : model.warnings;
  for (std::string &text : step_warnings(input, dt_s))
    warnings.push_back(std::move(text));
  for (std::string &text : loss_tangent_warnings(given))
    warnings.push_back(std::move(text));
  return warnings;
}

class FemTimeMethod final : public TimeMethod {
public:
  // `given` is the case as it is written, `input` with_materials_in_time() of it.
  FemTimeMethod(const Case &given, const Case &input, PhaseClock &clock, const Communicator &ranks)
      : given_(given), input_(input), backend_(parse_backend(input.run.backend)),
        threads_(host_threads_of(input)),
        model_(input, backend_, threads_, prepare_time_case(input, threads_, ranks.size()), ranks) {
    const Problem &problem = model_.problem();
    require_memory(problem.unknowns.count, "unknowns",
                   step_bytes_of(model_.choice(), problem.unknowns.count, problem.dofs.per_tet) /
                       problem.unknowns.count,
                   input.where("/mesh"), memory_of(backend_));
    clock.end("mesh and ports");
  }

  // The root steps alone; the others share its solves.
  const Communicator &ranks() const override { return alone_; }
  void dismiss_ranks() const { model_.ranks().dismiss(); }
  TimeProblem problem() const override {
    TimeProblem problem;
    problem.method = "fem";
    problem.variant = "newmark-beta";
    problem.execution = {backend_, backend_ == Backend::serial ? 1 : threads_};
    problem.default_dt_s = default_step_s(input_);
    problem.sources_end_s = model_.sources_end_s();
    problem.cells = static_cast<std::int64_t>(model_.problem().tets.size());
    problem.cell_name = "tet";
    problem.runs = model_.networks().run_count();
    return problem;
  }

  std::vector<std::string> warnings() const override {
    return all_warnings(given_, input_, model_.problem().model, model_.problem().layers,
                        model_.ports(), default_step_s(input_));
  }
  void report() const override {
    const Problem &problem = model_.problem();
    spdlog::info("{} tets, {}, {} unknowns, {} entries; newmark-beta, beta {:g}, stable for any "
                 "step; {}{}",
                 problem.tets.size(), problem.dofs.space.name(), problem.unknowns.count,
                 problem.pattern.columns.size(), choices_of(input_).beta,
                 to_string(model_.choice().method),
                 model_.choice().reason.empty() ? "" : " (" + model_.choice().reason + ")");
    if (!input_.time.dt_s)
      spdlog::info("time step: a fortieth of the period of the highest frequency, {:.6g} Hz",
                   highest_frequency_hz(input_));
  }

  TimeRun make_run(const TimePlan &plan, std::size_t number) override {
    model_.networks().report_run(number);
    auto scheme = model_.make_scheme(plan, number);
    const NewmarkScheme &stepped = *scheme;
    return with_field_outputs(
        std::move(scheme), plan,
        [this, &stepped](Summary &summary) { summarise(stepped, summary); },
        [this] { return std::make_unique<SnapshotOutput>(snapshot_cells()); });
  }
  FieldState gather(const FieldState &mine) override { return mine; }
  FieldState scatter(const FieldState &whole) override { return whole; }
  void check_state(const FieldState &whole) const override {
    const std::size_t sums = 2 * model_.surface_unknowns().size() * input_.frequencies_hz.size();
    if (sums > 0)
      require_sums(whole, {k_surface_sums, sums, input_.where("/outputs"),
                           "this far field, whose sums", "without outputs.far_field"});
  }

private:
  SnapshotCells snapshot_cells() const {
    const Model &model = model_.problem().model;
    Ownership all;
    all.owned_tets = static_cast<Index>(model.mesh.tets.size());
    return make_snapshot_cells(model.mesh, all, model.material, input_.materials,
                               snapshot_group(input_, model.mesh));
  }

  // Adds sizes and figures of the solver to the summary.
  void summarise(const NewmarkScheme &scheme, Summary &summary) const {
    const Problem &problem = model_.problem();
    const auto figures = scheme.solver();
    const bool is_direct = model_.choice().method == SolverMethod::direct; // by the root alone
    summary["elements"] = problem.dofs.space.name();
    summary["tets"] = problem.tets.size();
    summary["unknowns"] = problem.unknowns.count;
    summary["matrix_entries"] = problem.pattern.columns.size();
    summary["solver"] = to_string(model_.choice().method);
    summary["ranks"] = model_.ranks().size();
    summary["step_solver"] = {{"description", figures.description},
                              {"ranks", is_direct ? 1 : model_.ranks().size()},
                              {"mean_iterations", figures.mean_iterations},
                              {"largest_residual", figures.largest_residual}};
    spdlog::info("{}: {:.3g} iterations to a step in the mean, residuals up to {:.2g}",
                 figures.description, figures.mean_iterations, figures.largest_residual);
  }

  const Case &given_, &input_;
  Communicator alone_;
  Backend backend_;
  int threads_;
  TimeModel model_;
};

} // namespace

void run_time_case(const Case &given, const RunOptions &options, const Communicator &ranks) {
  PhaseClock clock(options.started);
  const Case input = with_materials_in_time(given);
  if (!ranks.is_root())
    return follow_steps(parse_backend(input.run.backend),
                        choose_step_solver(input, 0, ranks.size()), input.solver.tolerance,
                        input.solver.max_iterations, ranks);
  FemTimeMethod method(given, input, clock, ranks);
  run_in_time(input, options, method, clock);
  method.dismiss_ranks();
}

namespace {

// Up to this many unknowns the matrix of the steps is factored for the forecast.
constexpr Index k_most_timed = 100000;

TimeForecast forecast_run(const Case &input, Backend backend, Prepared prepared, double bytes,
                          const FreeStopwatch &started) {
  std::string why = why_kokkos_cannot_start();
  if (why.empty())
    why =
        why_no_scheme(static_cast<double>(prepared.model.mesh.tets.size()), "tets", bytes, backend);
  if (why.empty() && prepared.unknowns > k_most_timed)
    why = fmt::format("steps are timed with at most {} unknowns", k_most_timed);
  if (!why.empty())
    return {0, {}, "", why};
  TimeModel model(input, backend, host_threads_of(input), std::move(prepared));
  const TimePlan plan = make_time_plan(input, default_step_s(input), model.sources_end_s());
  return with_threads_of(backend, [&] {
    const auto scheme = model.make_scheme(plan, 0);
    return forecast_steps(*scheme, plan, model.networks().run_count(), started.seconds());
  });
}

} // namespace

std::string check_time_case_on_mesh(const Case &given) {
  const FreeStopwatch started;
  const Case input = with_materials_in_time(given);
  const Backend backend = parse_backend(input.run.backend);
  Prepared prepared = prepare_time_case(input, host_threads_of(input));
  const Model &model = prepared.model;
  const ElementSpace space = choices_of(input).space;
  const double dt_s = default_step_s(input), highest_hz = highest_frequency_hz(input);
  const TimePlan plan = make_time_plan(input, dt_s, 0);
  const double bytes = step_bytes_of(prepared.choice, prepared.unknowns, space.per_tet());
  const EdgeLengths edges = edge_lengths(model);
  std::string text =
      fmt::format("mesh       {} tets; edges of {:.4g} m in the mean, {:.4g} to {:.4g} m\n"
                  "elements   {}, {} unknowns\n"
                  "time step  {:.6g} s, {}\n"
                  "steps      {} to {:.6g} s, {} run{}\n"
                  "solver     {}{}\n"
                  "memory     about {:.3g} MB on {}\n",
                  model.mesh.tets.size(), edges.mean, edges.shortest, edges.longest, space.name(),
                  prepared.unknowns, dt_s,
                  highest_hz > 0 ? fmt::format("{:.3g} to a period of {:.6g} Hz",
                                               1 / (highest_hz * dt_s), highest_hz)
                                 : "no source",
                  plan.steps, static_cast<double>(plan.steps) * dt_s, port_runs(input).size(),
                  port_runs(input).size() == 1 ? "" : "s", to_string(prepared.choice.method),
                  prepared.choice.reason.empty() ? "" : " (" + prepared.choice.reason + ")",
                  bytes / 1e6, to_string(backend));
  std::string further = ranks_line(given, model);
  for (const Port &port : prepared.ports)
    further += port_line(port);
  if (highest_hz > 0)
    further += resolution_lines(input, model, highest_hz);
  require_memory(prepared.unknowns, "unknowns", bytes / prepared.unknowns, input.where("/mesh"),
                 memory_of(backend));
  log_warnings(plan.warnings);
  log_warnings(all_warnings(given, input, model, prepared.layers, prepared.ports, dt_s));
  const TimeForecast forecast = forecast_run(input, backend, std::move(prepared), bytes, started);
  return text + time_line(forecast, backend, host_threads_of(input)) + further;
}

} // namespace curlew::fem
