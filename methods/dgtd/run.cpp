#include <curlew/methods/dgtd/run.hpp>

#include <curlew/core/memory.hpp>
#include <curlew/core/mesh/partition.hpp>
#include <curlew/core/mpi/rank_memory.hpp>
#include <curlew/core/mpi/run_collectively.hpp>
#include <curlew/methods/dgtd/array/array_problem.hpp>
#include <curlew/methods/dgtd/array/elements.hpp>
#include <curlew/methods/dgtd/bytes_per_tet.hpp>
#include <curlew/methods/dgtd/case/check_case.hpp>
#include <curlew/methods/dgtd/kerr/constituents.hpp>
#include <curlew/methods/dgtd/kerr/kerr_records.hpp>
#include <curlew/methods/dgtd/limits.hpp>
#include <curlew/methods/dgtd/local_steps/local_step_plan.hpp>
#include <curlew/methods/dgtd/memory/memory_warnings.hpp>
#include <curlew/methods/dgtd/phasors/phasor_cells.hpp>
#include <curlew/methods/dgtd/ports/network_ports.hpp>
#include <curlew/methods/dgtd/ranks/load_problem.hpp>
#include <curlew/methods/dgtd/ranks/whole_state.hpp>
#include <curlew/methods/dgtd/scheme.hpp>
#include <curlew/methods/dgtd/warnings.hpp>
#include <curlew/methods/shared/time/field_outputs.hpp>
#include <curlew/methods/shared/time/port_networks.hpp>
#include <curlew/methods/shared/time/time_driver.hpp>
#include <curlew/methods/shared/time/time_plan.hpp>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace curlew::dgtd {
namespace {

// Problem of a case as the driver of runs in time steps it.
class DgtdMethod final : public TimeMethod {
public:
  DgtdMethod(const Case &input, PhaseClock &clock)
      : input_(input), ranks_(Communicator::world()), backend_(parse_backend(input.run.backend)),
        threads_(host_threads_of(input)), choices_(choices_of(input)), loaded_(prepare(clock)),
        tets_(problem_.whole_tet_count()), surface_points_(whole_count(surface_.size())),
        flux_points_(whole_count(flux_.size())), sources_(make_sources(input, problem_)),
        initial_(find_initial_fields(input, problem_)), probes_(find_probes(input, problem_)),
        snapshot_group_(snapshot_group(input, problem_.mesh)),
        networks_(input, network_ports(problem_)), kerr_records_(problem_, ranks_) {
    require_columns(input, problem_);
    clock.end("topology and boundaries");
    limit_ = with_backend(backend_,
                          [&](const auto &space) { return step_limit(space, problem_.tables()); });
    limit_.dt_s = ranks_.min(limit_.dt_s); // each rank of an array finds it to its own rounding
    if (loaded_.classes)
      local_ = plan_local_steps(problem_, std::move(*loaded_.classes), backend_, limit_.dt_s);
    clock.end("time-step limit");
  }

  const Communicator &ranks() const override { return ranks_; }
  TimeProblem problem() const override {
    TimeProblem problem;
    problem.method = std::string(k_name);
    problem.variant = to_string(choices_.variant);
    problem.execution = {backend_, threads()};
    problem.dt_limit_s = dt_limit_s();
    problem.sources_end_s = sources_end_s();
    problem.cells = tets_;
    problem.cell_name = "tet";
    problem.runs = networks_.run_count();
    if (input_.outputs.nonlinear)
      problem.energy_figures = KerrRecords::columns();
    return problem;
  }

  void report() const override {
    spdlog::info("{} tets, {} unknowns ({}); scheme {}, variant {} on {} ({} thread{})", tets_,
                 unknowns(), problem_.choices.space.name(), to_string(choices_.scheme),
                 to_string(choices_.variant), to_string(backend_), threads(),
                 threads() == 1 ? "" : "s");
    if (!ranks_.is_alone())
      spdlog::info("{} ranks, divided by {}", ranks_.size(),
                   problem_.cells ? "cells of the array"
                                  : to_string(parse_partition_method(input_.run.partition)));
    if (const auto &array = input_.mesh.array) {
      std::string mesh;
      if (problem_.cells)
        mesh = ", and the mesh is that of 3 x 3 antennas at most";
      else if (has_large_array(input_))
        mesh = fmt::format("; cells joined into one mesh because of {}",
                           reason_to_join(input_, ranks_));
      spdlog::info("{} x {} antennas; {} tets have matrices of their own{}", array->counts[0],
                   array->counts[1], problem_.distinct_tets(), mesh);
    }
    if (local_)
      spdlog::info(local_->report());
    for (const std::string &text : flux_.texts)
      spdlog::info(text);
    for (const std::string &text : initial_.texts)
      spdlog::info(text);
  }

