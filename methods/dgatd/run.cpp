#include <curlew/methods/dgatd/run.hpp>

#include <curlew/core/mesh/partition.hpp>
#include <curlew/core/mpi/rank_memory.hpp>
#include <curlew/io/mesh/load_mesh.hpp>
#include <curlew/methods/dgatd/ranks/global_state.hpp>
#include <curlew/methods/dgatd/scheme/scheme_input.hpp>
#include <curlew/methods/dgatd/scheme/stability.hpp>
#include <curlew/methods/dgatd/scheme/variants.hpp>
#include <curlew/methods/dgatd/warnings.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>
#include <curlew/methods/shared/time/cell_phasors.hpp>
#include <curlew/methods/shared/time/field_outputs.hpp>
#include <curlew/methods/shared/time/recorded_sums.hpp>
#include <curlew/methods/shared/time/time_driver.hpp>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace curlew::dgatd {

LocalMesh load_part(const Case &input, const Communicator &ranks) {
  if (ranks.is_alone())
    return whole_mesh(load_mesh(input));
  const PartitionMethod method = parse_partition_method(input.run.partition);
  TetMesh mesh;
  std::vector<int> owner;
  std::vector<std::string> warnings;
  if (ranks.is_root()) {
    mesh = load_mesh(input);
    warnings = whole_mesh_warnings(input, mesh);
    owner = partition_nodes(mesh, solved_tets(input, mesh), ranks.size(), method);
  }
  LocalMesh part = distribute(std::move(mesh), owner, ranks);
  part.warnings = std::move(warnings);
  return part;
}

namespace {

// Counts of the whole mesh.
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

// The problem of a case behind the interface of the driver of runs in time.
class DgatdMethod final : public TimeMethod {
public:
  // Prepares mesh, topology, boundaries, sources, probes and the limit of the time step.
  DgatdMethod(const Case &input, PhaseClock &clock)
      : input_(input), ranks_(Communicator::world()), backend_(parse_backend(input.run.backend)),
        threads_(host_threads_of(input)), variant_(variant_of(input)),
        problem_(load_problem(clock)) {
    check_variant(input, problem_, variant_);
    sources_ = make_sources(input, problem_);
    probes_ = find_probes(input, problem_);
    snapshot_group_ = snapshot_group(input, problem_.mesh);
    surface_ = find_radiating_surface(input, problem_);
    flux_ = find_flux_points(input, problem_);
    clock.end("topology and boundaries");
    limit_ = with_backend(backend_, [&](const auto &space) {
      return spectral_radius(space, problem_, k_limit_tolerance, threads_,
                             variant_.name == "fused");
    });
    lossy_ = ranks_.any(problem_.has_losses());
    counts_ = whole_counts(problem_);
    clock.end("time-step limit");
  }

  const Communicator &ranks() const override { return ranks_; }
  TimeProblem problem() const override {
    TimeProblem problem;
    problem.method = "dgatd";
    problem.variant = variant_.name;
    problem.execution = {backend_, threads()};
    problem.dt_limit_s = dt_limit_s();
    for (const Source &source : sources_)
      problem.sources_end_s = std::max(problem.sources_end_s, source.waveform.end_s());
    problem.cells = counts_.tets;
    problem.cell_name = "tet";
    return problem;
  }

  void report() const override {
    spdlog::info("{} tets, {} edges, {} faces; variant {} on {} ({} thread{})", counts_.tets,
                 counts_.edges, counts_.faces, variant_.name, to_string(backend_), threads(),
                 threads() == 1 ? "" : "s");
    if (!ranks_.is_alone())
      spdlog::info("{} ranks, divided by {}", ranks_.size(),
                   to_string(parse_partition_method(input_.run.partition)));
    for (const std::string &text : flux_.texts)
      spdlog::info(text);
  }

  std::vector<std::string> warnings() const override {
    return setup_warnings(input_, problem_, threads_);
  }

  TimeRun make_run(const TimePlan &given, std::size_t) override {
    plan_ = given;
    if (input_.outputs.phasors)
      plan_.snapshot_every = phasor_fields_plan(input_, plan_.dt_s).every;
    auto scheme = variant_.make(
        backend_, make_scheme_input(input_, {problem_, sources_, probes_, surface_, flux_}, plan_,
                                    lossy_, threads_));
    const DgatdScheme &stepped = *scheme;
    return with_field_outputs(
        std::move(scheme), plan_,
        [this, &stepped](Summary &summary) { summarise(stepped, summary); },
        [this, &stepped]() -> std::unique_ptr<Recorder> {
          SnapshotCells cells =
              make_snapshot_cells(problem_.mesh, problem_.ownership, problem_.material,
                                  problem_.materials, snapshot_group_);
          if (!input_.outputs.phasors)
            return std::make_unique<SnapshotOutput>(std::move(cells));
          return std::make_unique<CellPhasors>(phasor_fields_plan(input_, plan_.dt_s),
                                               std::move(cells),
                                               static_cast<std::size_t>(problem_.tet_count()),
                                               stepped.magnetic_lag_steps(), threads_);
        });
  }

