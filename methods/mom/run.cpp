#include <curlew/methods/mom/run.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/log.hpp>
#include <curlew/methods/mom/dense_system.hpp>
#include <curlew/methods/mom/excitation.hpp>
#include <curlew/methods/mom/media/both_currents.hpp>
#include <curlew/methods/mom/model.hpp>
#include <curlew/methods/mom/outputs/results.hpp>
#include <curlew/methods/shared/frequency/frequency_driver.hpp>
#include <curlew/methods/shared/run/records.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace curlew::mom {
namespace {

// From here on few digits are left of a solution in double precision.
constexpr double k_suspicious_condition = 1e10;
constexpr double k_suspicious_residual = 1e-8;

double wavenumber_of(double frequency_hz) {
  return 2 * k_pi * frequency_hz / k_speed_of_light;
}

// The equations of a case: a matrix for each frequency, whose waves are solved together.
class SurfaceSystem final : public FrequencySystem {
public:
  SurfaceSystem(const Case &input, Backend backend, int threads, const Surface &surface,
                const std::vector<SourceSolve> &plan, FrequencyDriver &driver)
      : input_(input), backend_(backend), threads_(threads), surface_(surface),
        spec_(make_spec(input, surface)), plan_(plan), summary_(driver.summary()),
        writer_(input, surface, driver, backend, waves()) {
    report_warnings(model_warnings(input, surface, threads), summary_);
    report_warnings(spec_warnings(input, surface, spec_), summary_);
    report_size();
  }

  void prepare(std::size_t number) override {
    const double frequency_hz = plan_[number].frequency_hz;
    if (frequency_hz == frequency_hz_)
      return;
    solutions_.clear();
    if (!system_)
      system_ = make_dense_system(backend_, surface_, spec_, threads_);
    with_ = spec_.combination(wavenumber_of(frequency_hz));
    system_->prepare(with_);
    frequency_hz_ = frequency_hz;
    solve_waves();
    report_figures();
  }

  // prepare() has made the right-hand sides of all waves.
  void excite(std::size_t number) override { current_ = number; }

  void solve(PhasorVector &x, const SolveOptions &options, SolveReport &report) override {
    const DenseFigures &figures = system_->figures();
    report.solver = "lu";
    report.residual = figures.sampled_residual;
    report.setup_s = figures.fill_s + figures.factor_s;
    report.solve_s = figures.solve_s / static_cast<double>(solutions_.size());
    if (options.watch)
      options.watch(1, report.residual);
    x = solutions_.at(current_);
  }

  nlohmann::ordered_json write(std::size_t number, const PhasorVector &x) override {
    return writer_.add(plan_[number], x, spec_);
  }

  void summarise(Summary &summary) const override {
    summary["method"] = "mom";
    summary["title"] = input_.title;
    summary["formulation"] = to_string(spec_.formulation);
    summary["testing"] = spec_.quadrature.testing == Testing::centroid ? "centroid" : "galerkin";
    summary["variant"] = spec_.variant == FillVariant::edge ? "edge" : "face";
    summary["solver"] = "lu";
    summary["faces"] = surface_.face_count();
    summary["unknowns"] = unknowns_of(surface_, spec_);
    summary["closed"] = surface_.is_closed;
    if (!surface_.planes.empty())
      summary["symmetry"] = planes_text(surface_);
    summary["mean_edge_m"] = mean_edge_m(surface_);
    summary["memory_bytes"] = dense_bytes(surface_, spec_, lowest_wavenumber(), waves(), backend_);
    summary["matrices"] = matrices_;
  }

private:
  std::size_t waves() const { return plan_.size() / input_.frequencies_hz.size(); }

  double lowest_wavenumber() const {
    return wavenumber_of(
        *std::min_element(input_.frequencies_hz.begin(), input_.frequencies_hz.end()));
  }

