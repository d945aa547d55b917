#include "bench_files.hpp"
#include "case_bench.hpp"
#include "commands.hpp"
#include "manual.hpp"
#include "methods.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/log.hpp>
#include <curlew/core/mpi/communicator.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/case/loader.hpp>
#include <curlew/perf/bench/registry.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <set>
#include <string_view>

namespace curlew::app {
namespace {

using bench::Bench;
using bench::Request;
using nlohmann::ordered_json;

struct BenchArguments {
  std::string name = "all", output, case_file;
  std::vector<std::string> backends;
  std::vector<int> threads;
  CaseBenchArguments of_case; // of a name that is a case
  Request request;
  bool oversubscribe = false;
};

int threads_of(const BenchArguments &arguments) {
  if (arguments.threads.size() > 1)
    throw InputError("--threads takes several numbers where a case is run, and one for a bench of "
                     "kernels");
  const int asked = arguments.threads.empty() ? 0 : arguments.threads.front();
  return choose_threads({asked, 0, "", arguments.oversubscribe}).count;
}

bool is_case(const std::string &name) {
  constexpr std::string_view k_ending = ".json";
  return name.size() > k_ending.size() &&
         name.compare(name.size() - k_ending.size(), k_ending.size(), k_ending) == 0;
}

// Accepts these names, and those of case files, which the loader checks.
CLI::Validator bench_name(std::vector<std::string> names) {
  const CLI::Validator member = CLI::IsMember(names);
  names.emplace_back("CASE.json");
  return CLI::Validator(
      [member](std::string &name) { return is_case(name) ? std::string() : member(name); },
      choices_name(names));
}

// Throws for options of the other kind of bench.
void refuse_options(const CLI::App &command, const std::string &name) {
  const std::set<std::string> of_both{"name",     "help",          "backends", "threads",
                                      "baseline", "oversubscribe", "output"};
  const std::set<std::string> of_cases{"set", "ranks", "launcher"};
  for (const CLI::Option *option : command.get_options()) {
    const std::string one =
        option->get_name(false, false).substr(option->get_lnames().empty() ? 0 : 2);
    if (option->count() == 0 || of_both.count(one) > 0 ||
        is_case(name) == (of_cases.count(one) > 0))
      continue;
    throw InputError(is_case(name)
                         ? fmt::format("--{} is an option of the benches of kernels; a case holds "
                                       "its own problem, which --set changes",
                                       one)
                         : fmt::format("--{} is an option of \"bench CASE.json\"", one));
  }
}

std::vector<Backend> chosen_backends(const BenchArguments &arguments) {
  if (arguments.backends.empty())
    return compiled_backends();
  std::vector<Backend> backends;
  for (const std::string &name : arguments.backends)
    backends.push_back(parse_backend(name));
  return backends;
}

void run_one_case(BenchArguments arguments) {
  CaseBenchArguments &of_case = arguments.of_case;
  of_case.case_file = arguments.name;
  of_case.threads = arguments.threads;
  of_case.baseline = arguments.request.baseline;
  of_case.folder = arguments.output;
  start_log(false);
  run_case_bench(of_case,
                 arguments.backends.empty() ? compiled_backends() : chosen_backends(arguments));
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
  manual.description +=
      "CASE.json runs a whole case on each backend, in a process of its own with each number of "
      "--threads (openmp) and --ranks: seconds of each phase, those of host threads marked, "
      "speed-up against the first run (one core, with serial among the backends; the method's "
      "published form with --baseline), iterations, memory, share of the copy bandwidth, and the "
      "largest difference of the tables of results. The folder of --output (CASE-bench where none "
      "is given) has bench.json, bench.csv, bench.md, bench.svg and the results of each run.\n\n"
      "The table is printed as Markdown.";
  manual.examples.push_back({"curlew bench case.json --threads 1,8 --backends serial,openmp,cuda",
                             "A case on one core, on one and eight threads, and on the GPU."});
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
  command
      ->add_option(
          "name", arguments->name,
          "What to time; all: what runs in one process; CASE.json: the whole run of a case")
      ->check(bench_name(names));
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
  command
      ->add_option("--threads", arguments->threads,
                   "Threads of the openmp backend; several numbers of a case")
      ->delimiter(',')
      ->check(CLI::Range(1, k_most_threads));
  command
      ->add_option("--ranks", arguments->of_case.ranks,
                   "Numbers of ranks on which a case is run (default: 1)")
      ->delimiter(',')
      ->check(CLI::Range(1, 65536));
  command
      ->add_option("--launcher", arguments->of_case.launcher,
                   "Command before the number of ranks (default: mpirun -n)")
      ->type_name("WORDS");
  command
      ->add_option("--set", arguments->of_case.settings,
                   "Change a value of the case in all runs, as in curlew run")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_flag("--oversubscribe", arguments->oversubscribe,
                    "Start more threads than there are processors, if so many are asked for");
  command->add_option("--output", arguments->output, "Folder for JSON, CSV and Markdown")
      ->type_name("DIR");
  set_manual(*command, bench_manual());
  command->callback([arguments, command] {
    refuse_options(*command, arguments->name);
    if (is_case(arguments->name))
      run_one_case(*arguments);
    else
      run_benches(*arguments);
  });
}

} // namespace curlew::app