  FieldState gather(const FieldState &mine) override { return global_state().gather(mine); }
  FieldState scatter(const FieldState &whole) override {
    FieldState wanted = whole;
    if (!input_.outputs.far_field)
      wanted.erase(k_surface_sums);
    if (!input_.outputs.phasors)
      wanted.erase(CellPhasors::k_state);
    for (auto at = wanted.begin(); at != wanted.end();) {
      const std::string prefix = flux_sums_name("");
      const bool is_flux = at->first.compare(0, prefix.size(), prefix) == 0;
      at = is_flux && !sums_flux(at->first.substr(prefix.size())) ? wanted.erase(at) : next(at);
    }
    return global_state().scatter(wanted);
  }

  void check_state(const FieldState &whole) const override {
    if (energy_needed(input_) && variant_.halves && whole.count("half_circulations") == 0)
      throw InputError(fmt::format(
          "{}: the checkpoint holds whole edges, written by a run that reported no energy; it can "
          "be continued without outputs.energy and time.stop_at_energy only",
          input_.where(input_.outputs.energy ? "/outputs/energy" : "/time/stop_at_energy")));
    if (input_.outputs.phasors)
      require_sums(whole, {CellPhasors::k_state, std::nullopt, input_.where("/outputs/fields"),
                           "fields at frequencies, whose sums", "without outputs.fields"});
    if (input_.outputs.far_field)
      require_sums(whole, {k_surface_sums, std::nullopt, input_.where("/outputs/far_field"),
                           "a far field, whose sums", "without outputs.far_field"});
    for (std::size_t i = 0; i < input_.outputs.fluxes.size(); ++i)
      if (const std::string &name = input_.outputs.fluxes[i].name; sums_flux(name))
        require_sums(whole, {flux_sums_name(name), std::nullopt,
                             input_.where("/outputs/flux/" + std::to_string(i)),
                             fmt::format("the flux \"{}\", whose sums at the frequencies", name),
                             "leave the flux out"});
  }

private:
  int threads() const { return backend_ == Backend::serial ? 1 : threads_; }
  double dt_limit_s() const { return 2 / std::sqrt(limit_.value); }

  // Adds sizes and limits to the summary. Collective.
  void summarise(const DgatdScheme &scheme, Summary &summary) const {
    summary["unknowns_of_e"] = scheme.has_half_edges() ? "half edges" : "edges";
    summary["tets"] = counts_.tets;
    summary["edges"] = counts_.edges;
    summary["faces"] = counts_.faces;
    summary["unknowns"] = counts_.faces + counts_.edges;
    summary["stored_unknowns"] = ranks_.sum(static_cast<std::int64_t>(scheme.stored_unknowns()));
    summary["stability"] = {{"spectral_radius_per_s2", limit_.value},
                            {"dt_limit_s", dt_limit_s()},
                            {"residual", limit_.residual},
                            {"lanczos_iterations", limit_.iterations}};
  }

  Problem load_problem(PhaseClock &clock) const {
    LocalMesh part = load_part(input_, ranks_);
    require_memory(static_cast<double>(part.mesh.tets.size()) * node_local_rank().size, "tets",
                   variant_.bytes_per_tet, input_.where("/mesh"));
    clock.end("mesh");
    Problem problem = make_problem(input_, std::move(part), threads_);
    if (const double sums =
            phasor_sums_bytes(input_, problem.mesh, problem.ownership.owned_tets, 3))
      require_memory(static_cast<double>(problem.tet_count()) * node_local_rank().size, "tets",
                     variant_.bytes_per_tet + sums / problem.tet_count(), input_.where("/mesh"));
    if (is_device_backend(backend_)) {
      require_memory(static_cast<double>(problem.tet_count()), "tets",
                     variant_.device_bytes_per_tet, input_.where("/mesh"),
                     memory_of_rank(backend_));
    }
    return problem;
  }

  // True where the case sums a flux of this name at frequencies.
  bool sums_flux(const std::string &name) const {
    const auto &fluxes = input_.outputs.fluxes;
    return !input_.frequencies_hz.empty() &&
           std::any_of(fluxes.begin(), fluxes.end(),
                       [&](const FluxSpec &flux) { return flux.name == name; });
  }

  // Returns the global state, made for the first checkpoint or for a restart.
  GlobalState &global_state() {
    if (!global_state_)
      global_state_.emplace(problem_, surface_.keys, flux_);
    return *global_state_;
  }

  const Case &input_;
  Communicator ranks_;
  Backend backend_;
  int threads_; // threads of the host's part
  const Variant &variant_;
  Problem problem_;
  TimePlan plan_; // of the run, with the samples of phasors as snapshots
  std::vector<Source> sources_;
  Probes probes_;
  RadiatingSurface surface_; // surface of the far field
  FluxPoints flux_;
  Index snapshot_group_ = -1; // fields of this volume group only; -1: all
  LargestEigenvalue limit_;
  bool lossy_ = false; // on any rank
  WholeCounts counts_;
  std::optional<GlobalState> global_state_;
};

} // namespace

void run(const Case &input, const RunOptions &options) {
  PhaseClock clock(options.started);
  DgatdMethod method(input, clock);
  run_in_time(input, options, method, clock);
}

} // namespace curlew::dgatd
