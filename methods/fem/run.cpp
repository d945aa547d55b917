#include <curlew/methods/fem/run.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/log.hpp>
#include <curlew/core/memory.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/fem/cutoff.hpp>
#include <curlew/methods/fem/eigenmodes/run_eigenmodes.hpp>
#include <curlew/methods/fem/faces/face_admittance.hpp>
#include <curlew/methods/fem/media/gyrotropic_media.hpp>
#include <curlew/methods/fem/outputs/results.hpp>
#include <curlew/methods/fem/outputs/system_report.hpp>
#include <curlew/methods/fem/ports/port_network.hpp>
#include <curlew/methods/fem/prepare.hpp>
#include <curlew/methods/fem/ranks/follow.hpp>
#include <curlew/methods/fem/ranks/works_on_ranks.hpp>
#include <curlew/methods/fem/refinement/adaptive_mesh.hpp>
#include <curlew/methods/fem/solve/system.hpp>
#include <curlew/methods/fem/sweep/sweep_choice.hpp>
#include <curlew/methods/fem/time/run_in_time.hpp>
#include <curlew/methods/fem/time/time_case.hpp>
#include <curlew/methods/fem/warnings.hpp>
#include <curlew/methods/shared/frequency/frequency_driver.hpp>
#include <curlew/methods/shared/frequency/port_results.hpp>
#include <curlew/methods/shared/ports/network_checks.hpp>
#include <curlew/methods/shared/run/records.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

// Equations of a case, with a matrix for each frequency. S is empty at `below_hz`.
class EdgeElementSystem final : public FrequencySystem {
public:
  EdgeElementSystem(const Case &input, Backend backend, int threads, Prepared prepared,
                    FrequencyDriver &driver, const Communicator &ranks,
                    const std::vector<double> &below_hz)
      : input_(input), ranks_(ranks), ports_(std::move(prepared.ports)),
        plan_(std::move(prepared.plan)), choice_(std::move(prepared.choice)),
        summary_(driver.summary()),
        problem_(make_problem(input, std::move(prepared.model), std::move(prepared.layers), threads,
                              ranks.is_alone() ? host_pattern(choice_) : WholePattern::leave_out)),
        locator_(std::move(prepared.locator)), writer_(input, problem_, locator_, driver, backend),
        network_(input, problem_, ports_) {
    report_size(input, problem_, choice_, backend, ranks);
    if (ranks.is_alone())
      make_system_alone(backend, driver);
    else
      make_system_on_ranks(backend);
    results_.emplace(
        input, driver, [this](double f) { return network_.references_ohm(f); }, network_.modes(),
        sweep_.get());
    results_->leave_empty(below_hz);
    if (sweep_)
      plan_ = first_plan(input, sweep_.get());
  }

  const std::vector<SourceSolve> &plan() const { return plan_; }

  // Dismisses the other ranks after a run that ended well; does nothing on one rank.
  void dismiss_ranks() const {
    if (leader_ != nullptr)
      leader_->dismiss();
  }

  void prepare(std::size_t number) override {
    const SourceSolve &solve = plan_[number];
    set_frequency(solve.frequency_hz,
                  phases_of(problem_.model.periods, solve.wave, wavenumber_of(solve.frequency_hz)));
    set_matrix();
  }

  void excite(std::size_t number) override {
    const SourceSolve &solve = plan_[number];
    now_ = number;
    fixed_.assign(problem_.dofs.dofs, 0);
    if (solve.wave != nullptr) {
      const double wavenumber = wavenumber_of(solve.frequency_hz);
      const IncidentWave incident = make_incident(*solve.wave, wavenumber);
      WaveLoad wave = wave_load(problem_, media_, admittances_, incident, wavenumber);
      load_ = std::move(wave.load);
      wave_on_ports_ = wave_on_ports(problem_, incident);
      network_.faces().add_given(wave_on_ports_, load_);
      fixed_ = std::move(wave.fixed);
      const Load given = product_with_fixed(problem_, coefficients_, fixed_, wave.total);
      for (std::size_t i = 0; i < load_.size(); ++i)
        load_[i] -= given[i];
    } else {
      load_ = solve.port != nullptr ? network_.load_of(solve.port->index)
                                    : current_load(input_, problem_, locator_, solve);
    }
  }

