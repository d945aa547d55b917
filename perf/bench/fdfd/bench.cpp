#include <curlew/perf/bench/fdfd/bench.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/bandwidth.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/case/check_case.hpp>
#include <curlew/methods/fdfd/krylov/csr_operator.hpp>
#include <curlew/methods/fdfd/krylov/krylov.hpp>
#include <curlew/methods/fdfd/make_problem.hpp>
#include <curlew/methods/fdfd/solve/field_solver.hpp>
#include <curlew/methods/fdfd/solve/plan.hpp>
#include <curlew/methods/shared/run/copy_rate.hpp>
#include <curlew/perf/bench/fdfd/transform_rate.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

namespace curlew::fdfd {
namespace {

constexpr std::array k_fdfd_variants = {"csr", "cas", "cis", "fused"};
constexpr std::array k_methods = {"background", "cocg",  "cocr", "bicgstab-fused",
                                  "bicgstab",   "gmres", "tfqmr"};
constexpr std::array k_preconditioners = {"jacobi", "ssor", "ssor-ai", "polynomial", "ilu"};

template <class Names>
void require_fdfd(const Names &names, const std::string &name, const char *what) {
  if (std::find(names.begin(), names.end(), name) == names.end())
    throw InputError(
        fmt::format("unknown {} \"{}\" (legal: {})", what, name, fmt::join(names, ", ")));
}

// "bicgstab+ssor" to its two parts.
std::pair<std::string, std::string> parts_of(const std::string &solver) {
  const std::size_t plus = solver.find('+');
  return {solver.substr(0, plus),
          plus == std::string::npos ? std::string("none") : solver.substr(plus + 1)};
}

// Least bytes per cell that a product moves: coefficients, the vector, the result and, in the
// two-step variants, H between.
double product_bytes(const std::string &variant) {
  const std::map<std::string, double> bytes = {
      {"csr", k_csr_apply_bytes}, {"cas", 528}, {"cis", 348}, {"fused", 102}};
  return bytes.at(variant);
}

// Least bytes per cell of an iteration; 0 where vectors do not take most of the time.
double iteration_bytes(const std::string &method, const std::string &preconditioner,
                       const std::string &variant) {
  if (preconditioner != "none" || method == "gmres" || method == "tfqmr")
    return 0;
  const bool fused = variant == "fused";
  if (method == "cocg")
    return fused ? k_cocg_yardstick_bytes
                 : k_cocg_yardstick_bytes + 3 * 48 + product_bytes(variant);
  if (method == "cocr")
    return fused ? k_cocr_bytes : k_cocr_bytes + 3 * 48 + product_bytes(variant);
  if (method == "bicgstab-fused" && fused)
    return k_bicgstab_bytes;
  return 2 * product_bytes(variant) + 28 * 48; // one operation after the other
}

Case sphere_case(int cells) {
  Case input;
  const double cell_m = 0.32 / cells;
  input.grid.cells = {cells, cells, cells};
  input.grid.cell_m = {cell_m, cell_m, cell_m};
  input.grid.corner_m = {-0.16, -0.16, -0.16};
  input.grid.pml_cells = std::min(8, cells / 6); // off the sphere on coarse grids too
  input.grid.smoothing = Smoothing::diagonal;    // symmetric on the scatterers, for all methods
  Material dielectric;
  dielectric.name = "dielectric";
  dielectric.eps_r = SymmetricTensor::isotropic(4);
  input.materials = {dielectric};
  input.objects = {SphereObject{{0, 0, 0}, 0.072, dielectric.name}};
  input.frequencies_hz = {1e9};
  PlaneWaveSource wave;
  wave.waves = {PlaneWave()};
  input.excitations = {{"wave", wave}};
  input.discretization = complete_section(case_method(), "discretization");
  input.solver = read_solver(complete_section(case_method(), "solver"));
  return input;
}

class SystemBench {
public:
  SystemBench(const BenchOptions &options, const Case &input, const LogFunction &say,
              nlohmann::ordered_json &rows)
      : options_(options), input_(input), first_(make_plan(input).at(0)),
        problem_(make_problem(input, first_.frequency_hz,
                              bloch_phases(input, wavenumber_of(first_.frequency_hz), first_.wave,
                                           first_.case_location),
                              options.threads)),
        rhs_(make_rhs(input, problem_, first_, options.threads)), say_(say), rows_(rows) {}

