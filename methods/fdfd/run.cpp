#include <curlew/methods/fdfd/run.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/log.hpp>
#include <curlew/core/mpi/rank_memory.hpp>
#include <curlew/methods/fdfd/krylov/krylov.hpp>
#include <curlew/methods/fdfd/make_problem.hpp>
#include <curlew/methods/fdfd/media/smoothing_choice.hpp>
#include <curlew/methods/fdfd/outputs/results.hpp>
#include <curlew/methods/fdfd/ranks/leading_solver.hpp>
#include <curlew/methods/fdfd/ranks/slab.hpp>
#include <curlew/methods/fdfd/ranks/works_in_slabs.hpp>
#include <curlew/methods/fdfd/solve/field_solver.hpp>
#include <curlew/methods/fdfd/warnings.hpp>
#include <curlew/methods/shared/frequency/frequency_driver.hpp>
#include <curlew/methods/shared/run/records.hpp>

#include <fmt/format.h>

#include <optional>

namespace curlew::fdfd {
namespace {

double cell_count(const Case &input) {
  const auto &cells = input.grid.cells;
  return double(cells[0]) * cells[1] * cells[2];
}

// Fewest bytes that the solves moved, for methods that stream vectors through the fused kernel.
struct Traffic {
  std::int64_t iterations = 0;
  double bytes = 0, seconds = 0;

  // `ranks`: those that divide the problem; the bytes are the root's share.
  void add(const SolverChoice &choice, const Problem &problem, const SolveReport &report,
           int ranks) {
    const double per_cell = !choice.has(PreconditionerKind::none)           ? 0
                            : choice.method == SolverMethod::cocg           ? k_cocg_bytes
                            : choice.method == SolverMethod::cocr           ? k_cocr_bytes
                            : choice.method == SolverMethod::bicgstab_fused ? k_bicgstab_bytes
                                                                            : 0;
    if (per_cell == 0 || choice.variant != Variant::fused)
      return;
    iterations += report.iterations;
    bytes += per_cell * static_cast<double>(problem.size()) * report.iterations / ranks;
    seconds += report.solve_s;
  }
};

// The equations of a case: one problem with its solver, kept while frequency and phases stay.
class GridSystem : public FrequencySystem {
public:
  GridSystem(const Case &input, Backend backend, int threads, const std::vector<Solve> &plan,
             FrequencyDriver &driver, const RankGroups &groups)
      : input_(input), backend_(backend), threads_(threads), plan_(plan), ranks_(groups.inside),
        groups_(groups.between.size()),
        sources_(plan.size() / std::max<std::size_t>(1, input.frequencies_hz.size())),
        summary_(driver.summary()), writer_(input, driver, threads) {}

  void prepare(std::size_t number) override {
    const Solve &solve = plan_[number];
    const double wavenumber = wavenumber_of(solve.frequency_hz);
    const auto phases = bloch_phases(input_, wavenumber, solve.wave, solve.case_location);
    if (solver_ && problem_->frequency_hz == solve.frequency_hz && phases_ == phases)
      return;
    solver_.reset();
    problem_.emplace(make_problem(input_, solve.frequency_hz, phases, threads_));
    phases_ = phases;
    if (!has_warned_) { // for the whole case, from its first problem
      report_warnings(setup_warnings(input_, *problem_), summary_);
      has_warned_ = true;
    }
    if (number == 0)
      for (const std::string &line :
           describe_interfaces(layers_of(input_, solve.frequency_hz), problem_->axes[2]))
        spdlog::info(line);
    if (number == 0)
      for (const ThinObject &object : problem_->thin_objects)
        spdlog::info(describe(object));
    writer_.check(solve, *problem_);
    choice_ = choose_solver(input_, *problem_, sources_);
    if (!ranks_.is_alone())
      require_works_in_slabs(input_, *problem_, choice_, ranks_.size());
    else if (number == 0)
      report_idle_groups();
    require_room();
    solver_ = ranks_.is_alone() ? make_field_solver(backend_, input_, *problem_, choice_)
                                : make_leading_solver(backend_, input_, *problem_, choice_, ranks_);
    if (const std::string text = solver_->description(); !text.empty())
      spdlog::info("background: {}", text);
    if (const std::string text = solver_->fallback(); !text.empty()) {
      spdlog::warn(text);
      summary_.add_warning(text);
    }
  }

  void excite(std::size_t number) override {
    rhs_ = make_rhs(input_, *problem_, plan_[number], threads_);
  }

  void solve(PhasorVector &e, const SolveOptions &options, SolveReport &report) override {
    solver_->solve(rhs_, e, options, report);
    traffic_.add(solver_->choice(), *problem_, report, ranks_.size());
  }

  nlohmann::ordered_json write(std::size_t number, const PhasorVector &e) override {
    return writer_.add(plan_[number], *problem_, e);
  }