  void solve(PhasorVector &x, const SolveOptions &options, SolveReport &report) override {
    if (std::all_of(load_.begin(), load_.end(), [](const complex &b) { return b == 0.0; })) {
      x.assign(load_.size(), 0); // no source: the field is 0
      report.solver = to_text(choice_);
      report.history = {0};
      return;
    }
    if (is_of_model(now_)) { // initial guess from the reduced-order model
      const auto [field, residual] = sweep_->field(frequency_hz_, plan_[now_].port->index);
      network_.set(frequency_hz_);
      x = field;
      spdlog::info("{}: the reduced-order model has it to a residual of {:.3g}", plan_[now_].name,
                   residual);
    }
    try {
      network_.solve(*system_, load_, x, options, report);
    } catch (const NotConverged &error) {
      if (choice_.method != SolverMethod::direct)
        throw;
      throw NotConverged(error.what() + low_frequency_cause(problem_.model, frequency_hz_));
    }
  }

  nlohmann::ordered_json write(std::size_t number, const PhasorVector &x) override {
    const SourceSolve &solve = plan_[number];
    PhasorField all = with_fixed(problem_, x);
    for (std::size_t d = 0; d < all.size(); ++d)
      if (problem_.unknowns.number[d] < 0)
        all[d] = fixed_[d];
    std::optional<PortPowers> powers;
    ScatteringMatrix s;
    if (solve.port != nullptr) {
      powers = network_.add(solve.port->index, x);
      if (sweep_ && !is_of_model(number))
        sweep_->add_field(frequency_hz_, x);
      if (input_.outputs.s_parameters && !is_of_model(number) && is_last_port(number)) {
        s = finish_network();
        powers->impedance_ohm = network_.input_impedance_ohm(s, solve.port->index);
      }
    }
    PhasorVector on_ports = x; // the total field there
    if (solve.wave != nullptr)
      for (std::size_t i = 0; i < on_ports.size(); ++i)
        on_ports[i] += wave_on_ports_[i];
    const double by_modes =
        network_.absorbed_by_modes(on_ports, solve.port != nullptr ? solve.port->index : 0);
    nlohmann::ordered_json results =
        writer_.add({solve, all, load_, admittances_, powers, by_modes}, media_);
    if (!s.empty())
      results["s_matrix"] = PortResults::to_json(s);
    if (nlohmann::ordered_json others = network_.others_of_last(); powers && !others.empty())
      results["other_modes"] = std::move(others);
    return results;
  }

  std::vector<PlannedSolve> more() override {
    for (const double frequency_hz : recalled_)
      solve_again(frequency_hz);
    recalled_.clear();
    const std::vector<SourceSolve> next = results_->next();
    frequency_hz_ = 0; // the network may be set to another frequency
    plan_.insert(plan_.end(), next.begin(), next.end());
    if (sweep_ && results_->is_complete())
      first_of_model_ = std::min(first_of_model_, plan_.size() - next.size());
    return {next.begin(), next.end()};
  }

  void recall(const PlannedSolve &solve, const nlohmann::ordered_json &entry) override {
    if (entry.contains("other_modes"))
      network_.recall_others(entry["other_modes"], solve.frequency_hz);
    if (!entry.contains("s_matrix"))
      return;
    results_->recall(solve.frequency_hz, entry["s_matrix"]);
    if (sweep_)
      recalled_.push_back(solve.frequency_hz);
  }

  void close() override {
    writer_.close();
    report_warnings(network_.warnings_of_others(), summary_);
    const double tolerance = std::max(1e-4, 10 * input_.solver.tolerance); // a solver's in S
    results_->close({is_symmetric(), tolerance, "the mesh is too coarse"});
  }

