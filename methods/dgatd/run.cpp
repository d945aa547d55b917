#include <curlew/methods/dgatd/run.hpp>

#include <curlew/core/log.hpp>
#include <curlew/core/ranks/partition.hpp>
#include <curlew/io/mesh/load_mesh.hpp>
#include <curlew/io/output/probe_spectra.hpp>
#include <curlew/methods/dgatd/plan.hpp>
#include <curlew/methods/dgatd/results.hpp>
#include <curlew/methods/dgatd/stability.hpp>
#include <curlew/methods/dgatd/variants.hpp>
#include <curlew/methods/run/copy_rate.hpp>
#include <curlew/methods/run/phase_clock.hpp>
#include <curlew/methods/run/records.hpp>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <cmath>
#include <cstdio>

namespace curlew::dgatd {

LocalMesh load_part(const Case &input, const Communicator &ranks) {
  if (ranks.is_alone())
    return whole_mesh(load_mesh(input));
  const PartitionMethod method = parse_partition_method(input.run.partition);
  TetMesh mesh;
  std::vector<int> owner;
  if (ranks.is_root()) {
    mesh = load_mesh(input);
    owner = partition_nodes(mesh, solved_tets(input, mesh), ranks.size(), method);
  }
  return distribute(std::move(mesh), owner, ranks);
}

namespace {

// All that a run needs before its first step, but for files.
struct Setup {
  Communicator ranks;
  Backend backend;
  int threads;       // of the backend
  int setup_threads; // of the host's part
  const Variant &variant;
  Problem problem;
  bool lossy; // on any rank
  std::vector<Source> sources;
  LargestEigenvalue limit;
  Plan plan;
};

// What came out of the steps, of all ranks.
struct Totals {
  VariantOutcome outcome;
  double copy_rate = 0; // bytes per second, all ranks at once
};

// What must agree between a checkpoint and the case that continues it: all that shapes the fields,
// not what is written, for how long, or where it runs.
std::string physics_fingerprint(const Case &input, const Variant &variant) {
  nlohmann::ordered_json physics = input.resolved;
  for (const char *key : {"outputs", "run", "title", "time"})
    physics.erase(key);
  physics["variant"] = variant.name;
  if (!input.mesh.file.empty())
    physics["mesh"]["file"] = file_fingerprint(input.mesh.file);
  return text_fingerprint(physics.dump());
}

bool magnetic_needed(const Case &input) {
  for (const ProbeSpec &probe : input.outputs.probes)
    if (probe.field == Field::H)
      return true;
  return input.outputs.fields.has_value();
}

bool energy_needed(const Case &input) {
  return input.outputs.energy || input.time.stop_at_energy_db;
}

// Of the whole mesh.
struct WholeCounts {
  std::int64_t tets = 0, edges = 0, faces = 0;
};

WholeCounts whole_counts(const Problem &problem) {
  const Communicator &ranks = problem.ownership.ranks;
  std::int64_t edges = 0;
  for (Index e = 0; e < problem.edge_count(); ++e)
    edges += problem.owns_edge(e);
  return {ranks.sum(std::int64_t(problem.ownership.owned_tets)), ranks.sum(edges),
          ranks.sum(static_cast<std::int64_t>(problem.face_count))};
}

// This rank's unknowns of the newest checkpoint, which the root reads, and where the run stood;
// sets the plan's time step to that of the checkpoint.
State restore(const Case &input, Setup &setup, const ResultsDirectory &results,
              const std::string &fingerprint, RunPosition &position) {
  struct Progress {
    RunPosition position;
    double dt_s;
  };
  std::vector<std::vector<Progress>> progress(setup.ranks.size());
  State whole;
  if (setup.ranks.is_root()) {
    const CheckpointData data = read_latest_checkpoint(results.path() / "checkpoint");
    double dt_s = 0;
    whole = read_state(data, fingerprint, position, dt_s);
    if (energy_needed(input) && setup.variant.halves && whole.count("half_circulations") == 0)
      throw InputError(fmt::format(
          "{}: the checkpoint holds whole edges, written by a run that reported no energy; it can "
          "be continued without outputs.energy and time.stop_at_energy only",
          input.where(input.outputs.energy ? "/outputs/energy" : "/time/stop_at_energy")));
    for (auto &one : progress)
      one = {{position, dt_s}};
  }
  const Progress mine = setup.ranks.scatter(progress).at(0);
  position = mine.position;
  setup.plan.dt_s = mine.dt_s;
  return StateOrder(setup.problem).scatter(whole);
}

void report_start(const Case &input, const Setup &setup, const WholeCounts &counts) {
  spdlog::info("{} tets, {} edges, {} faces; variant {} on {} ({} thread{})", counts.tets,
               counts.edges, counts.faces, setup.variant.name, to_string(setup.backend),
               setup.threads, setup.threads == 1 ? "" : "s");
  if (!setup.ranks.is_alone())
    spdlog::info("{} ranks, divided by {}", setup.ranks.size(),
                 to_string(parse_partition_method(input.run.partition)));
  const Plan &plan = setup.plan;
  spdlog::info("dt = {:.6g} s ({:.4g} of the limit), {} steps to {:.6g} s", plan.dt_s,
               plan.dt_s * std::sqrt(setup.limit.value) / 2, plan.steps, plan.steps * plan.dt_s);
}

void print_times(const VariantOutcome &outcome, std::int64_t tets, double copy_rate) {
  if (outcome.times.steps == 0)
    return;
  const double steps = static_cast<double>(outcome.times.steps);
  const auto row = [&](const char *name, double bytes, double seconds) {
    fmt::print("  {:<8}  {:9.3f} ms  {:6.1f} ns/tet  {:6.2f} GB/s  {:5.1f} % of copy\n", name,
               1e3 * seconds / steps, 1e9 * seconds / steps / tets, bytes * steps / seconds / 1e9,
               100 * bytes * steps / seconds / copy_rate);
  };
  const MinimumBytes &bytes = outcome.minimum_bytes;
  fmt::print("\nTime per step ({} steps, {} tets, copy {:.1f} GB/s)\n", outcome.times.steps, tets,
             copy_rate / 1e9);
  row("Faraday", bytes.faraday, outcome.times.faraday_s);
  row("Ampere", bytes.ampere, outcome.times.ampere_s);
  row("step", bytes.step(), outcome.times.faraday_s + outcome.times.ampere_s);
}

void fill_summary(const Case &input, const Setup &setup, const WholeCounts &counts,
                  const RunPosition &position, const Totals &totals, Summary &summary) {
  const VariantOutcome &outcome = totals.outcome;
  const Plan &plan = setup.plan;
  const LargestEigenvalue &limit = setup.limit;
  summary["method"] = "dgatd";
  summary["title"] = input.title;
  summary["variant"] = setup.variant.name;
  summary["unknowns_of_e"] = outcome.half_edges ? "half edges" : "edges";
  summary["ranks"] = setup.ranks.size();
  summary["tets"] = counts.tets;
  summary["edges"] = counts.edges;
  summary["faces"] = counts.faces;
  summary["unknowns"] = counts.faces + counts.edges;
  summary["stored_unknowns"] = outcome.stored_unknowns;
  summary["steps"] = position.step;
  summary["dt_s"] = plan.dt_s;
  summary["time_s"] = position.step * plan.dt_s;
  summary["stability"] = {{"spectral_radius_per_s2", limit.value},
                          {"dt_limit_s", 2 / std::sqrt(limit.value)},
                          {"residual", limit.residual},
                          {"lanczos_iterations", limit.iterations}};
  const double steps = static_cast<double>(outcome.times.steps);
  summary.set_performance({{"faraday", outcome.times.steps, outcome.minimum_bytes.faraday * steps,
                            outcome.times.faraday_s},
                           {"ampere", outcome.times.steps, outcome.minimum_bytes.ampere * steps,
                            outcome.times.ampere_s}},
                          totals.copy_rate / 1e9);
}

Setup prepare(const Case &input, PhaseClock &clock) {
  const Communicator ranks = Communicator::world();
  const Backend backend = parse_backend(input.run.backend);
  const int setup_threads = host_threads_of(input);
  const Variant &variant = find_variant(input.discretization.value("variant", "auto"));
  LocalMesh part = load_part(input, ranks);
  foresee_memory(static_cast<double>(part.mesh.tets.size()) * place_on_host().size, "tets",
                 variant.bytes_per_tet, input.where("/mesh"));
  clock.end("mesh");
  Problem problem = make_problem(input, std::move(part), setup_threads);
  if (backend == Backend::cuda) {
    const int devices = device_count(backend);
    const int sharing = (place_on_host().size + devices - 1) / devices;
    foresee_memory(static_cast<double>(problem.tet_count()) * sharing, "tets",
                   variant.device_bytes_per_tet, input.where("/mesh"), memory_of(backend));
  }
  check_variant(input, problem, variant);
  std::vector<Source> sources = make_sources(input, problem);
  clock.end("topology and boundaries");
  const LargestEigenvalue limit = with_backend(backend, [&](const auto &space) {
    return spectral_radius(space, problem, k_limit_tolerance, setup_threads);
  });
  Plan plan = make_plan(input, problem, sources, limit);
  clock.end("time-step limit");
  const bool lossy = ranks.any(problem.has_losses());
  return {ranks,
          backend,
          backend == Backend::serial ? 1 : setup_threads,
          setup_threads,
          variant,
          std::move(problem),
          lossy,
          std::move(sources),
          limit,
          std::move(plan)};
}

Totals totals_of(VariantOutcome outcome, const Setup &setup) {
  const Communicator &ranks = setup.ranks;
  const double copy_rate = ranks.sum(measure_copy(setup.backend, outcome.minimum_bytes.step()));
  outcome.minimum_bytes.faraday = ranks.sum(outcome.minimum_bytes.faraday);
  outcome.minimum_bytes.ampere = ranks.sum(outcome.minimum_bytes.ampere);
  outcome.times.faraday_s = ranks.max(outcome.times.faraday_s);
  outcome.times.ampere_s = ranks.max(outcome.times.ampere_s);
  outcome.stored_unknowns = ranks.sum(static_cast<std::int64_t>(outcome.stored_unknowns));
  return {outcome, copy_rate};
}

} // namespace

void run(const Case &input, const RunOptions &options) {
  PhaseClock clock;
  for (const std::string &warning : input.warnings)
    spdlog::warn(warning);
  Setup setup = prepare(input, clock);
  const bool is_root = setup.ranks.is_root();
  const ResultsDirectory results = prepare_results(input, options, setup.ranks);
  const std::string fingerprint = is_root ? physics_fingerprint(input, setup.variant) : "";
  RunPosition position;
  State restart_state;
  std::optional<double> restart_time_s;
  if (options.restart) {
    restart_state = restore(input, setup, results, fingerprint, position);
    restart_time_s = position.step * setup.plan.dt_s;
  }
  // From here on files are written: a restart that is refused has changed nothing.
  Summary summary = open_records(input, options, {setup.backend, setup.threads}, results, is_root);
  const WholeCounts counts = whole_counts(setup.problem);
  report_start(input, setup, counts);
  ResultWriter writer(input, setup.problem, setup.plan, results, fingerprint, restart_time_s,
                      options.quiet);
  writer.start_at(position.step);
  clock.end("results directory");
  const VariantOutcome outcome = setup.variant.run(
      setup.backend, {setup.problem, setup.sources, setup.plan, writer, position,
                      options.restart ? &restart_state : nullptr, magnetic_needed(input),
                      setup.lossy || energy_needed(input), setup.setup_threads});
  writer.close();
  clock.end("steps and their outputs", outcome.setup_s, "scheme set-up");
  const Totals totals = totals_of(outcome, setup);
  clock.end("copy bandwidth");
  if (!is_root)
    return;
  write_spectra(input, results, options.quiet, summary);
  clock.end("spectra");
  for (const auto &[phase, seconds] : clock.phases())
    summary.add_phase(phase, seconds);
  fill_summary(input, setup, counts, position, totals, summary);
  summary.write(results.file("summary.json"));
  if (!options.quiet) {
    print_times(totals.outcome, counts.tets, totals.copy_rate);
    fmt::print("\nResults in {}\n", results.path().string());
    std::fflush(stdout);
  }
  close_log_file();
}

} // namespace curlew::dgatd
