#include <curlew/perf/bench/dgatd/bench.hpp>

#include <curlew/core/mesh/refine.hpp>
#include <curlew/core/mesh/reorder.hpp>
#include <curlew/core/parallel/bandwidth.hpp>
#include <curlew/io/gmsh/gmsh_reader.hpp>
#include <curlew/methods/dgatd/problem.hpp>
#include <curlew/methods/dgatd/scheme/stability.hpp>
#include <curlew/methods/dgatd/scheme/variants.hpp>
#include <curlew/perf/bench/dgatd/cavity.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace curlew::dgatd {

namespace {

// Large enough for the caches of a shared host, small enough for a laptop.
constexpr double k_smallest_copy = 64e6, k_largest_copy = 1e9;

double copy_rate(Backend backend, double bytes) {
  const auto size =
      static_cast<std::size_t>(std::clamp(bytes, k_smallest_copy, k_largest_copy) / 2);
  return with_backend(backend, [&](auto space) { return copy_bandwidth<decltype(space)>(size); });
}

std::vector<Variant> chosen_variants(const std::vector<std::string> &names) {
  if (names.empty())
    return variants();
  std::vector<Variant> chosen;
  for (const std::string &name : names)
    chosen.push_back(find_variant(name));
  return chosen;
}

// Times every variant on every backend; `rows` grows.
class CavityBench {
public:
  // `problem_s`: seconds for the mesh and its topology.
  CavityBench(const BenchOptions &options, const std::string &mesh, const Problem &problem,
              double problem_s, const LogFunction &say, nlohmann::ordered_json &rows)
      : options_(options), mesh_(mesh), problem_(problem), problem_s_(problem_s), say_(say),
        rows_(rows) {}

  void run() {
    // The fastest backend has the time-step limit first.
    Kokkos::Timer timer;
    const double dt_s = with_backend(options_.backends.back(), [&](const auto &space) {
      return 0.95 * 2 / std::sqrt(spectral_radius(space, problem_).value);
    });
    limit_s_ = timer.seconds();
    double baseline_s = 0; // spmv on one core
    if (options_.baseline) {
      const Variant &spmv = find_variant("spmv");
      const SchemeTimes times = spmv.time(Backend::serial, problem_, dt_s);
      baseline_s = times.step_s;
      add_row(Backend::serial, spmv, times, baseline_s, baseline_s, 0);
    }
    for (const Backend backend : options_.backends) {
      double spmv_s = 0, paper_s = 0; // on this backend
      for (const Variant &variant : chosen_variants(options_.variants)) {
        require_memory(problem_.tet_count(), "tets",
                       is_device_backend(backend) ? variant.device_bytes_per_tet
                                                  : variant.bytes_per_tet,
                       "bench dgatd, variant " + variant.name, memory_of(backend));
        std::vector<SchemeTimes> forms = {variant.time(backend, problem_, dt_s)};
        if (!forms[0].half_edges && variant.time_halves)
          forms.push_back(variant.time_halves(backend, problem_, dt_s));
        if (variant.name == "spmv")
          spmv_s = forms[0].step_s;
        if (variant.name == "paper")
          paper_s = forms[0].step_s;
        if (backend == Backend::serial && variant.name == "spmv" && baseline_s == 0)
          baseline_s = spmv_s;
        for (const SchemeTimes &times : forms)
          add_row(backend, variant, times, baseline_s, spmv_s, paper_s);
      }
    }
  }

private:
  void add_row(Backend backend, const Variant &variant, const SchemeTimes &times, double baseline_s,
               double spmv_s, double paper_s) {
    const double bytes = times.minimum_bytes.step();
    const double copy = copy_rate(backend, bytes);
    nlohmann::ordered_json row;
    row["method"] = "dgatd";
    row["variant"] = variant.name;
    row["backend"] = to_string(backend);
    row["threads"] = backend == Backend::serial ? 1 : options_.threads;
    row["ranks"] = 1;
    row["mesh"] = mesh_;
    row["elements"] = problem_.tet_count();
    row["dofs"] = problem_.face_count + static_cast<std::uint64_t>(problem_.edge_count());
    row["stored_unknowns"] = times.stored_unknowns;
    row["unknowns_of_e"] = times.half_edges ? "half edges" : "edges";
    row["problem_seconds"] = problem_s_;
    row["limit_seconds"] = limit_s_;
    row["setup_seconds"] = times.setup_s;
    row["seconds_per_step"] = times.step_s;
    row["faraday_seconds"] = times.faraday_s;
    row["ampere_seconds"] = times.ampere_s;
    row["spread"] = times.spread;
    row["minimum_bytes"] = bytes;
    row["faraday_bytes"] = times.minimum_bytes.faraday;
    row["ampere_bytes"] = times.minimum_bytes.ampere;
    row["copy_gbytes_per_s"] = copy / 1e9;
    row["fraction_of_copy"] = bytes / times.step_s / copy;
    row["faraday_fraction_of_copy"] = times.minimum_bytes.faraday / times.faraday_s / copy;
    row["ampere_fraction_of_copy"] = times.minimum_bytes.ampere / times.ampere_s / copy;
    row["memory_bytes"] = times.memory_bytes;
    const auto ratio = [&](const char *key, double other_s) {
      if (other_s > 0)
        row[key] = other_s / times.step_s;
    };
    ratio("baseline_ratio", baseline_s);
    ratio("spmv_ratio", spmv_s);
    ratio("paper_ratio", paper_s);
    say_(fmt::format("{} ({}) on {}, {} unknowns: {:.3f} ms per step, {:.0f} % of copy",
                     variant.name, row["unknowns_of_e"].get<std::string>(), to_string(backend),
                     row["dofs"].get<std::uint64_t>(), 1e3 * times.step_s,
                     100 * bytes / times.step_s / copy));
    rows_.push_back(std::move(row));
  }

