#include <curlew/perf/bench/fem/bench.hpp>

#include <curlew/core/error.hpp>
#include <curlew/perf/bench/fem/matrix_bench.hpp>
#include <curlew/perf/bench/fem/open_box.hpp>

#include <Kokkos_Core.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace curlew::fem {
namespace {

constexpr std::array k_fem_variants = {"atomic", "by-dof", "row", "csr", "jad", "ebe"};
constexpr std::array k_solvers = {"bicgstab+jacobi", "bicgstab+ssor",    "bicgstab+ssor-ai",
                                  "bicgstab+ilu",    "cocg+jacobi",      "cocg+gradient",
                                  "cocg+multigrid",  "fgmres+multigrid", "direct"};

template <class Names> void require(const Names &names, const std::string &name, const char *what) {
  if (std::find(names.begin(), names.end(), name) == names.end())
    throw InputError(
        fmt::format("unknown {} \"{}\" (legal: {})", what, name, fmt::join(names, ", ")));
}

SolverChoice choice_of(const std::string &solver, int threads) {
  SolverChoice choice;
  const std::size_t plus = solver.find('+');
  choice.method = parse_solver_method(solver.substr(0, plus));
  if (plus != std::string::npos)
    choice.preconditioner.kind = parse_preconditioner(solver.substr(plus + 1));
  choice.multigrid.smoother =
      choice.method == SolverMethod::cocg ? MultigridSmoother::chebyshev : MultigridSmoother::gcr;
  choice.multigrid.threads = threads;
  return choice;
}

// Half a wavelength in two cells of the coarsest box.
constexpr double k_frequency_hz = 1.5e8;
constexpr int k_coarse_cells = 2;

nlohmann::ordered_json solve(const OpenBox &box, const std::string &solver, Backend backend,
                             const BenchOptions &options, const LogFunction &say) {
  const Problem &problem = box.problem;
  const SolverChoice choice = choice_of(solver, options.threads);
  const Kokkos::Timer tables;
  const auto system = make_system(backend, problem, choice);
  const double tables_s = tables.seconds(); // with the transfers between levels
  nlohmann::ordered_json row;
  row["method"] = "fem";
  row["variant"] = to_string(choice.matrix);
  row["solver"] = solver;
  row["backend"] = to_string(backend);
  row["threads"] = backend == Backend::serial ? 1 : options.threads;
  row["ranks"] = 1;
  row["elements"] = problem.tets.size();
  row["dofs"] = problem.dofs.edges;
  row["stored_unknowns"] = problem.unknowns.count;
  SolveReport report;
  bool converged = true;
  double seconds = 0;
  try {
    system->set(box.coefficients);
    const Kokkos::Timer timer;
    Load x;
    SolveOptions limits;
    limits.max_iterations = options.max_iterations;
    try {
      system->solve(box.load, x, limits, report);
    } catch (const NotConverged &) {
      converged = false;
    }
    seconds = timer.seconds();
  } catch (const NotCompiled &error) {
    say(error.what());
    return {};
  }
  const SetupTimes &times = system->times();
  row["iterations"] = report.iterations;
  row["applications"] = report.applications;
  row["residual"] = report.residual;
  row["init_seconds"] = box.prepare_s;
  row["pattern_seconds"] = box.problem_s + times.pattern_s;
  row["tables_seconds"] = tables_s;
  row["assembly_seconds"] = times.assembly_s - times.pattern_s;
  row["preconditioner_seconds"] = times.preconditioner_s;
  row["solver_description"] = times.description;
  if (converged)
    row["seconds"] = seconds;
  if (report.iterations > 1)
    row["seconds_per_step"] = seconds / report.iterations;
  row["memory_bytes"] = solver_bytes(choice, problem.unknowns.count, problem.dofs.per_tet);
  say(fmt::format(
      "{} unknowns, {} ({}): {} iterations, tables {:.3g} s, set-up {:.3g} s, {:.4g} s{}",
      problem.unknowns.count, solver, to_string(backend), report.iterations, tables_s,
      times.assembly_s + times.preconditioner_s, seconds, converged ? "" : ", not converged"));
  return row;
}

std::string number(const nlohmann::ordered_json &row, const char *key, const char *format,
                   double factor = 1) {
  return row.contains(key) ? fmt::format(fmt::runtime(format), factor * row[key].get<double>())
                           : std::string("-");
}

bool is_of_matrix(const nlohmann::ordered_json &row) {
  return row.contains("fraction_of_copy") || row["solver"] == "pattern";
}

} // namespace

void check_bench(const BenchOptions &options) {
  for (const std::string &variant : options.variants)
    require(k_fem_variants, variant, "variant");
  for (const std::string &solver : options.solvers)
    require(k_solvers, solver, "solver");
}

nlohmann::ordered_json bench(const BenchOptions &options, const LogFunction &say) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const double size : options.sizes) {
    constexpr double k_edges_per_cell = 7; // ratio for large boxes
    const int cells =
        std::max(2, static_cast<int>(std::lround(std::cbrt(size / k_edges_per_cell))));
    const auto box = make_open_box(cells, 0, 5e6 * cells, options.threads);
    bench_matrix(*box, options, say, rows);
  }
  for (int refine = 1; refine <= options.refinements && !options.solvers.empty(); ++refine) {
    const auto box = make_open_box(k_coarse_cells, refine, k_frequency_hz, options.threads,
                                   WholePattern::leave_out);
    for (const Backend backend : options.backends)
      for (const std::string &solver : options.solvers)
        if (auto row = with_threads_of(backend,
                                       [&] { return solve(*box, solver, backend, options, say); });
            !row.is_null())
          rows.push_back(std::move(row));
  }
  return rows;
}

std::string bench_table(const nlohmann::ordered_json &rows) {
  std::string matrices = "| tets | unknowns | step | variant | backend | threads | seconds | "
                         "Mtets/s | % of copy | atomic, 1 core / this |\n"
                         "|---:|---:|---|---|---|---:|---:|---:|---:|---:|\n",
              solvers = "| unknowns | solver | backend | threads | iterations | products with A | "
                        "init s | pattern s | assembly s | preconditioner s | solution s |\n"
                        "|---:|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n";
  for (const auto &row : rows) {
    const auto backend = row["backend"].get<std::string>(),
               solver = row["solver"].get<std::string>();
    const int threads = row["threads"];
    if (is_of_matrix(row))
      matrices += fmt::format(
          "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
          row["elements"].get<std::int64_t>(), row["stored_unknowns"].get<std::int64_t>(), solver,
          row["variant"].get<std::string>(), backend, threads, number(row, "seconds", "{:.4g}"),
          number(row, "elements_per_s", "{:.4g}", 1e-6),
          number(row, "fraction_of_copy", "{:.0f}", 100), number(row, "baseline_ratio", "{:.2f}"));
    else
      solvers += fmt::format(
          "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
          row["stored_unknowns"].get<std::int64_t>(), solver, backend, threads,
          row["iterations"].get<int>(), row["applications"].get<int>(),
          number(row, "init_seconds", "{:.3g}"), number(row, "pattern_seconds", "{:.3g}"),
          number(row, "assembly_seconds", "{:.3g}"),
          number(row, "preconditioner_seconds", "{:.3g}"), number(row, "seconds", "{:.4g}"));
  }
  return matrices + "\n" + solvers;
}

} // namespace curlew::fem
