#include <curlew/methods/fem/eigenmodes/run_eigenmodes.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/log.hpp>
#include <curlew/core/memory.hpp>
#include <curlew/io/tables/table_file.hpp>
#include <curlew/methods/fem/eigenmodes/mode_figures.hpp>
#include <curlew/methods/fem/faces/face_admittance.hpp>
#include <curlew/methods/fem/outputs/participation.hpp>
#include <curlew/methods/fem/outputs/probes.hpp>
#include <curlew/methods/fem/warnings.hpp>
#include <curlew/methods/shared/run/records.hpp>
#include <curlew/methods/shared/run/run_times.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace curlew::fem {
namespace {

using nlohmann::ordered_json;

std::string text(const std::optional<double> &value) {
  return value ? fmt::format("{}", *value) : std::string();
}

ordered_json json(const std::optional<double> &value) {
  return value ? ordered_json(*value) : ordered_json();
}

std::string row_of(int number, const ModeFigures &mode) {
  return fmt::format("{},{},{},{},{},{},{},{}\n", number, mode.frequency_hz, text(mode.q),
                     text(mode.q_wall), text(mode.q_material), text(mode.q_radiation),
                     mode.volume_m3, mode.residual);
}

ordered_json json_of(int number, const ModeFigures &mode) {
  return {{"mode", number},
          {"frequency", mode.frequency_hz},
          {"q", json(mode.q)},
          {"q_wall", json(mode.q_wall)},
          {"q_material", json(mode.q_material)},
          {"q_radiation", json(mode.q_radiation)},
          {"volume_m3", mode.volume_m3},
          {"residual", mode.residual}};
}

void describe_problem(const Case &input, const Problem &problem, const SolverChoice &choice,
                      Summary &summary) {
  summary["method"] = "fem";
  summary["title"] = input.title;
  summary["elements"] = problem.dofs.space.name();
  summary["tets"] = problem.tets.size();
  summary["unknowns"] = problem.unknowns.count;
  summary["matrix_entries"] = problem.pattern.columns.size();
  summary["solver"] = to_string(choice.method);
  summary["solver_reason"] = choice.reason;
  summary["assembly"] = to_string(choice.assembly);
  summary["eigenmodes"] = ordered_json::array();
}

void describe_search(const EigenReport &report, Summary &summary) {
  summary["search"] = {{"subspaces", report.runs},
                       {"steps", report.steps},
                       {"factor_entries", report.factor_entries},
                       {"library", report.library}};
  if (!report.linearised_hz.empty())
    summary["search"]["media_frequencies"] = report.linearised_hz;
}

void report_other_starts(const Case &input, const EigenReport &report, Summary &summary) {
  if (!report.why_more.empty())
    report_warnings(
        {fmt::format("{}: media or walls change much around \"near\" ({}), so that starts were "
                     "taken with those at {:.4g} Hz; a mode nearer to \"near\" may be missed: "
                     "run with \"near\" at other frequencies too",
                     input.where("/eigenmodes/near"), report.why_more,
                     fmt::join(report.linearised_hz, ", "))},
        summary);
}

} // namespace

void run_eigenmodes(const Case &input, const RunOptions &options, Backend backend, int threads,
                    Prepared prepared, PhaseClock clock) {
  if (options.restart)
    throw InputError("--restart: \"eigenmodes\" are computed all together, so that there is "
                     "nothing to continue; run it again, with --overwrite");
  const ResultsDirectory results = prepare_results(input, options, Communicator());
  Summary summary = open_records(
      input, options, {backend, backend == Backend::serial ? 1 : threads}, results, true);
  clock.end("results directory");
  const std::vector<Port> ports = std::move(prepared.ports);
  const SolverChoice choice = std::move(prepared.choice);
  report_warnings(setup_warnings(input, prepared.model, prepared.layers, ports), summary);
  const Problem problem =
      make_problem(input, std::move(prepared.model), std::move(prepared.layers), threads);
  spdlog::info("{} tets, {}, {} unknowns, {} entries; {} ({})", problem.tets.size(),
               problem.dofs.space.name(), problem.unknowns.count, problem.pattern.columns.size(),
               to_text(choice), choice.reason);
  require_memory(problem.unknowns.count, "unknowns",
                 solver_bytes(choice, problem.unknowns.count, problem.dofs.per_tet) /
                     problem.unknowns.count,
                 input.where("/mesh"), memory_of(backend));
  describe_problem(input, problem, choice, summary);
  const CurvedLocator &locator = prepared.locator;
  FieldWriter writer(input, problem, locator, results, false);
  TableFile table(results.file(k_eigenmodes_file),
                  "mode,f (Hz),Q,Q_wall,Q_material,Q_radiation,volume (m^3),residual\n");
  ParticipationTable shares(results.file("participation.csv"), false);
  const std::unique_ptr<EquationSystem> system = make_system(backend, problem, choice);
  ModeEquations equations(input, problem, ports, *system);
  clock.end("set-up");
  EigenReport report;
  int number = 0;
  const auto add = [&](Mode mode) {
    clock.end("search");
    const ModeFigures figures = figures_of(equations, mode);
    spdlog::info("mode {}: {:.9g} Hz, {}, residual {:.3g}", ++number, figures.frequency_hz,
                 figures.q ? fmt::format("Q {:.6g}", *figures.q) : "no losses", figures.residual);
    table.write(row_of(number, figures));
    summary["eigenmodes"].push_back(json_of(number, figures));
    SourceSolve solve;
    solve.frequency_hz = figures.frequency_hz;
    solve.source = static_cast<std::size_t>(number);
    const PhasorField x = with_fixed(problem, mode.x);
    const Fields fields(problem, equations.media(), x, figures.frequency_hz);
    writer.add(solve, "", fields);
    if (input.outputs.powers)
      shares.add(figures.frequency_hz, fmt::format("mode {}", number),
                 participation(
                     fields, media_at(input, problem.model, problem.layers, figures.frequency_hz),
                     face_admittances(input, problem.model, ports, figures.frequency_hz)));
    clock.end("outputs");
  };
  const auto write_summary = [&] {
    describe_search(report, summary);
    add_run_times(clock, summary);
    summary.write(results.file("summary.json"));
  };
  try {
    find_modes(input, equations, report, add);
    clock.end("search");
  } catch (const NotConverged &error) {
    clock.end("search");
    write_summary();
    throw NotConverged(error.what() +
                       low_frequency_cause(problem.model, input.eigenmodes->near_hz) +
                       coarse_mesh_cause(input, problem.model));
  }
  report_other_starts(input, report, summary);
  table.close();
  shares.close();
  writer.close();
  clock.end("outputs");
  write_summary();
  report_lines(fmt::format("\nResults in {}\n", results.path().string()));
  close_log_file();
}

} // namespace curlew::fem