  void run() {
    double baseline_s = 0;
    if (options_.baseline)
      baseline_s = solve(Backend::serial, "bicgstab", "none", "csr", 0, 0);
    for (const Backend backend : options_.backends) {
      double paper_s = 0;
      for (const std::string &solver : options_.solvers) {
        const auto [method, preconditioner] = parts_of(solver);
        for (const std::string &variant : options_.variants) {
          if (method == "background") {
            if (variant == options_.variants.back())
              solve(backend, "cocr", "background", "fused", baseline_s, paper_s);
            continue;
          }
          const double seconds =
              solve(backend, method, preconditioner, variant, baseline_s, paper_s);
          if (method == "bicgstab-fused" && variant == "cas")
            paper_s = seconds;
        }
      }
    }
  }

private:
  // Returns the seconds, 0 for a solve that did not finish.
  double solve(Backend backend, const std::string &method, const std::string &preconditioner,
               const std::string &variant, double baseline_s, double paper_s) {
    SolverChoice choice{parse_variant(variant),
                        parse_solver_method(method),
                        choices_of(input_).preconditioner,
                        false,
                        0,
                        {}};
    choice.preconditioner.kind = parse_preconditioner(preconditioner);
    choice.preconditioner.omega = default_relaxation(choice.preconditioner.kind);
    if (preconditioner == "background")
      choice.background = choose_background(problem_, background_options(problem_, choice));
    const auto solver = make_field_solver(backend, input_, problem_, choice);
    SolveReport report;
    std::vector<complex> e;
    bool converged = true;
    try {
      with_threads_of(backend, [&] {
        solver->solve(rhs_, e, {1e-6, options_.max_iterations, {}}, report);
      });
    } catch (const NotConverged &) {
      converged = false;
    }
    nlohmann::ordered_json row;
    row["method"] = "fdfd";
    row["variant"] = variant;
    row["solver"] = method + (preconditioner == "none" ? "" : "+" + preconditioner);
    row["backend"] = to_string(backend);
    row["threads"] = backend == Backend::serial ? 1 : options_.threads;
    row["ranks"] = 1;
    row["elements"] = problem_.size();
    row["dofs"] = problem_.unknowns();
    row["iterations"] = report.iterations;
    row["applications"] = report.applications;
    row["residual"] = report.residual;
    row["setup_seconds"] = solver->setup_s();
    if (converged)
      row["seconds"] = report.solve_s;
    const double step_s = report.solve_s / std::max(1, report.iterations);
    row["seconds_per_step"] = step_s;
    row["cell_iterations_per_s"] = static_cast<double>(problem_.size()) / step_s;
    row["memory_bytes"] = solver_bytes(problem_, choice);
    const auto cells = static_cast<double>(problem_.size());
    if (const double bytes = cells * iteration_bytes(method, preconditioner, variant); bytes > 0) {
      const double copy = measure_copy(backend, bytes);
      row["minimum_bytes"] = bytes;
      row["copy_gbytes_per_s"] = copy / 1e9;
      row["fraction_of_copy"] = bytes / step_s / copy;
    }
    const double seconds = converged ? report.solve_s + solver->setup_s() : 0;
    if (preconditioner == "background") {
      const TransformRate rate = transform_rate(backend, problem_);
      row["transform_flops_per_s"] = rate.on_support;
      row["transform_flops_per_s_whole_grid"] = rate.on_grid;
      row["zgemm_flops_per_s"] = rate.zgemm;
      row["fraction_of_zgemm"] = rate.on_support / rate.zgemm;
      row["fraction_of_zgemm_whole_grid"] = rate.on_grid / rate.zgemm;
      if (!problem_.axes[2].is_periodic())
        add_inverse_seconds(backend, row);
    }
    if (converged && baseline_s > 0)
      row["baseline_ratio"] = baseline_s / seconds;
    if (converged && paper_s > 0)
      row["paper_ratio"] = paper_s / seconds;
    say_(fmt::format("{} cells, {} on {} ({}): {} iterations, {:.4g} s{}", problem_.size(),
                     row["solver"].get<std::string>(), variant, to_string(backend),
                     report.iterations, report.solve_s, converged ? "" : ", not converged"));
    rows_.push_back(std::move(row));
    return seconds;
  }

