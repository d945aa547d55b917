#include <curlew/core/parallel/bandwidth.hpp>
#include <curlew/perf/bench/benches.hpp>

#include <fmt/format.h>

namespace curlew::bench {
namespace {

using nlohmann::ordered_json;

// The kernels of iterative solvers against the copy.
ordered_json run_copy(const Request &request, const LogFunction &) {
  ordered_json rows = ordered_json::array();
  for (const Backend backend : request.backends) {
    const std::string name = to_string(backend);
    const double copy_rate = request.copy_gbytes_per_s.at(name);
    const auto add = [&](const char *kernel, double rate) {
      rows.push_back({{"method", kernel},
                      {"backend", name},
                      {"gbytes_per_s", rate},
                      {"fraction_of_copy", rate / copy_rate}});
    };
    add("copy", copy_rate);
    const VectorRates rates =
        with_backend(backend, [](auto space) { return vector_bandwidth<decltype(space)>(); });
    add("axpy", rates.axpy / 1e9);
    add("dot", rates.dot / 1e9);
    add("axpy+dot", rates.axpy_dot / 1e9);
  }
  return rows;
}

std::string copy_table(const ordered_json &rows) {
  std::string text = "| kernel | backend | GB/s | % of copy |\n|---|---|---:|---:|\n";
  for (const auto &row : rows)
    text += fmt::format("| {} | {} | {:.1f} | {:.0f} |\n", row["method"].get<std::string>(),
                        row["backend"].get<std::string>(), row["gbytes_per_s"].get<double>(),
                        100 * row["fraction_of_copy"].get<double>());
  return text;
}

} // namespace

Bench copy_bench() {
  return {"copy",
          "times the kernels of vectors against the copy bandwidth, which is the yardstick of all "
          "other tables",
          "",
          {},
          {},
          false,
          [](const Request &) {},
          run_copy,
          copy_table};
}

} // namespace curlew::bench
