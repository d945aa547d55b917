#include <curlew/methods/mom/run.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/interrupt.hpp>
#include <curlew/core/log.hpp>
#include <curlew/core/mpi/rank_memory.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/mom/excitation.hpp>
#include <curlew/methods/mom/media/both_currents.hpp>
#include <curlew/methods/mom/model.hpp>
#include <curlew/methods/mom/outputs/matrix_report.hpp>
#include <curlew/methods/mom/outputs/results.hpp>
#include <curlew/methods/mom/plane_warnings.hpp>
#include <curlew/methods/mom/ports/loaded_gaps.hpp>
#include <curlew/methods/mom/ranks/divided_matrix.hpp>
#include <curlew/methods/mom/ranks/leading_solver.hpp>
#include <curlew/methods/mom/solver_choice.hpp>
#include <curlew/methods/shared/frequency/frequency_driver.hpp>
#include <curlew/methods/shared/frequency/port_results.hpp>
#include <curlew/methods/shared/ports/network_checks.hpp>
#include <curlew/methods/shared/run/records.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <variant>

namespace curlew::mom {
namespace {

// Largest reactance of a port over its resistance; with a larger one the capacitance of the gap
// counts beside that of the body.
constexpr double k_suspicious_reactance = 30;

// Returns the reference impedances of the ports of a case, by their index.
std::vector<std::complex<double>> port_impedances(const Case &input) {
  std::map<int, double> ports;
  for (const Boundary &boundary : input.boundaries)
    if (const PortSpec *port = port_of(boundary))
      ports[port->index] = *port->impedance_ohm;
  std::vector<std::complex<double>> impedances;
  for (const auto &[index, impedance] : ports)
    impedances.push_back(impedance);
  return impedances;
}

// Data of a case that are computed, and checked, before the folder of results is made.
struct Prepared {
  Model model;
  std::vector<Gap> gaps;
  Spec spec;
  std::size_t sources = 0; // largest number of sources at a frequency
  SolverChoice choice;
};

// `ranks`: number of those that divide a matrix. Their root chooses the solver: what is free may
// differ.
Prepared prepare_case(const Case &input, Backend backend, int threads, const Communicator &ranks) {
  Prepared prepared;
  prepared.model = load_model(input, threads);
  const Surface &surface = prepared.model.surface;
  prepared.gaps = find_gaps(input, surface);
  prepared.spec = make_spec(input, surface);
  prepared.sources = plan_at(input, input.frequencies_hz[0]).size();
  if (ranks.is_root())
    prepared.choice = choose_solver(input, backend, surface, prepared.spec,
                                    prepared.sources + prepared.gaps.size(), threads, ranks.size());
  return prepared;
}

// Equations of a case: a matrix for each frequency, with all its waves and gaps solved together.
class SurfaceSystem final : public FrequencySystem {
public:
  SurfaceSystem(const Case &input, Backend backend, int threads, Prepared prepared,
                std::vector<SourceSolve> plan, FrequencyDriver &driver, const RankGroups &groups)
      : input_(input), backend_(backend), threads_(threads), prepared_(std::move(prepared)),
        ranks_(groups.inside), plan_(std::move(plan)), summary_(driver.summary()),
        writer_(input, surface_, driver, backend, prepared_.sources),
        ports_(input, driver, [&input](double) { return port_impedances(input); }) {
    report_warnings(model_warnings(input, prepared_.model), summary_);
    report_warnings(plane_warnings(input, surface_, gaps_), summary_);
    report_warnings(spec_warnings(input, surface_, spec_), summary_);
    report_warnings(choice_.warnings, summary_);
    report_warnings(idle_ranks_warning(input, choice_, groups.between.size()), summary_);
    report_size();
  }

  void prepare(std::size_t number) override {
    const double frequency_hz = plan_[number].frequency_hz;
    if (frequency_hz == frequency_hz_)
      return;
    solutions_.clear();
    powers_.clear();
    if (!system_)
      system_ = make_solver(choice_, backend_, surface_, spec_, threads_, ranks_);
    with_ = spec_.combination(wavenumber_of(frequency_hz));
    system_->prepare(with_);
    frequency_hz_ = frequency_hz;
    solve_sources();
    report_figures();
  }

  // prepare() has already made and solved the right-hand sides of all sources.
  void excite(std::size_t number) override { current_ = number; }

  void solve(PhasorVector &x, const SolveOptions &options, SolveReport &report) override {
    const SolverFigures &figures = system_->figures();
    // A port has no column: its solution is made from those of all gaps.
    const auto column = columns_.find(current_);
    if (column != columns_.end() && column->second < figures.reports.size()) {
      report = figures.reports[column->second];
    } else {
      report.iterations = figures.products;
      report.residual = figures.sampled_residual;
    }
    report.solver = figures.solver;
    report.setup_s = figures.fill_s + figures.factor_s;
    report.solve_s = figures.solve_s / static_cast<double>(solved_);
    if (!failure_.empty())
      throw NotConverged(failure_);
    if (options.watch)
      options.watch(std::max(1, report.iterations), report.residual);
    x = solutions_.at(current_);
  }