  // Adds the seconds of one application of the inverse, in each of its forms.
  void add_inverse_seconds(Backend backend, nlohmann::ordered_json &row) const {
    const InverseSeconds inverse = inverse_seconds(backend, problem_);
    row["inverse_seconds"] = inverse.layered;
    row["inverse_seconds_three_transforms"] = inverse.three_transforms;
    row["inverse_ratio"] = inverse.layered / inverse.three_transforms;
    row["inverse_seconds_periods"] = inverse.periods_by_products;
    row["inverse_seconds_periods_fourier"] = inverse.periods_by_fourier;
    say_(fmt::format(
        "  inverse on the whole grid ({}): {:.3g} ms, {:.2f} of three transforms'; with "
        "periods {:.3g} ms by products, {:.3g} ms by Fourier transforms",
        to_string(backend), 1e3 * inverse.layered, inverse.layered / inverse.three_transforms,
        1e3 * inverse.periods_by_products, 1e3 * inverse.periods_by_fourier));
  }

  const BenchOptions &options_;
  const Case &input_;
  Solve first_;
  Problem problem_;
  RightHandSide rhs_;
  const LogFunction &say_;
  nlohmann::ordered_json &rows_;
};

} // namespace

void check_bench(const BenchOptions &options) {
  constexpr int k_least_cells = 24; // the sphere and its absorbing layers
  for (const int cells : options.grids)
    if (cells < k_least_cells)
      throw InputError(
          fmt::format("--grids: the sphere takes {} cells or more, not {}", k_least_cells, cells));
  for (const std::string &variant : options.variants)
    require_fdfd(k_fdfd_variants, variant, "variant");
  for (const std::string &solver : options.solvers) {
    const auto [method, preconditioner] = parts_of(solver);
    require_fdfd(k_methods, method, "solver");
    if (preconditioner == "none")
      continue;
    require_fdfd(k_preconditioners, preconditioner, "preconditioner");
    if (method != "bicgstab" && method != "gmres" && method != "tfqmr")
      throw InputError(fmt::format("{} takes no preconditioner", method));
  }
}

nlohmann::ordered_json bench(const BenchOptions &options, const LogFunction &say) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  if (options.input != nullptr) {
    SystemBench(options, *options.input, say, rows).run();
    return rows;
  }
  for (const int cells : options.grids) {
    const Case sphere = sphere_case(cells);
    SystemBench(options, sphere, say, rows).run();
  }
  return rows;
}

std::string bench_table(const nlohmann::ordered_json &rows) {
  std::string text =
      "| cells | solver | variant | backend | threads | iterations | seconds | set-up s "
      "| ns per cell and iteration | Mcell-iterations/s | B/cell | % of copy | % of ZGEMM: "
      "support, grid | "
      "MB | csr, 1 core / this | cas / this |\n"
      "|---:|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
  for (const auto &row : rows) {
    const double cells = row["elements"];
    const auto number = [&](const char *key, const char *format, double factor) {
      return row.contains(key) ? fmt::format(fmt::runtime(format), factor * row[key].get<double>())
                               : std::string("-");
    };
    text += fmt::format(
        "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
        row["elements"].get<std::int64_t>(), row["solver"].get<std::string>(),
        row["variant"].get<std::string>(), row["backend"].get<std::string>(),
        row["threads"].get<int>(), row["iterations"].get<int>(), number("seconds", "{:.4g}", 1),
        number("setup_seconds", "{:.3g}", 1), number("seconds_per_step", "{:.4g}", 1e9 / cells),
        number("cell_iterations_per_s", "{:.4g}", 1e-6),
        number("minimum_bytes", "{:.0f}", 1 / cells), number("fraction_of_copy", "{:.0f}", 100),
        row.contains("fraction_of_zgemm")
            ? number("fraction_of_zgemm", "{:.0f}, ", 100) +
                  number("fraction_of_zgemm_whole_grid", "{:.0f}", 100)
            : "-",
        number("memory_bytes", "{:.0f}", 1e-6), number("baseline_ratio", "{:.2f}", 1),
        number("paper_ratio", "{:.2f}", 1));
  }
  return text;
}

} // namespace curlew::fdfd