  void close() override { writer_.close(); }

  bool solves_sources_apart() const override { return true; }

  void summarise(Summary &summary) const override {
    summary["method"] = "fdfd";
    summary["title"] = input_.title;
    summary["resolution"] = to_json(resolutions(input_));
    summary["domain_wavelengths"] = size_in_wavelengths(input_);
    if (!solver_)
      return;
    const SolverChoice &used = solver_->choice();
    const auto cells = static_cast<double>(problem_->size());
    summary["variant"] = to_string(used.variant);
    summary["solver"] = to_string(used.method);
    summary["preconditioner"] = to_string(used.preconditioner.kind);
    summary["smoothing"] = to_string(smoothing_of(input_, problem_->frequency_hz));
    summary["cells"] = problem_->size();
    summary["unknowns"] = problem_->unknowns();
    summary["memory_bytes_per_cell"] = solver_bytes(*problem_, used) / cells;
    if (!ranks_.is_alone())
      add_slabs(summary);
    if (!problem_->thin_objects.empty())
      summary["sheets_and_wires"] = to_json(problem_->thin_objects);
  }

  std::optional<SweepPerformance> performance() const override {
    if (!(traffic_.seconds > 0))
      return std::nullopt;
    return SweepPerformance{{"krylov", traffic_.iterations, traffic_.bytes, traffic_.seconds},
                            k_cocg_yardstick_bytes * cell_count(input_)};
  }

private:
  void add_slabs(Summary &summary) const {
    const std::vector<Index> begins = slab_begins(problem_->count(2), ranks_.size());
    auto planes = nlohmann::ordered_json::array();
    for (int r = 0; r < ranks_.size(); ++r)
      planes.push_back(begins[r + 1] - begins[r]);
    summary["ranks"] = ranks_.size();
    summary["rank_planes"] = planes;
    summary["rank_memory_bytes"] = most_solver_bytes(*problem_, solver_->choice(), ranks_.size());
    summary["halo_bytes_per_plane"] =
        3.0 * sizeof(complex) * static_cast<double>(problem_->count(0)) * problem_->count(1);
  }

  // Warns of ranks without a solve, which could divide the grid.
  void report_idle_groups() {
    if (static_cast<std::size_t>(groups_) <= plan_.size())
      return;
    const std::string why = why_not_in_slabs(input_, *problem_, choice_);
    report_warnings({fmt::format("{}: {} of {} ranks have no solve; {}",
                                 input_.where("/run/groups"), groups_ - plan_.size(), groups_,
                                 why.empty() ? "\"groups\": 1 divides the grid among all"
                                             : "the grid is not divided, because " + why)},
                    summary_);
  }

  void require_room() const {
    const auto cells = static_cast<double>(problem_->size());
    const double bytes = most_solver_bytes(*problem_, choice_, ranks_.size());
    spdlog::info("{:.0f} cells, {:.0f} unknowns; {:.0f} B per cell, {:.3g} MB for {} on {}", cells,
                 3 * cells, bytes / cells, bytes / 1e6, to_string(choice_.method),
                 to_string(backend_) + (ranks_.is_alone()
                                            ? ""
                                            : fmt::format(", on each of {} ranks", ranks_.size())));
    require_memory(cells, "cells", bytes / cells, input_.where("/grid"), memory_of_rank(backend_));
  }

  const Case &input_;
  Backend backend_;
  int threads_;
  const std::vector<Solve> &plan_;
  Communicator ranks_; // that divide the grid
  int groups_;         // that share the solves
  std::size_t sources_;
  Summary &summary_;
  ResultWriter writer_;
  std::optional<Problem> problem_;
  std::array<complex, 3> phases_{};
  SolverChoice choice_; // before any fall-back
  std::unique_ptr<FieldSolver> solver_;
  RightHandSide rhs_;
  Traffic traffic_;
  bool has_warned_ = false;
};

} // namespace

void run(const Case &input, const RunOptions &options) {
  const Backend backend = parse_backend(input.run.backend);
  const int threads = host_threads_of(input);
  const RankGroups ranks = make_rank_groups(input, DividesProblem::on_request);
  if (!ranks.inside.is_root())
    return follow(backend, ranks.inside);
  const std::vector<Solve> plan = make_plan(input);
  // A group's first rank alone has the whole case.
  const int groups_here = std::max(1, node_local_rank().size / ranks.inside.size());
  require_memory(cell_count(input) * groups_here, "cells", k_host_bytes_per_cell,
                 input.where("/grid"), memory_of(Backend::serial));
  FrequencyDriver driver(input, options, backend, backend == Backend::serial ? 1 : threads,
                         PhaseClock(options.started), ranks.between);
  GridSystem system(input, backend, threads, plan, driver, ranks);
  driver.run({plan.begin(), plan.end()}, system);
  dismiss_ranks(ranks.inside);
}

} // namespace curlew::fdfd
