#include <curlew/methods/fem/refinement/adaptive_mesh.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/interrupt.hpp>
#include <curlew/core/log.hpp>
#include <curlew/core/mesh/reorder.hpp>
#include <curlew/core/mpi/root_messages.hpp>
#include <curlew/io/tables/table_file.hpp>
#include <curlew/methods/fem/choices.hpp>
#include <curlew/methods/fem/make_model.hpp>
#include <curlew/methods/fem/outputs/system_report.hpp>
#include <curlew/methods/fem/ranks/follow.hpp>
#include <curlew/methods/fem/refinement/error_estimate.hpp>
#include <curlew/methods/fem/refinement/pass.hpp>
#include <curlew/methods/fem/solve/solver_choice.hpp>
#include <curlew/methods/fem/warnings.hpp>
#include <curlew/methods/shared/run/records.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

// Returns the largest change of an entry: of S absolute, of cross sections over the largest of
// them.
double change_of(const std::vector<complex> &before, const std::vector<complex> &now,
                 bool of_cross_sections) {
  double change = 0, largest = 0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    change = std::max(change, std::abs(now[i] - before[i]));
    largest = std::max(largest, std::abs(now[i]));
  }
  return !of_cross_sections ? change : largest > 0 ? change / largest : 0;
}

// Returns the frequency at which S changes most from one frequency to the next; of cross sections,
// and where nothing changes, the highest. `scattering`: returns S at a frequency.
double frequency_of_passes(const Case &input, const RefinementSpec &spec,
                           const std::function<std::vector<complex>(double)> &scattering) {
  constexpr std::size_t k_most = 11; // frequencies tried
  constexpr double k_nothing = 1e-6; // change of S
  std::vector<double> all = input.frequencies_hz;
  std::sort(all.begin(), all.end());
  if (spec.is_of_cross_sections || all.size() == 1)
    return all.back();
  const std::size_t count = std::min(k_most, all.size());
  std::vector<double> tried;
  std::vector<std::vector<complex>> values;
  for (std::size_t i = 0; i < count; ++i) {
    tried.push_back(all[i * (all.size() - 1) / (count - 1)]);
    values.push_back(scattering(tried.back()));
  }
  std::vector<double> changes{0}; // before and behind each frequency
  for (std::size_t i = 0; i + 1 < count; ++i) {
    double largest = 0;
    for (std::size_t k = 0; k < values[i].size(); ++k)
      largest = std::max(largest, std::abs(std::abs(values[i + 1][k]) - std::abs(values[i][k])));
    changes.push_back(largest);
  }
  changes.push_back(0);
  std::size_t best = count - 1;
  double most = k_nothing;
  for (std::size_t i = 0; i < count; ++i)
    if (changes[i] + changes[i + 1] > most) {
      best = i;
      most = changes[i] + changes[i + 1];
    }
  return tried[best];
}

MeshGrowth growth_of(const Case &input, const RefinementSpec &spec, const Problem &problem,
                     int threads) {
  return {spec.fraction, spec.growth * static_cast<double>(problem.unknowns.count),
          [&input, threads](const TetMesh &mesh) {
            return static_cast<double>(count_unknowns(input, make_model(input, mesh, threads)));
          }};
}

void stop_if_asked(int pass) {
  if (interrupt_requested())
    throw Interrupted(fmt::format("stopped in pass {} of the refinement, before any result; a "
                                  "restart begins it again",
                                  pass));
}

// The system of a pass, of the root's on several ranks.
class PassSystem {
public:
  PassSystem(const Case &input, Backend backend, const Problem &problem, const SolverChoice &choice,
             const Communicator &ranks) {
    if (ranks.is_alone()) {
      system_ = make_system(backend, problem, choice);
      return;
    }
    auto leader = std::make_unique<LeadingSystem>(
        make_rank_system(backend, problem, choice, ranks, input.run.partition), ranks);
    leader_ = leader.get();
    system_ = std::move(leader);
  }

  EquationSolver &system() { return *system_; }
  // The other ranks then wait for the errors of the pass.
  void dismiss_ranks() const {
    if (leader_ != nullptr)
      leader_->dismiss();
  }

private:
  std::unique_ptr<EquationSolver> system_;
  const LeadingSystem *leader_ = nullptr;
};

// Returns the case on the mesh of the next pass: that of `problem`, its tets of large errors
// bisected, or without errors unchanged.
Prepared next_pass(const Case &input, const RefinementSpec &spec, Problem problem,
                   const std::vector<double> &squared_error, int threads, int ranks) {
  TetMesh mesh =
      squared_error.empty()
          ? std::move(problem.model.mesh)
          : reorder(refined_mesh(problem, squared_error, growth_of(input, spec, problem, threads)),
                    input.mesh.reorder, threads);
  return prepare_case(input, make_model(input, std::move(mesh), threads), threads, ranks);
}

} // namespace