  nlohmann::ordered_json write(std::size_t number, const PhasorVector &x) override {
    nlohmann::ordered_json results = writer_.add(plan_[number], x, spec_, powers_.at(number));
    if (plan_[number].port != nullptr && number == first_port_)
      results["s_matrix"] = PortResults::to_json(loaded_.scattering());
    return results;
  }

  std::vector<PlannedSolve> more() override {
    const std::vector<SourceSolve> next = ports_.next();
    plan_.insert(plan_.end(), next.begin(), next.end());
    return {next.begin(), next.end()};
  }

  void recall(const PlannedSolve &solve, const nlohmann::ordered_json &entry) override {
    if (entry.contains("s_matrix"))
      ports_.recall(solve.frequency_hz, entry["s_matrix"]);
  }

  void close() override {
    writer_.close();
    constexpr double k_tolerance = 5e-3; // of S on usual meshes
    ports_.close({true, k_tolerance, cause_of_inaccuracy()});
  }

  void summarise(Summary &summary) const override {
    summary["method"] = "mom";
    summary["title"] = input_.title;
    summary["formulation"] = to_string(spec_.formulation);
    summary["testing"] = spec_.quadrature.testing == Testing::centroid ? "centroid" : "galerkin";
    summary["variant"] = to_string(spec_.variant);
    summary["solver"] = choice_.is_aim ? "aim" : "lu";
    if (!choice_.reason.empty())
      summary["solver_reason"] = choice_.reason;
    summary["faces"] = surface_.face_count();
    summary["unknowns"] = unknowns_of(surface_, spec_);
    summary["closed"] = surface_.is_closed;
    if (!surface_.planes.empty())
      summary["symmetry"] = planes_text(surface_);
    summary["mean_edge_m"] = mean_edge_m(surface_);
    summary["memory_bytes"] = choice_.bytes;
    if (choice_.ranks > 1)
      add_ranks(summary, unknowns_of(surface_, spec_), choice_.ranks);
    if (choice_.host_bytes > 0)
      summary["host_memory_bytes"] = choice_.host_bytes;
    if (!choice_.is_aim)
      summary["precision"] = choice_.dense.kind == DenseForm::Kind::single ? "single" : "double";
    summary["matrices"] = matrices_;
  }

private:
  // Explains S that is not passive or, in media that are always reciprocal, not symmetric.
  std::string cause_of_inaccuracy() const {
    return spec_.quadrature.testing == Testing::centroid
               ? "the mesh is too coarse for \"testing\": \"centroid\""
               : "the mesh is too coarse";
  }

  void report_size() {
    const double bytes = choice_.bytes;
    const Index unknowns = unknowns_of(surface_, spec_);
    spdlog::info(
        "{} triangles, {} unknowns, {}; {} by {}, {:.3g} MB on {}", surface_.face_count(), unknowns,
        surface_.is_closed ? "closed" : "open", to_string(spec_.formulation),
        spec_.quadrature.testing == Testing::centroid ? "centroids" : "galerkin", bytes / 1e6,
        to_string(backend_) +
            (ranks_.is_alone() ? "" : fmt::format(", on each of {} ranks", ranks_.size())));
    spdlog::info("solver: {}", describe(choice_, spec_));
    require_room(input_, choice_, surface_, unknowns, memory_of_rank(backend_));
  }

  void solve_sources() {
    std::vector<std::size_t> waves;
    std::vector<std::vector<std::complex<double>>> columns;
    columns_.clear();
    failure_.clear();
    for (std::size_t number = 0; number < plan_.size(); ++number)
      if (plan_[number].frequency_hz == frequency_hz_ && plan_[number].wave != nullptr) {
        columns_[number] = columns.size();
        waves.push_back(number);
        columns.push_back(make_system_rhs(surface_, spec_, with_,
                                          make_incident(*plan_[number].wave, with_.wavenumber),
                                          threads_));
      }
    for (const Gap &gap : gaps_)
      columns.push_back(gap_column(gap, surface_.unknowns()));
    if (!solve_columns(columns))
      return;
    const auto first_gap = columns.begin() + static_cast<std::ptrdiff_t>(waves.size());
    loaded_ = LoadedGaps(gaps_, frequency_hz_, {first_gap, columns.end()});
    for (std::size_t c = 0; c < waves.size(); ++c) {
      powers_[waves[c]] = loaded_.load(columns[c]);
      solutions_[waves[c]] = std::move(columns[c]);
    }
    drive_ports();
  }

