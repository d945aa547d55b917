#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/methods/mom/aim/aim_system.hpp>
#include <curlew/methods/mom/excitation.hpp>
#include <curlew/methods/mom/fill/fill_matrix.hpp>
#include <curlew/perf/bench/benches.hpp>
#include <curlew/solvers/dense/dense_lu.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::bench {
namespace {

using nlohmann::ordered_json;

// The paper's plate, a wavelength wide, in squares x squares squares.
mom::Surface plate(int squares) {
  TriMesh mesh;
  mesh.groups = {{2, 1, "plate"}};
  const auto node = [&](int i, int j) { return static_cast<Index>(j * (squares + 1) + i); };
  for (int j = 0; j <= squares; ++j)
    for (int i = 0; i <= squares; ++i)
      mesh.points.push_back({double(i) / squares - 0.5, double(j) / squares - 0.5, 0});
  for (int j = 0; j < squares; ++j)
    for (int i = 0; i < squares; ++i) {
      mesh.triangles.push_back({node(i, j), node(i + 1, j), node(i + 1, j + 1)});
      mesh.triangles.push_back({node(i, j), node(i + 1, j + 1), node(i, j + 1)});
    }
  mesh.triangle_group.assign(mesh.triangles.size(), 0);
  return mom::make_surface(std::move(mesh));
}

// 3 m^2 - 2 m unknowns for m squares on each side: the next m.
int squares_for(int unknowns) {
  return std::max(2, static_cast<int>(std::lround((1 + std::sqrt(1 + 3.0 * unknowns)) / 3)));
}

double seconds_of(const std::function<void()> &work) {
  const Kokkos::Timer timer;
  work();
  return timer.seconds();
}

// The phases of a solve of one wave, divided as in the paper.
struct Phases {
  double fill = 0, excitation = 0, factors = 0, solution = 0;
  double total() const { return fill + excitation + factors + solution; }
};

class FillMeasurement {
public:
  FillMeasurement(const Request &request, const LogFunction &say) : request_(request), say_(say) {}

  void add_size(int unknowns) {
    const mom::Surface surface = plate(squares_for(unknowns));
    baseline_s_ = 0;
    if (request_.baseline)
      with_backend(Backend::serial, [&](const auto &space) {
        baseline_s_ = add(space, Backend::serial, surface, mom::FillVariant::edge);
      });
    for (const Backend backend : request_.backends)
      for (const std::string &variant : variants_of(request_)) {
        if (variant == "aim") {
          with_threads_of(backend, [&] { add_aim(backend, surface); });
          continue;
        }
        const auto kind = variant == "edge" ? mom::FillVariant::edge : mom::FillVariant::face;
        if (request_.baseline && backend == Backend::serial && variant == "edge")
          continue;
        with_backend(backend, [&](const auto &space) { add(space, backend, surface, kind); });
      }
  }

  static std::vector<std::string> variants_of(const Request &request) {
    return request.variants.empty() ? std::vector<std::string>{"edge", "face", "aim"}
                                    : request.variants;
  }

  ordered_json rows = ordered_json::array();

private:
  template <class Space>
  double add(const Space &space, Backend backend, const mom::Surface &surface,
             mom::FillVariant variant) {
    mom::Quadrature quadrature;
    quadrature.testing = mom::Testing::centroid; // the paper's choice
    const mom::Combination with{2 * k_pi, 1, 0};
    const int threads = backend == Backend::serial ? 1 : request_.threads;
    const mom::MatrixFill<Space> fill(surface, quadrature, threads);
    const Index n = surface.unknowns();
    const DenseMatrix<Space> matrix("curlew::bench::matrix", n, n),
        column("curlew::bench::v", n, 1);
    Phases phases;
    phases.fill = seconds_of([&] { fill.fill(space, with, variant, matrix); });
    IncidentWave wave;
    wave.wave_vector[2] = 2 * k_pi;
    wave.electric_amplitude[0] = 1;
    phases.excitation =
        seconds_of([&] { mom::make_rhs(surface, quadrature, with, wave, threads); });
    const Kokkos::Timer timer;
    const DenseLu<Space> lu(space, matrix);
    phases.factors = timer.seconds();
    phases.solution = seconds_of([&] { lu.solve(column); });
    add_row(backend, surface, variant, phases, fill.evaluations(variant));
    return phases.total();
  }