  std::vector<std::string> warnings() const override {
    std::vector<std::string> all = setup_warnings(input_, problem_);
    for (std::string &one : memory_warnings(input_, problem_, time_step(input_, dt_limit_s())))
      all.push_back(std::move(one));
    for (std::string &one : flux_warnings(input_, problem_, flux_, sources_, waves_))
      all.push_back(std::move(one));
    return all;
  }

  TimeRun make_run(const TimePlan &plan, std::size_t number) override {
    networks_.report_run(number);
    auto scheme = dgtd::make_scheme(
        backend_,
        {problem_, sources_, probes_, plan, choices_.variant, limit_.dt_s, networks_.drives(number),
         input_.frequencies_hz, &waves_, surface_points_ > 0 ? &surface_ : nullptr,
         local_ ? &local_->classes : nullptr, flux_.surfaces() > 0 ? &flux_ : nullptr, &initial_,
         input_.outputs.ports, loaded_.surfaces.images, phasor_plan(plan), snapshot_group_});
    if (scheme->ports() != nullptr)
      scheme->ports()->set_networks(networks_, number);
    const RecordingScheme &stepped = *scheme;
    return with_field_outputs(
        std::move(scheme), plan,
        [this, &stepped](Summary &summary) { summarise(stepped, summary); },
        [this] { return make_snapshots(); },
        input_.outputs.nonlinear ? kerr_figures(stepped) : EnergyFigures());
  }

  FieldState gather(const FieldState &mine) override {
    return ranks_.is_alone() ? mine : WholeState(problem_).gather(mine);
  }
  FieldState scatter(const FieldState &whole) override {
    return ranks_.is_alone() ? whole : WholeState(problem_).scatter(whole);
  }

  void check_state(const FieldState &whole) const override {
    const auto unknowns = static_cast<std::size_t>(tets_) * problem_.per_tet();
    for (const char *field : {"e", "h"})
      if (const auto at = whole.find(field); at == whole.end() || at->second.size() != unknowns)
        throw InputError(fmt::format("{}: the checkpoint does not hold {} unknowns of {}: it is "
                                     "of another mesh or space; run without --restart",
                                     input_.where("/mesh"), unknowns, field));
    if (input_.outputs.phasors)
      require_sums(whole, {k_field_sums, std::nullopt, input_.where("/outputs/fields"),
                           "fields at frequencies, whose sums", "without outputs.fields"});
    if (surface_points_ > 0)
      require_sums(whole, {k_surface_sums, std::nullopt, input_.where("/outputs"),
                           "a far field, whose sums", "without outputs.far_field and outputs.rcs"});
    if (flux_.surfaces() > 0 && !input_.frequencies_hz.empty())
      require_sums(whole, {k_flux_sums, 12 * flux_points_ * input_.frequencies_hz.size(),
                           input_.where("/outputs/flux"),
                           "these fluxes, whose sums at the frequencies", "leave the fluxes out"});
  }

private:
  int threads() const { return backend_ == Backend::serial ? 1 : threads_; }
  double dt_limit_s() const { return local_ ? local_->limit.dt_s : limit_.dt_s; }
  double sources_end_s() const {
    double end_s = 0;
    for (const Source &source : sources_)
      end_s = std::max(end_s, source.waveform.end_s());
    for (const TotalFieldWave &wave : waves_)
      end_s = std::max(end_s, wave.waveform.end_s() + wave.latest_s);
    end_s = std::max(end_s, networks_.drives_end_s());
    for (const ImposedField &field : problem_.imposed)
      end_s = std::max(end_s, field.waveform.end_s());
    return end_s;
  }

  std::optional<PhasorFieldsPlan> phasor_plan(const TimePlan &plan) const {
    if (!input_.outputs.phasors)
      return std::nullopt;
    return phasor_fields_plan(input_, plan.dt_s);
  }

  EnergyFigures kerr_figures(const RecordingScheme &scheme) {
    return {KerrRecords::columns(), [this, &scheme](const CellFields &fields) {
              return kerr_records_.row(scheme.kerr_counts(), fields.electric);
            }};
  }

  std::unique_ptr<Recorder> make_snapshots() const {
    SnapshotOutput::MoreArrays more;
    if (problem_.is_nonlinear())
      more = [this](const CellFields &fields) {
        return std::vector<CellArray>{{"eps_r", 1, permittivities(problem_, fields.electric), "1"}};
      };
    return std::make_unique<SnapshotOutput>(written_cells(problem_, snapshot_group_),
                                            std::move(more));
  }