  void report_size() {
    const Index unknowns = unknowns_of(surface_, spec_);
    const double bytes = dense_bytes(surface_, spec_, lowest_wavenumber(), waves(), backend_);
    spdlog::info("{} triangles, {} unknowns, {}; {} by {}, {:.3g} MB on {}", surface_.face_count(),
                 unknowns, surface_.is_closed ? "closed" : "open", to_string(spec_.formulation),
                 spec_.quadrature.testing == Testing::centroid ? "centroids" : "galerkin",
                 bytes / 1e6, to_string(backend_));
    require_memory(unknowns, "unknowns", bytes / unknowns, input_.where("/mesh"),
                   memory_of(backend_));
  }

  void solve_waves() {
    std::vector<std::size_t> numbers;
    std::vector<std::vector<std::complex<double>>> columns;
    for (std::size_t number = 0; number < plan_.size(); ++number)
      if (plan_[number].frequency_hz == frequency_hz_) {
        numbers.push_back(number);
        columns.push_back(make_system_rhs(surface_, spec_, with_,
                                          make_incident(*plan_[number].wave, with_.wavenumber),
                                          threads_));
      }
    system_->solve(columns);
    for (std::size_t c = 0; c < columns.size(); ++c)
      solutions_[numbers[c]] = std::move(columns[c]);
  }

  void report_figures() {
    const DenseFigures &f = system_->figures();
    if (f.low_frequency)
      spdlog::info("{:.6g} Hz: the surface is {:.2g} wavelengths long: currents with and without "
                   "charges are scaled apart",
                   frequency_hz_, extent_m(surface_) * frequency_hz_ / k_speed_of_light);
    spdlog::info("{:.6g} Hz: fill {:.3g} s, LU {:.3g} s, {} waves {:.3g} s; condition about "
                 "{:.2g}, residual of {} rows {:.2g}",
                 frequency_hz_, f.fill_s, f.factor_s, solutions_.size(), f.solve_s, f.condition,
                 f.sampled_rows, f.sampled_residual);
    matrices_.push_back({{"frequency", frequency_hz_},
                         {"fill_s", f.fill_s},
                         {"factor_s", f.factor_s},
                         {"solve_s", f.solve_s},
                         {"condition", f.condition},
                         {"low_frequency", f.low_frequency},
                         {"sampled_residual", f.sampled_residual},
                         {"sampled_rows", f.sampled_rows}});
    if (f.condition > k_suspicious_condition || f.sampled_residual > k_suspicious_residual)
      report_warnings(
          {fmt::format(
              "{:.6g} Hz: the matrix has a condition number of about {:.2g}, and its solution a "
              "residual of {:.2g}: few digits are left.{}",
              frequency_hz_, f.condition, f.sampled_residual,
              surface_.is_closed && spec_.formulation != Formulation::cfie &&
                      spec_.formulation != Formulation::pmchwt
                  ? " The body may be near a resonance of its inside: take \"formulation\": "
                    "\"cfie\""
                  : "")},
          summary_);
  }

  const Case &input_;
  Backend backend_;
  int threads_;
  const Surface &surface_;
  Spec spec_;
  const std::vector<SourceSolve> &plan_;
  Summary &summary_;
  ResultWriter writer_;
  std::unique_ptr<DenseSystem> system_;
  Combination with_;
  double frequency_hz_ = 0;                       // of the matrix
  std::size_t current_ = 0;                       // solve
  std::map<std::size_t, PhasorVector> solutions_; // of its frequency, by number in the plan
  nlohmann::ordered_json matrices_ = nlohmann::ordered_json::array();
};

} // namespace

void run(const Case &input, const RunOptions &options) {
  const Backend backend = parse_backend(input.run.backend);
  const int threads = host_threads_of(input);
  const std::vector<SourceSolve> plan = make_plan(input);
  const Surface surface = load_model(input, threads);
  make_spec(input, surface); // what it refuses is refused before the folder is made
  FrequencyDriver driver(input, options, backend, backend == Backend::serial ? 1 : threads);
  SurfaceSystem system(input, backend, threads, surface, plan, driver);
  driver.run({plan.begin(), plan.end()}, system);
}

} // namespace curlew::mom