  // The same mesh with ten edges to the wavelength, Galerkin testing: set-up and one wave to 1e-3.
  void add_aim(Backend backend, const mom::Surface &surface) {
    constexpr double k_edges_per_wavelength = 10;
    const double edge = std::sqrt(2 * surface.faces[0].area),
                 k = 2 * k_pi / (k_edges_per_wavelength * edge);
    const int threads = backend == Backend::serial ? 1 : request_.threads;
    const mom::Spec spec;
    const mom::AimSpecification aim;
    const mom::Combination with = spec.combination(k);
    const mom::AimForecast forecast = mom::forecast_aim(backend, surface, spec, aim, k, 1);
    const auto solver = mom::make_aim_system(backend, surface, spec, aim, threads);
    solver->prepare(with);
    IncidentWave wave;
    wave.wave_vector[2] = k;
    wave.electric_amplitude[0] = 1;
    std::vector<mom::SurfaceSolver::Column> columns = {
        mom::make_rhs(surface, spec.quadrature, with, wave, threads)};
    solver->solve(columns);
    const mom::SolverFigures &f = solver->figures();
    const double seconds = f.fill_s + f.factor_s + f.solve_s;
    rows.push_back({{"method", "mom"},
                    {"variant", "aim"},
                    {"solver", f.solver},
                    {"backend", to_string(backend)},
                    {"threads", threads},
                    {"elements", surface.face_count()},
                    {"dofs", surface.unknowns()},
                    {"seconds", seconds},
                    {"setup_seconds", f.fill_s},
                    {"preconditioner_seconds", f.factor_s},
                    {"solution_seconds", f.solve_s},
                    {"product_seconds", f.product_s},
                    {"iterations", f.reports[0].iterations},
                    {"near_entries_per_row", f.near_entries_per_row},
                    {"sampled_residual", f.sampled_residual},
                    {"memory_bytes", forecast.bytes()}});
    say_(fmt::format("{} unknowns, aim on {}: set-up {:.3g} s, {} iterations {:.3g} s",
                     surface.unknowns(), to_string(backend), f.fill_s + f.factor_s,
                     f.reports[0].iterations, f.solve_s));
  }

  void add_row(Backend backend, const mom::Surface &surface, mom::FillVariant variant,
               const Phases &phases, double evaluations) {
    const double n = surface.unknowns();
    ordered_json row = {{"method", "mom"},
                        {"variant", variant == mom::FillVariant::edge ? "edge" : "face"},
                        {"solver", "lu"},
                        {"backend", to_string(backend)},
                        {"threads", backend == Backend::serial ? 1 : request_.threads},
                        {"elements", surface.face_count()},
                        {"dofs", surface.unknowns()},
                        {"seconds", phases.total()},
                        {"fill_seconds", phases.fill},
                        {"excitation_seconds", phases.excitation},
                        {"factor_seconds", phases.factors},
                        {"solution_seconds", phases.solution},
                        {"entries_per_s", n * n / phases.fill},
                        {"evaluations_per_s", evaluations / phases.fill},
                        {"lu_flops_per_s", 8.0 / 3 * n * n * n / phases.factors},
                        {"memory_bytes", 16 * n * n}};
    if (baseline_s_ > 0)
      row["baseline_ratio"] = baseline_s_ / phases.total();
    say_(fmt::format("{} unknowns, {} on {}: fill {:.3g} s, LU {:.3g} s", surface.unknowns(),
                     row["variant"].get<std::string>(), to_string(backend), phases.fill,
                     phases.factors));
    rows.push_back(std::move(row));
  }

