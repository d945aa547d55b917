#include <curlew/methods/dgatd/bench.hpp>

#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/core/mesh/reorder.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgatd/memory.hpp>
#include <curlew/methods/dgatd/problem.hpp>
#include <curlew/methods/dgatd/stability.hpp>
#include <curlew/methods/dgatd/variants.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include <unistd.h>

namespace curlew::dgatd {

double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  double pages = 0;
  file >> pages >> pages;
  return pages * static_cast<double>(sysconf(_SC_PAGESIZE));
}

namespace {

// Large enough for the caches of a shared host, small enough for a laptop.
constexpr double k_smallest_copy = 64e6, k_largest_copy = 1e9;

double copy_rate(Backend backend, double bytes) {
  const auto size =
      static_cast<std::size_t>(std::clamp(bytes, k_smallest_copy, k_largest_copy) / 2);
  return with_backend(backend, [&](auto space) { return copy_bandwidth<decltype(space)>(size); });
}

Problem cavity(double unknowns) {
  // A Kuhn box of n^3 cells has about 7 n^3 edges and 12 n^3 faces.
  const Index n = std::max<Index>(2, static_cast<Index>(std::lround(std::cbrt(unknowns / 19))));
  Case input;
  Material vacuum;
  vacuum.name = "vacuum";
  input.materials = {vacuum};
  input.regions = {{"volume", "vacuum"}};
  input.boundaries = {{"default", Boundary::Type::pec}};
  return make_problem(
      input, reorder(make_box({1, 1, 1}, {n, n, n}, {0, 0, 0}, 0.2, 1), MeshOrder::spatial));
}

} // namespace

nlohmann::ordered_json bench(const std::vector<Backend> &backends, int threads,
                             const std::vector<double> &sizes, const Say &say) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  double bytes_per_tet = 0;
  for (const Variant &variant : variants())
    bytes_per_tet = std::max(bytes_per_tet, variant.bytes_per_tet);
  for (const double size : sizes) {
    foresee_memory(size / 3.18, bytes_per_tet, fmt::format("bench dgatd --sizes {:.0f}", size));
    const Problem problem = cavity(size);
    const double dt_s = with_backend(backends.front(), [&](const auto &space) {
      return 0.95 * 2 / std::sqrt(spectral_radius(space, problem).value);
    });
    double baseline_s = 0;
    for (const Backend backend : backends)
      for (const Variant &variant : variants()) {
        const SchemeTimes times = variant.time(backend, problem, dt_s);
        const double step_s = times.faraday_s + times.ampere_s;
        const double bytes = times.minimum_bytes.step();
        const double copy = copy_rate(backend, bytes);
        if (backend == Backend::serial && variant.name == "spmv")
          baseline_s = step_s;
        nlohmann::ordered_json row;
        row["method"] = "dgatd";
        row["variant"] = variant.name;
        row["backend"] = to_string(backend);
        row["threads"] = backend == Backend::serial ? 1 : threads;
        row["ranks"] = 1;
        row["elements"] = problem.tet_count();
        row["dofs"] = problem.face_count + static_cast<std::uint64_t>(problem.edge_count());
        row["stored_unknowns"] = times.stored_unknowns;
        row["setup_seconds"] = times.setup_s;
        row["seconds_per_step"] = step_s;
        row["faraday_seconds"] = times.faraday_s;
        row["ampere_seconds"] = times.ampere_s;
        row["spread"] = times.spread;
        row["minimum_bytes"] = bytes;
        row["faraday_bytes"] = times.minimum_bytes.faraday;
        row["ampere_bytes"] = times.minimum_bytes.ampere;
        row["copy_gbytes_per_s"] = copy / 1e9;
        row["fraction_of_copy"] = bytes / step_s / copy;
        row["memory_bytes"] = times.resident_bytes;
        if (baseline_s > 0)
          row["baseline_ratio"] = baseline_s / step_s;
        say(fmt::format("{} on {}, {} unknowns: {:.2f} ms per step, {:.0f} % of copy", variant.name,
                        to_string(backend), row["dofs"].get<std::uint64_t>(), 1e3 * step_s,
                        100 * bytes / step_s / copy));
        rows.push_back(std::move(row));
      }
  }
  return rows;
}

std::string bench_table(const nlohmann::ordered_json &rows) {
  std::string text = "| DoFs (E+F) | tets | variant | backend | threads | ms/step | Faraday ms | "
                     "Ampere ms | ns/tet "
                     "| spmv, 1 core / this | B/tet | % of copy |\n"
                     "|---:|---:|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n";
  for (const auto &row : rows) {
    const double tets = row["elements"], step = row["seconds_per_step"];
    text += fmt::format(
        "| {} | {} | {} | {} | {} | {:.2f} | {:.2f} | {:.2f} | {:.1f} | {} | {:.0f} | {:.0f} |\n",
        row["dofs"].get<std::uint64_t>(), row["elements"].get<std::int64_t>(),
        row["variant"].get<std::string>(), row["backend"].get<std::string>(),
        row["threads"].get<int>(), 1e3 * step, 1e3 * row["faraday_seconds"].get<double>(),
        1e3 * row["ampere_seconds"].get<double>(), 1e9 * step / tets,
        row.contains("baseline_ratio") ? fmt::format("{:.2f}", row["baseline_ratio"].get<double>())
                                       : "-",
        row["minimum_bytes"].get<double>() / tets, 100 * row["fraction_of_copy"].get<double>());
  }
  return text;
}

} // namespace curlew::dgatd