Prepared follow_adaptive_mesh(const Case &input, const RefinementSpec &spec, Backend backend,
                              int threads, Prepared prepared, const Communicator &ranks) {
  for (;;) {
    Problem problem = make_problem(input, std::move(prepared.model), std::move(prepared.layers),
                                   threads, WholePattern::leave_out);
    follow(*make_rank_system(backend, problem, prepared.choice, ranks, input.run.partition), ranks);
    const std::vector<double> squared_error = from_root<double>(ranks);
    prepared = next_pass(input, spec, std::move(problem), squared_error, threads, ranks.size());
    if (squared_error.empty())
      return prepared;
  }
}

Prepared adapt_mesh(const Case &input, const RefinementSpec &spec, Backend backend, int threads,
                    Prepared prepared, FrequencyDriver &driver, const Communicator &ranks) {
  report_warnings(unit_warnings(input, prepared.model), driver.summary()); // before long passes
  double frequency_hz = spec.at_hz.value_or(0);
  TableFile table(driver.results().file("refinement.csv"),
                  "pass,tets,unknowns,error_estimate,change,iterations\n");
  auto history = nlohmann::ordered_json::array();
  std::vector<complex> before;
  bool has_settled = false;
  for (int number = 1;; ++number) {
    stop_if_asked(number);
    require_memory_of_system(prepared.choice, prepared.unknowns, choices_of(input).space.per_tet(),
                             backend, ranks, input.where("/refinement"));
    const std::vector<Port> ports = std::move(prepared.ports);
    Problem problem =
        make_problem(input, std::move(prepared.model), std::move(prepared.layers), threads,
                     ranks.is_alone() ? host_pattern(prepared.choice) : WholePattern::leave_out);
    std::optional<PassSystem> solved(std::in_place, input, backend, problem, prepared.choice,
                                     ranks);
    if (frequency_hz == 0)
      frequency_hz = frequency_of_passes(input, spec, [&](double hz) {
        stop_if_asked(number);
        return solve_pass(input, backend, problem, ports, solved->system(), hz, false,
                          [&](int, double) { stop_if_asked(number); })
            .values;
      });
    const Pass pass =
        solve_pass(input, backend, problem, ports, solved->system(), frequency_hz,
                   spec.is_of_cross_sections, [&](int, double) { stop_if_asked(number); });
    solved->dismiss_ranks();
    solved.reset();
    std::string change_text;
    nlohmann::ordered_json row = {{"tets", problem.tets.size()},
                                  {"unknowns", problem.unknowns.count},
                                  {"error_estimate", pass.relative_error}};
    if (number > 1) {
      const double change = change_of(before, pass.values, spec.is_of_cross_sections);
      has_settled = change < spec.tolerance;
      change_text = fmt::format("{}", change);
      row["change"] = change;
    }
    table.write(fmt::format("{},{},{},{},{},{}\n", number, problem.tets.size(),
                            problem.unknowns.count, pass.relative_error, change_text,
                            pass.iterations));
    history.push_back(std::move(row));
    spdlog::info("pass {}: {} tets, {} unknowns, {}; error estimate {:.3g}{}", number,
                 problem.tets.size(), problem.unknowns.count, to_text(prepared.choice),
                 pass.relative_error,
                 change_text.empty() // the first pass
                     ? ""
                     : fmt::format(", {} has moved by {}", spec.is_of_cross_sections ? "rcs" : "S",
                                   change_text));
    const bool is_last = has_settled || number == spec.max_passes;
    const std::vector<double> squared_error =
        from_root(ranks, is_last ? std::vector<double>() : pass.squared_error);
    prepared = next_pass(input, spec, std::move(problem), squared_error, threads, ranks.size());
    before = pass.values;
    if (is_last)
      break;
  }
  table.close();
  driver.clock().end("refinement");
  driver.summary()["refinement"] = {
      {"frequency", frequency_hz}, {"has_settled", has_settled}, {"passes", std::move(history)}};
  if (!has_settled)
    report_warnings({fmt::format("{}: after {} passes {} still moves by more than {:g}; raise "
                                 "\"max_passes\", or begin with a finer mesh",
                                 input.where("/refinement"), spec.max_passes,
                                 spec.is_of_cross_sections ? "rcs" : "S", spec.tolerance)},
                    driver.summary());
  return prepared;
}

} // namespace curlew::fem