  const Request &request_;
  const LogFunction &say_;
  double baseline_s_ = 0;
};

// Seconds of the factorisation at the same size, where it was measured; else of the largest one, by
// the cube of the unknowns.
double lu_seconds(const ordered_json &rows, const ordered_json &aim) {
  double largest = 0, seconds = 0;
  for (const auto &row : rows)
    if (row["variant"] == "face" && row["backend"] == aim["backend"] &&
        row["dofs"].get<double>() > largest) {
      largest = row["dofs"].get<double>();
      const double ratio = aim["dofs"].get<double>() / largest;
      seconds = row["fill_seconds"].get<double>() * ratio * ratio +
                row["factor_seconds"].get<double>() * ratio * ratio * ratio;
    }
  return seconds;
}

std::string aim_table(const ordered_json &rows) {
  std::string text;
  for (const auto &row : rows) {
    if (row["variant"] != "aim")
      continue;
    const auto value = [&](const char *key) { return row[key].get<double>(); };
    if (text.empty())
      text =
          "\n| unknowns | solver | backend | threads | set-up s | preconditioner s | iterations | "
          "s "
          "a product | total s | residual of rows | near entries a row | MB | LU s (scaled) | LU "
          "/ this |\n|---:|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    const double lu = lu_seconds(rows, row);
    text += fmt::format("| {} | {} | {} | {} | {:.3g} | {:.3g} | {} | {:.3g} | {:.3g} | {:.2g} | "
                        "{:.0f} | {:.3g} | {} | {} |\n",
                        row["dofs"].get<int>(), row["solver"].get<std::string>(),
                        row["backend"].get<std::string>(), row["threads"].get<int>(),
                        value("setup_seconds"), value("preconditioner_seconds"),
                        row["iterations"].get<int>(), value("product_seconds"), value("seconds"),
                        value("sampled_residual"), value("near_entries_per_row"),
                        value("memory_bytes") / 1e6, lu > 0 ? fmt::format("{:.3g}", lu) : "-",
                        lu > 0 ? fmt::format("{:.2g}", lu / value("seconds")) : "-");
  }
  return text;
}

std::string mom_table(const ordered_json &rows) {
  std::string text =
      "| unknowns | variant | backend | threads | fill s | excitation s | LU s | back substitution "
      "s | total s | fill % | LU % | Mentries/s | Green functions/s | LU GFLOP/s | edge, 1 core / "
      "this |\n|---:|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
  for (const auto &row : rows) {
    if (row["variant"] == "aim")
      continue;
    const auto value = [&](const char *key) { return row[key].get<double>(); };
    text += fmt::format(
        "| {} | {} | {} | {} | {:.3g} | {:.2g} | {:.3g} | {:.2g} | {:.3g} | {:.0f} | {:.0f} | "
        "{:.3g} | {:.3g} | {:.3g} | {} |\n",
        row["dofs"].get<int>(), row["variant"].get<std::string>(),
        row["backend"].get<std::string>(), row["threads"].get<int>(), value("fill_seconds"),
        value("excitation_seconds"), value("factor_seconds"), value("solution_seconds"),
        value("seconds"), 100 * value("fill_seconds") / value("seconds"),
        100 * value("factor_seconds") / value("seconds"), value("entries_per_s") / 1e6,
        value("evaluations_per_s"), value("lu_flops_per_s") / 1e9,
        row.contains("baseline_ratio") ? fmt::format("{:.2f}", value("baseline_ratio")) : "-");
  }
  return text + aim_table(rows);
}

void check_mom(const Request &request) {
  for (const std::string &variant : request.variants)
    if (variant != "edge" && variant != "face" && variant != "aim")
      throw InputError(fmt::format("unknown variant \"{}\" (legal: edge, face, aim)", variant));
}

ordered_json run_mom(const Request &request, const LogFunction &say) {
  FillMeasurement measurement(request, say);
  const std::vector<int> sizes =
      request.unknowns.empty() ? std::vector<int>{176, 1000, 2000, 4000} : request.unknowns;
  for (const int unknowns : sizes)
    measurement.add_size(unknowns);
  return measurement.rows;
}

} // namespace

Bench mom_bench() {
  return {
      "mom",
      "solves the plate of the paper with about so many --unknowns, testing at centroids, by the "
      "variants of the fill (edge, face) on every backend, and gives the seconds of each phase: "
      "fill, excitation vector, factorisation, back substitution; variant aim solves the same "
      "mesh, "
      "with ten edges to the wavelength, by iterations: seconds of set-up, of a product, "
      "iterations "
      "and memory",
      "",
      {"unknowns", "variants", "baseline"},
      {{"curlew bench mom --unknowns 5000 --backends openmp",
        "Both fills with 5,000 unknowns on this machine's cores."},
       {"curlew bench mom --unknowns 5000,20000,122880 --variants aim",
        "The adaptive integral method alone, which needs no room for a matrix."}},
      false,
      check_mom,
      run_mom,
      mom_table};
}

} // namespace curlew::bench
