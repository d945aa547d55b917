#include "commands.hpp"
#include "manual.hpp"
#include "methods.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/log.hpp>
#include <curlew/core/mpi/communicator.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/case/loader.hpp>
#include <curlew/io/results/atomic_file.hpp>
#include <curlew/perf/bench/registry.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <filesystem>
#include <memory>
#include <set>

namespace curlew::app {
namespace {

using bench::Bench;
using bench::Request;
using nlohmann::ordered_json;

struct BenchArguments {
  std::string name = "all", output, case_file;
  std::vector<std::string> backends;
  int threads = 0;
  Request request;
  bool oversubscribe = false;
};

int threads_of(const BenchArguments &arguments) {
  return choose_threads({arguments.threads, 0, "", arguments.oversubscribe}).count;
}

std::vector<Backend> chosen_backends(const BenchArguments &arguments) {
  if (arguments.backends.empty())
    return compiled_backends();
  std::vector<Backend> backends;
  for (const std::string &name : arguments.backends)
    backends.push_back(parse_backend(name));
  return backends;
}

// Writes one line per row, with the columns in the order of the first row.
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
  nlohmann::ordered_json devices;
  for (const Backend backend : compiled_backends())
    devices[to_string(backend)] = find_device(backend).name;
  return {{"devices", devices}, {"threads", default_threads()}};
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

void write_bench(const std::string &directory, const std::string &name, const ordered_json &copy,
                 const ordered_json &rows, const std::string &table) {
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

// Loads and checks a case for the bench; it must be of the bench's method.
std::shared_ptr<const Case> bench_case(const Bench &bench, const std::string &file) {
  auto input = std::make_shared<const Case>(load_case(file, program_format()));
  if (input->method != bench.method)
    throw InputError(
        fmt::format("{}: --case of this bench takes cases of method {}, this one is of "
                    "method {}",
                    input->where("/method"), bench.method, input->method));
  return input;
}

// Returns the benches that a name stands for.
std::vector<Bench> chosen_benches(const std::string &name) {
  std::vector<Bench> chosen;
  for (const Bench &bench : bench::benches())
    if (bench.name == name || (name == "all" && !bench.on_ranks))
      chosen.push_back(bench);
  return chosen;
}

// Writes the table of a bench to the screen and the folder.
void report(const BenchArguments &arguments, const Bench &bench, const ordered_json &rows) {
  const std::string table = bench.table(rows);
  fmt::print("{}{}", table, bench.on_ranks ? "" : "\n");
  if (!arguments.output.empty())
    write_bench(arguments.output, std::string(bench.name), arguments.request.copy_gbytes_per_s,
                rows, table);
}

// Runs the bench under mpirun on 1, 2, 4, ... ranks.
void run_on_ranks(BenchArguments arguments, const Bench &bench) {
  const MpiRuntime mpi;
  const Communicator ranks = Communicator::world();
  start_log(false);
  if (!ranks.is_root())
    spdlog::set_level(spdlog::level::off);
  const NodeLocalRank local = node_local_rank();
  Request &request = arguments.request;
  request.threads = threads_of(arguments);
  request.backends = arguments.backends.empty() ? std::vector{compiled_backends().back()}
                                                : chosen_backends(arguments);
  bench.check(request);
  const KokkosRuntime runtime(request.threads, local.size > 1 ? local.rank : -1);
  const auto rows = bench.run(request, [](const std::string &line) { spdlog::info(line); });
  if (!ranks.is_root())
    return;
  if (!arguments.output.empty())
    request.copy_gbytes_per_s = bench::measure_copies(request.backends);
  report(arguments, bench, rows);
}

void run_benches(BenchArguments arguments) {
  const std::vector<Bench> chosen = chosen_benches(arguments.name);
  if (chosen.front().on_ranks)
    return run_on_ranks(std::move(arguments), chosen.front());
  start_log(false);
  Request &request = arguments.request;
  if (chosen.size() > 1 && !request.variants.empty())
    throw InputError("--variants names those of one method: name its bench");
  request.backends = chosen_backends(arguments);
  request.threads = threads_of(arguments);
  for (const Bench &bench : chosen) {
    bench.check(request);
    if (!arguments.case_file.empty() && !bench.method.empty())
      request.input = bench_case(bench, arguments.case_file);
  }
  const KokkosRuntime runtime(request.threads);
  request.copy_gbytes_per_s = bench::measure_copies(request.backends);
  for (const Bench &bench : chosen)
    report(arguments, bench,
           bench.run(request, [](const std::string &line) { spdlog::info(line); }));
}

// Names of the benches that take an option, for its text.
std::string takers_of(std::string_view option) {
  std::string names;
  for (const Bench &bench : bench::benches())
    for (const std::string_view one : bench.options)
      if (one == option)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", bench.name);
  return names;
}

Manual bench_manual() {
  Manual manual{
      "",
      {ExitCode::output, ExitCode::resource},
      {{"NAME.json, NAME.csv, NAME.md", "the rows and the table, in the folder of --output"}},
      {{"curlew bench", "Everything on every backend of this program; takes minutes."}}};
  for (const Bench &bench : bench::benches()) {
    manual.description += fmt::format("{} {}.\n\n", bench.name, bench.description);
    for (const auto &[command, text] : bench.examples)
      manual.examples.push_back({command, text});
  }
  manual.description += "The table is printed as Markdown.";
  return manual;
}

} // namespace

void add_bench(CLI::App &app) {
  auto arguments = std::make_shared<BenchArguments>();
  Request &request = arguments->request;
  CLI::App *command = app.add_subcommand("bench", "Time the kernels and print the papers' tables");
  std::vector<std::string> names;
  for (const Bench &bench : bench::benches())
    names.emplace_back(bench.name);
  names.emplace_back("all");
  command->add_option("name", arguments->name, "What to time; all: what runs in one process")
      ->check(CLI::IsMember(names));
  command->add_option("--backends", arguments->backends, "Backends to compare (default: all)")
      ->delimiter(',')
      ->type_name(choices_name(backend_names()));
  const auto add = [&](const std::string &name, auto &value, const std::string &text) {
    return command->add_option("--" + name, value, fmt::format("{} ({})", text, takers_of(name)));
  };
  add("sizes", request.sizes, "Numbers of unknowns of boxes")
      ->delimiter(',')
      ->check(CLI::Range(100.0, 1e10));
  add("unknowns", request.unknowns, "Numbers of rows of dense matrices")
      ->delimiter(',')
      ->check(CLI::Range(1, 200000));
  add("grids", request.grids, "Cells along an edge of the domain")
      ->delimiter(',')
      ->check(CLI::Range(2, 2048));
  add("case", arguments->case_file, "A case instead of the bench's own problem")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  add("solvers", request.solvers, "Solvers to time")->delimiter(',')->type_name("NAMES");
  add("variants", request.variants, "Variants to time, of one method")
      ->delimiter(',')
      ->type_name("NAMES");
  command->add_flag("--baseline", request.baseline,
                    fmt::format("Time what the papers' ratios refer to on one core too, which may "
                                "take long ({})",
                                takers_of("baseline")));
  add("mesh", request.mesh_file, "A Gmsh mesh instead of boxes")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  add("refine", request.refine,
      "Uniform refinements of that mesh, or of the coarsest box that solvers take")
      ->check(CLI::Range(0, 8));
  add("partition", request.partition, "How the box is divided")->type_name("{auto,metis,spatial}");
  command->add_option("--threads", arguments->threads, "Threads of the openmp backend")
      ->check(CLI::Range(1, k_most_threads));
  command->add_flag("--oversubscribe", arguments->oversubscribe,
                    "Start more threads than there are processors, if so many are asked for");
  command->add_option("--output", arguments->output, "Folder for JSON, CSV and Markdown")
      ->type_name("DIR");
  set_manual(*command, bench_manual());
  command->callback([arguments] { run_benches(*arguments); });
}

} // namespace curlew::app