  void summarise(Summary &summary) const override {
    summarise_elements(input_, problem_, summary);
    if (leader_ != nullptr)
      add_shares(shares_, summary);
    else
      summary["matrix_entries"] = alone_->entries();
    summarise_choices(input_, problem_, choice_, summary);
    summary["matrices"] = matrices_;
  }

private:
  // Returns true where S is known as a whole and the case is reciprocal.
  bool is_symmetric() const {
    return input_.outputs.s_parameters && network_.needs_all_columns() &&
           problem_.periodic.empty() && !has_gyrotropic_media(input_, problem_.model);
  }

  void make_system_alone(Backend backend, FrequencyDriver &driver) {
    std::unique_ptr<EquationSystem> system = make_system(backend, problem_, choice_);
    choice_ = system->choice();
    if (input_.frequency_sweep.is_adaptive)
      sweep_ = choose_sweep(input_, problem_, ports_, network_, *system, driver);
    alone_ = system.get();
    system_ = std::move(system);
  }

  void make_system_on_ranks(Backend backend) {
    auto leader = std::make_unique<LeadingSystem>(
        make_rank_system(backend, problem_, choice_, ranks_, input_.run.partition), ranks_);
    leader_ = leader.get();
    choice_ = leader_->choice();
    system_ = std::move(leader);
    shares_ = leader_->shares();
    if (input_.frequency_sweep.is_adaptive)
      report_rational_sweep("several ranks", summary_);
  }

  // Returns true for a port's field that the reduced-order model of a complete sweep contains.
  bool is_of_model(std::size_t number) const {
    return number >= first_of_model_ && plan_[number].port != nullptr;
  }

  // Sets the data that depend on the frequency, except the matrix.
  void set_frequency(double frequency_hz, const std::vector<double> &phases) {
    if (frequency_hz == frequency_hz_ && phases == coefficients_.phases)
      return;
    frequency_hz_ = frequency_hz;
    media_ = media_at(input_, problem_.model, problem_.layers, frequency_hz);
    admittances_ = face_admittances(input_, problem_.model, ports_, frequency_hz);
    coefficients_ = coefficients_of(media_, admittances_, wavenumber_of(frequency_hz));
    coefficients_.phases = phases;
    network_.set(frequency_hz);
    has_matrix_ = false;
  }

  void set_matrix() {
    if (has_matrix_)
      return;
    has_matrix_ = true;
    system_->set(coefficients_);
    const SetupTimes &times = system_->times();
    spdlog::info("{:.9g} Hz: assembly {:.3g} s, solver's set-up {:.3g} s{}", frequency_hz_,
                 times.assembly_s, times.preconditioner_s,
                 times.description.empty() ? "" : ": " + times.description);
    matrices_.push_back({{"frequency", frequency_hz_},
                         {"assembly_s", times.assembly_s},
                         {"solver_setup_s", times.preconditioner_s},
                         {"solver", times.description}});
    if (leader_ != nullptr)
      for (const RankShare &share : leader_->shares())
        matrices_.back()["rank_assembly_s"].push_back(share.assembly_s);
    if (nlohmann::ordered_json modes = network_.describe_modes(); !modes.empty())
      matrices_.back()["port_modes"] = std::move(modes);
  }

  // In a resumed run: solves again for the fields of a frequency whose S is known, for the
  // reduced-order model.
  void solve_again(double frequency_hz) {
    spdlog::info("{:.9g} Hz: solved again for the reduced-order model", frequency_hz);
    set_frequency(frequency_hz,
                  phases_of(problem_.model.periods, nullptr, wavenumber_of(frequency_hz)));
    set_matrix();
    solve_missing_columns();
  }

  bool is_last_port(std::size_t number) const {
    for (std::size_t other = number + 1; other < plan_.size(); ++other)
      if (plan_[other].port != nullptr && plan_[other].frequency_hz == plan_[number].frequency_hz)
        return false;
    return true;
  }