  // Adds sizes and limits to the summary. Collective.
  void summarise(const RecordingScheme &scheme, Summary &summary) const {
    summary["scheme"] = to_string(choices_.scheme);
    summary["space"] = problem_.choices.space.name();
    summary["tets"] = tets_;
    summary["unknowns"] = unknowns();
    if (local_)
      summary["local_time_stepping"] = {{"tets_of_classes", local_->classes.tets},
                                        {"ratios", local_->classes.ratios},
                                        {"radius", local_->limit.radius},
                                        {"coarse_dt_limit_s", local_->limit.coarse_dt_s},
                                        {"dt_limit_without_s", limit_.dt_s},
                                        {"ideal_gain", local_->classes.ideal_gain()},
                                        {"reached_gain", local_->reached_gain()}};
    summary["stability"] = {{"dt_limit_s", dt_limit_s()},
                            {"coupling_per_s", limit_.coupling},
                            {"damping_per_s", limit_.damping},
                            {"residual", limit_.residual},
                            {"lanczos_iterations", limit_.iterations}};
    if (problem_.is_nonlinear())
      summary["nonlinear"] = kerr_records_.summary(scheme.kerr_counts());
  }

  std::size_t whole_count(std::size_t here) const {
    return static_cast<std::size_t>(ranks_.sum(static_cast<std::int64_t>(here)));
  }

  LoadedCase prepare(PhaseClock &clock) const {
    double bytes = bytes_per_tet(choices_, choices_.variant);
    const double shared = shared_bytes_per_tet(choices_, choices_.variant);
    LoadedCase loaded = load_problem(input_, ranks_, threads_, bytes, shared);
    const Problem &problem = loaded.problem;
    if (problem.cells) {
      require_memory_of_cells(problem);
      clock.end("mesh");
      return loaded;
    }
    if (problem.tet_count() > 0)
      bytes -= shared * copied_tets(problem.copies) / problem.tet_count();
    const double constituents =
        constituent_bytes(problem, choices_.variant) + phasor_bytes(input_, problem);
    if (constituents > 0)
      bytes += constituents / problem.tet_count();
    // load_problem() counted without constituents and sums of fields
    if (constituents > 0 || is_device_backend(backend_))
      require_memory(static_cast<double>(problem.tet_count()), "tets", bytes, input_.where("/mesh"),
                     memory_of_rank(backend_));
    clock.end("mesh");
    return loaded;
  }

  void require_memory_of_cells(const Problem &problem) const {
    const double tets = problem.tet_count(),
                 bytes = repeated_bytes_per_tet(input_, choices_.variant);
    const std::string where = input_.where("/mesh/array");
    const bool on_device = is_device_backend(backend_);
    run_collectively(ranks_, [&] {
      require_memory(tets * node_local_rank().size, "tets",
                     k_repeated_host_bytes + (on_device ? 0 : bytes), where);
      if (on_device)
        require_memory(tets, "tets", bytes, where, memory_of_rank(backend_));
    });
  }

  std::int64_t unknowns() const { return 2 * tets_ * problem_.per_tet(); }

  const Case &input_;
  Communicator ranks_;
  Backend backend_;
  int threads_; // threads of the host's part
  Choices choices_;
  LoadedCase loaded_; // case of this rank; the members below refer to it
  const Problem &problem_ = loaded_.problem;
  const std::vector<TotalFieldWave> &waves_ = loaded_.surfaces.waves;
  const HuygensSurface &surface_ = loaded_.surfaces.huygens; // surface of the far field
  const FluxPoints &flux_ = loaded_.surfaces.flux;
  std::int64_t tets_;                        // tets of the whole mesh
  std::size_t surface_points_, flux_points_; // points of the whole surfaces
  std::vector<Source> sources_;
  InitialFields initial_;
  Probes probes_;
  Index snapshot_group_ = -1; // snapshots hold the fields of this volume group only; -1: all
  PortNetworks networks_;
  StepLimit limit_;
  std::optional<LocalStepPlan> local_; // set with local time steps
  KerrRecords kerr_records_;
};

} // namespace

void run(const Case &input, const RunOptions &options) {
  PhaseClock clock(options.started);
  const Case whole = with_elements(input);
  DgtdMethod method(whole, clock);
  run_in_time(whole, options, method, clock);
}

} // namespace curlew::dgtd