  const BenchOptions &options_;
  std::string mesh_;
  const Problem &problem_;
  double problem_s_, limit_s_ = 0;
  const LogFunction &say_;
  nlohmann::ordered_json &rows_;
};

} // namespace

void check_bench(const BenchOptions &options) {
  chosen_variants(options.variants);
  if (options.baseline)
    find_variant("spmv");
}

nlohmann::ordered_json bench(const BenchOptions &options, const LogFunction &say) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  Kokkos::Timer timer;
  if (!options.mesh_file.empty()) {
    const Problem problem = cavity(whole_mesh(
        reorder(refine(read_gmsh(options.mesh_file, 1.0), options.refine), MeshOrder::spatial)));
    CavityBench(options, std::filesystem::path(options.mesh_file).filename().string(), problem,
                timer.seconds(), say, rows)
        .run();
    return rows;
  }
  for (const double size : options.sizes) {
    timer.reset();
    const Problem problem = cavity(whole_mesh(box_cavity_mesh(size)));
    CavityBench(options, "box", problem, timer.seconds(), say, rows).run();
  }
  return rows;
}

std::string bench_table(const nlohmann::ordered_json &rows) {
  std::string text =
      "| DoFs (E+F) | tets | variant | E on | backend | threads | ms/step | Faraday ms | Ampere ms "
      "| ns/tet | spmv, 1 core / this | spmv / this | paper / this | B/tet | % of copy | Faraday % "
      "| Ampere % |\n"
      "|---:|---:|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
  for (const auto &row : rows) {
    const double tets = row["elements"], step = row["seconds_per_step"];
    const auto ratio = [&](const char *key) {
      return row.contains(key) ? fmt::format("{:.2f}", row[key].get<double>()) : "-";
    };
    text += fmt::format(
        "| {} | {} | {} | {} | {} | {} | {:.4g} | {:.4g} | {:.4g} | {:.4g} | {} | {} | {} | {:.0f} "
        "| {:.0f} | {:.0f} | {:.0f} |\n",
        row["dofs"].get<std::uint64_t>(), row["elements"].get<std::int64_t>(),
        row["variant"].get<std::string>(), row["unknowns_of_e"].get<std::string>(),
        row["backend"].get<std::string>(), row["threads"].get<int>(), 1e3 * step,
        1e3 * row["faraday_seconds"].get<double>(), 1e3 * row["ampere_seconds"].get<double>(),
        1e9 * step / tets, ratio("baseline_ratio"), ratio("spmv_ratio"), ratio("paper_ratio"),
        row["minimum_bytes"].get<double>() / tets, 100 * row["fraction_of_copy"].get<double>(),
        100 * row["faraday_fraction_of_copy"].get<double>(),
        100 * row["ampere_fraction_of_copy"].get<double>());
  }
  return text;
}

} // namespace curlew::dgatd