  // Solves for the columns of ports that are not excited, where the whole S matrix is needed.
  ScatteringMatrix finish_network() {
    solve_missing_columns();
    ScatteringMatrix s = network_.scattering();
    results_->add(frequency_hz_, s);
    return s;
  }

  void solve_missing_columns() {
    SolveOptions options;
    options.tolerance = input_.solver.tolerance;
    options.max_iterations = input_.solver.max_iterations;
    for (const auto &[port, mode] : network_.missing_columns()) {
      Load x;
      SolveReport report;
      network_.solve(*system_, network_.load_of(port, mode), x, options, report);
      spdlog::info("{:.9g} Hz: column of port {}{} by {} iterations", frequency_hz_, port,
                   mode == 1 ? "" : fmt::format(", mode {}", mode), report.iterations);
      network_.add(port, x, mode);
      if (sweep_)
        sweep_->add_field(frequency_hz_, x);
    }
  }

  const Case &input_;
  Communicator ranks_;
  std::vector<Port> ports_;
  std::vector<SourceSolve> plan_; // grows in an adaptive sweep
  SolverChoice choice_;
  Summary &summary_;
  Problem problem_;
  CurvedLocator locator_;
  ResultWriter writer_;
  PortNetwork network_;
  std::unique_ptr<ReducedSweep> sweep_; // set in an adaptive sweep; null: a rational fit
  std::optional<PortResults> results_;
  std::vector<double> recalled_; // frequencies, Hz
  // Position in plan_ of the first solve whose field the model contains.
  std::size_t first_of_model_ = std::numeric_limits<std::size_t>::max();
  std::unique_ptr<EquationSolver> system_;
  const EquationSystem *alone_ = nullptr; // `system_` on one rank, else `leader_`
  LeadingSystem *leader_ = nullptr;
  std::vector<RankShare> shares_; // shares of the ranks, set on several ranks
  // Data of the current frequency.
  double frequency_hz_ = 0;
  bool has_matrix_ = false;
  Media media_;
  std::vector<complex> admittances_;
  Coefficients coefficients_;
  // Data of the current solve.
  std::size_t now_ = 0;
  Load load_, wave_on_ports_;
  PhasorField fixed_;
  nlohmann::ordered_json matrices_ = nlohmann::ordered_json::array();
};

} // namespace

void run(const Case &input, const RunOptions &options) {
  const RankGroups groups = make_rank_groups(input, DividesProblem::by_default);
  const Communicator &ranks = groups.inside;
  require_works_on(groups, input);
  if (is_in_time(input))
    return run_time_case(input, options, ranks);
  const Backend backend = parse_backend(input.run.backend);
  const int threads = host_threads_of(input);
  PhaseClock clock(options.started);
  CaseAboveCutoff above(input, threads);
  const Case &solved = above.input();
  Prepared prepared = prepare_case(solved, above.take_model(), threads, ranks.size());
  clock.end("mesh and ports");
  if (input.eigenmodes)
    return run_eigenmodes(input, options, backend, threads, std::move(prepared), std::move(clock));
  if (!ranks.is_root()) {
    if (solved.refinement)
      prepared = follow_adaptive_mesh(solved, *solved.refinement, backend, threads,
                                      std::move(prepared), ranks);
    return follow(solved, backend, threads, std::move(prepared), ranks);
  }
  FrequencyDriver driver(input, options, backend, backend == Backend::serial ? 1 : threads,
                         std::move(clock), groups.between);
  report_warnings(above.warnings(), driver.summary());
  if (solved.refinement)
    prepared = adapt_mesh(solved, *solved.refinement, backend, threads, std::move(prepared), driver,
                          ranks);
  report_warnings(setup_warnings(solved, prepared.model, prepared.layers, prepared.ports),
                  driver.summary());
  EdgeElementSystem system(solved, backend, threads, std::move(prepared), driver, ranks,
                           above.below_hz());
  driver.run({system.plan().begin(), system.plan().end()}, system);
  system.dismiss_ranks();
}

} // namespace curlew::fem