  // Returns true where the columns converged. Otherwise each solve of the frequency fails, with its
  // history.
  bool solve_columns(std::vector<SurfaceSolver::Column> &columns) {
    solved_ = columns.size();
    try {
      system_->solve(columns, [this](int iteration, double residual) {
        if (interrupt_requested())
          throw Interrupted(fmt::format("stopped in iteration {} at {:.6g} Hz, at a residual of "
                                        "{:.3g}",
                                        iteration, frequency_hz_, residual));
      });
    } catch (const NotConverged &error) {
      failure_ = error.what();
      return false;
    }
    return true;
  }

  void drive_ports() {
    first_port_.reset();
    for (std::size_t number = 0; number < plan_.size(); ++number)
      if (plan_[number].frequency_hz == frequency_hz_ && plan_[number].excitation != nullptr)
        if (const auto *ports = std::get_if<PortSource>(&plan_[number].excitation->source))
          powers_[number] = loaded_.drive(ports->feeds, solutions_[number]);
    for (std::size_t number = 0; number < plan_.size(); ++number)
      if (plan_[number].frequency_hz == frequency_hz_ && plan_[number].port != nullptr) {
        powers_[number] = loaded_.drive(*plan_[number].port, solutions_[number]);
        if (!first_port_)
          first_port_ = number;
      }
    if (!first_port_)
      return;
    ports_.add(frequency_hz_, loaded_.scattering());
    warn_of_small_bodies();
  }

  // Warns once of a port whose resistance depends on the gap: a body much smaller than the
  // wavelength.
  void warn_of_small_bodies() {
    const std::vector<std::complex<double>> references = port_impedances(input_);
    const ScatteringMatrix &s = loaded_.scattering();
    for (std::size_t p = 0; p < references.size() && !has_warned_of_gap_; ++p) {
      const std::complex<double> own = s[p * references.size() + p];
      const std::complex<double> z = references[p] * (1.0 + own) / (1.0 - own);
      if (!(-z.imag() > k_suspicious_reactance * z.real()))
        continue;
      has_warned_of_gap_ = true;
      report_warnings(
          {fmt::format(
              "{:.6g} Hz, port {}: an input impedance of {:.3g}{:+.3g}j ohm: the body is much "
              "smaller than the wavelength, and the capacitance of the gap, which grows with finer "
              "edges there, lies in parallel: the resistance falls with every refinement, without "
              "a limit. Powers, efficiency and patterns hold. Keep edges at the gap as long as the "
              "real gap is wide, or take method fem with a lumped port",
              frequency_hz_, p + 1, z.real(), z.imag())},
          summary_);
    }
  }

  void report_figures() {
    const SolverFigures &figures = system_->figures();
    const MatrixReport report{frequency_hz_, figures, choice_, solved_};
    report.log(surface_);
    matrices_.push_back(report.record());
    if (failure_.empty())
      report_warnings(report.warnings(surface_, spec_), summary_);
  }

  const Case &input_;
  Backend backend_;
  int threads_;
  const Prepared prepared_;
  const Surface &surface_ = prepared_.model.surface;
  const std::vector<Gap> &gaps_ = prepared_.gaps;
  const Spec &spec_ = prepared_.spec;
  const SolverChoice &choice_ = prepared_.choice;
  const Communicator ranks_;      // that divide a matrix
  std::vector<SourceSolve> plan_; // grows in an adaptive sweep
  Summary &summary_;
  ResultWriter writer_;
  PortResults ports_;
  std::unique_ptr<SurfaceSolver> system_;
  Combination with_;
  double frequency_hz_ = 0; // frequency of the matrix
  std::size_t current_ = 0; // number of the current solve
  std::size_t solved_ = 0;  // number of right-hand sides
  // Data of the current frequency, by number in the plan: right-hand sides of waves, currents,
  // powers.
  std::map<std::size_t, std::size_t> columns_;
  std::map<std::size_t, PhasorVector> solutions_;
  std::map<std::size_t, GapPowers> powers_;
  std::optional<std::size_t> first_port_;
  LoadedGaps loaded_;
  bool has_warned_of_gap_ = false;
  std::string failure_; // message for the frequency's solves
  nlohmann::ordered_json matrices_ = nlohmann::ordered_json::array();
};

} // namespace

void run(const Case &input, const RunOptions &options) {
  const Backend backend = parse_backend(input.run.backend);
  const int threads = host_threads_of(input);
  const RankGroups ranks = make_rank_groups(input, DividesProblem::on_request);
  PhaseClock clock(options.started);
  const std::vector<SourceSolve> plan = first_plan(input);
  Prepared prepared = prepare_case(input, backend, threads, ranks.inside);
  if (!ranks.inside.is_root())
    return follow(backend, prepared.model.surface, prepared.spec, threads, ranks.inside);
  clock.end("mesh");
  FrequencyDriver driver(input, options, backend, backend == Backend::serial ? 1 : threads,
                         std::move(clock), ranks.between);
  SurfaceSystem system(input, backend, threads, std::move(prepared), plan, driver, ranks);
  driver.run({plan.begin(), plan.end()}, system);
  dismiss_ranks(ranks.inside);
}

} // namespace curlew::mom
