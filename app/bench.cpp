#include "commands.hpp"

#include <curlew/core/backend.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/log.hpp>
#include <curlew/io/output/atomic_file.hpp>
#include <curlew/methods/dgatd/bench.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <filesystem>
#include <memory>
#include <set>

namespace curlew::app {
namespace {

// Table I of the paper, and a small case that lives in the caches.
const std::vector<double> k_paper_sizes = {100e3, 854752, 2625360};

struct BenchArguments {
  std::string name = "all", output;
  std::vector<std::string> backends;
  std::vector<double> sizes = k_paper_sizes;
  int threads = 0;
};

std::vector<Backend> chosen_backends(const BenchArguments &arguments) {
  if (arguments.backends.empty())
    return compiled_backends();
  std::vector<Backend> backends;
  for (const std::string &name : arguments.backends)
    backends.push_back(parse_backend(name));
  return backends;
}

// One line per row, columns in the order of the first one.
std::string to_csv(const nlohmann::ordered_json &rows) {
  std::vector<std::string> columns;
  std::set<std::string> known;
  for (const auto &row : rows)
    for (const auto &[key, value] : row.items())
      if (known.insert(key).second)
        columns.push_back(key);
  std::string text;
  for (std::size_t i = 0; i < columns.size(); ++i)
    text += (i ? "," : "") + columns[i];
  for (const auto &row : rows) {
    text += "\n";
    for (std::size_t i = 0; i < columns.size(); ++i) {
      text += i ? "," : "";
      if (row.contains(columns[i]))
        text += row[columns[i]].is_string() ? row[columns[i]].get<std::string>()
                                            : row[columns[i]].dump();
    }
  }
  return text + "\n";
}

nlohmann::ordered_json machine() {
  const Provenance provenance = program_provenance();
  return {{"device", provenance.device}, {"threads", default_threads()}};
}

nlohmann::ordered_json versions() {
  const Provenance provenance = program_provenance();
  nlohmann::ordered_json json = {{"curlew", provenance.version},
                                 {"git", provenance.git_hash},
                                 {"compiler", provenance.compiler},
                                 {"build_type", provenance.build_type}};
  for (const auto &[name, version] : provenance.libraries)
    json[name] = version;
  return json;
}

void write_bench(const std::string &directory, const std::string &name,
                 const nlohmann::ordered_json &copy, const nlohmann::ordered_json &rows,
                 const std::string &table) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error)
    throw OutputError("cannot make the folder " + directory + ": " + error.message());
  const std::filesystem::path base = directory;
  const nlohmann::ordered_json json = {{"machine", machine()},
                                       {"versions", versions()},
                                       {"copy_gbytes_per_s", copy},
                                       {"rows", rows}};
  write_file_atomically(base / (name + ".json"), json.dump(2) + "\n");
  write_file_atomically(base / (name + ".csv"), to_csv(rows));
  write_file_atomically(base / (name + ".md"), table);
}

nlohmann::ordered_json bench_copy(const std::vector<Backend> &backends) {
  nlohmann::ordered_json copy;
  for (const Backend backend : backends)
    copy[to_string(backend)] =
        with_backend(backend, [](auto space) { return copy_bandwidth<decltype(space)>() / 1e9; });
  return copy;
}

void bench(const BenchArguments &arguments) {
  start_log(false);
  const auto backends = chosen_backends(arguments);
  const KokkosRuntime runtime(arguments.threads);
  const int threads = arguments.threads > 0 ? arguments.threads : default_threads();
  const nlohmann::ordered_json copy = bench_copy(backends);
  std::string table = "| backend | copy, GB/s |\n|---|---:|\n";
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const auto &[backend, rate] : copy.items()) {
    table += fmt::format("| {} | {:.1f} |\n", backend, rate.get<double>());
    rows.push_back({{"method", "copy"}, {"backend", backend}, {"gbytes_per_s", rate}});
  }
  fmt::print("{}\n", table);
  if (!arguments.output.empty() && arguments.name != "dgatd")
    write_bench(arguments.output, "copy", copy, rows, table);
  if (arguments.name == "copy")
    return;
  rows = dgatd::bench(backends, threads, arguments.sizes,
                      [](const std::string &line) { spdlog::info(line); });
  table = dgatd::bench_table(rows);
  fmt::print("{}", table);
  if (!arguments.output.empty())
    write_bench(arguments.output, "dgatd", copy, rows, table);
}

} // namespace

void add_bench(CLI::App &app) {
  auto arguments = std::make_shared<BenchArguments>();
  CLI::App *command = app.add_subcommand("bench", "Time the kernels and print the papers' tables");
  command->add_option("name", arguments->name, "copy, dgatd or all")
      ->check(CLI::IsMember({"copy", "dgatd", "all"}));
  command->add_option("--backends", arguments->backends, "Backends to compare, e.g. serial,openmp")
      ->delimiter(',');
  command->add_option("--sizes", arguments->sizes, "Numbers of unknowns (E + F)")
      ->delimiter(',')
      ->check(CLI::Range(100.0, 1e10));
  command->add_option("--threads", arguments->threads, "Threads of the openmp backend")
      ->check(CLI::Range(1, 4096));
  command->add_option("--output", arguments->output, "Folder for JSON, CSV and Markdown");
  command->callback([arguments] { bench(*arguments); });
}

} // namespace curlew::app
