#include "commands.hpp"
#include "execution_overrides.hpp"
#include "manual.hpp"
#include "methods.hpp"

#include <curlew/core/interrupt.hpp>
#include <curlew/core/log.hpp>
#include <curlew/core/mpi/communicator.hpp>
#include <curlew/core/mpi/placement.hpp>
#include <curlew/core/mpi/rank_memory.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/core/parallel/processors.hpp>
#include <curlew/io/case/loader.hpp>
#include <curlew/io/results/continuation.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <memory>

namespace curlew::app {
namespace {

struct RunArguments {
  std::string case_file, backend, output;
  int threads = 0;
  bool oversubscribe = false;
  std::vector<std::string> overrides;
  RunOptions options;
};

Manual run_manual() {
  return {
      "Reads the case, checks it together with its mesh, computes, and writes the results into "
      "outputs.directory of the case. Options win over the case. curlew schema prints every key "
      "of a case. Methods: " +
          methods_text() +
          ".\n\nThe results of an earlier run in the folder are replaced: the files that its "
          "manifest lists are removed, and no others. Any other folder that is not empty, and a "
          "file in the way of a result, are refused without --overwrite; an input is never "
          "overwritten. A second run into the same folder is refused while the first one goes "
          "on.\n\nThreads: those of --threads, run.threads or OMP_NUM_THREADS, or else as many as "
          "the process has processors (its affinity mask), shared among the ranks of a host. "
          "SIGINT and SIGTERM end the run after a "
          "checkpoint, from which --restart continues to the same bits; a sweep of frequencies and "
          "sources keeps its finished solves, and --restart does the others. Without results, or "
          "with those of a run that ended before its first checkpoint or solve, --restart starts "
          "from the beginning: a job script may have it from the first job on.",
      {ExitCode::not_converged, ExitCode::unstable, ExitCode::output, ExitCode::resource,
       ExitCode::interrupted},
      {{"case.resolved.json", "every value used, defaults included; repeats the run"},
       {"summary.json", "provenance, sizes, wall times, performance, warnings"},
       {"run.log", "what was printed"},
       {".curlew-manifest", "the files of this run, which the next one replaces"},
       {".curlew-lock", "host and process of the run that is writing"},
       {"probe_NAME.csv, spectrum_NAME.csv, peaks_NAME.csv", "a probe, its spectrum and lines"},
       {"energy.csv", "electric, magnetic and total energy"},
       {"rcs.csv", "radar cross sections"},
       {"powers.csv", "power delivered, radiated, absorbed and scattered, of each solve"},
       {"orders.csv", "orders of diffraction of periodic structures"},
       {"convergence.csv, convergence_N.csv", "residuals of a solve, or of several"},
       {"fields.pvd, fields/", "fields for ParaView, also while the run goes on"},
       {"checkpoint/", "state for --restart"}},
      {{"curlew run case.json", "The case as it is, on the fastest backend."},
       {"curlew run case.json --backend openmp --threads 8 --output out",
        "On eight cores, results in the folder out."},
       {"curlew run case.json --set time.courant=0.5 --set \"time.duration=2 us\"",
        "With two values changed."},
       {"curlew run case.json --restart", "Continues a run that was stopped."}}};
}

Overrides overrides_of(const RunArguments &arguments) {
  Overrides overrides =
      execution_overrides(arguments.overrides, arguments.backend, arguments.threads);
  if (!arguments.output.empty())
    overrides.options.push_back({"--output " + arguments.output,
                                 {"outputs", "directory"},
                                 std::filesystem::absolute(arguments.output).string()});
  return overrides;
}

// Returns a warning where the threads of the ranks of this host are more than its processors; empty
// where they are not. A rank's share is at least 1, so that ranks of one thread can be too many,
// too.
std::string crowding_text(int threads) {
  const NodeLocalRank host = node_local_rank();
  const int processors = static_cast<int>(usable_processors().size());
  const bool is_shared = host.size > 1 && host.processors < processors;
  if (!is_shared || (threads <= host.processors && host.size * threads <= processors))
    return "";
  return fmt::format(
      "{} ranks of this host have {} thread{} each and may use {} processors, so that "
      "they take turns: start fewer ranks, or fewer threads with --threads",
      host.size, threads, threads == 1 ? "" : "s", processors);
}

// Returns the options without `restart` where there is nothing to continue: the first job of a
// chain has the same script as those that follow.
RunOptions with_settled_restart(RunOptions options, const Case &input) {
  const Communicator &ranks = Communicator::world();
  if (!options.restart)
    return options;
  const bool continues =
      ranks.any(ranks.is_root() && has_results_to_continue(input.outputs.directory));
  if (!continues)
    spdlog::info("there is nothing to continue in {}: the run starts from the beginning",
                 input.outputs.directory.string());
  options.restart = continues;
  return options;
}

// Prints where the ranks compute, and returns it for summary.json; null for one rank.
nlohmann::ordered_json place_ranks(Backend backend) {
  const Communicator &ranks = Communicator::world();
  if (ranks.is_alone())
    return {};
  const std::vector<Placement> places = gather_placements(ranks, own_placement(backend));
  std::vector<std::vector<int>> on_devices;
  for (const int count : ranks_on_devices(places))
    on_devices.push_back({count});
  on_devices.resize(ranks.size());
  record_ranks_on_device(ranks.scatter(on_devices).at(0));
  for (const std::string &line : placement_lines(places))
    spdlog::info(line);
  if (const std::string text = shared_device_text(places); !text.empty())
    spdlog::warn(text);
  nlohmann::ordered_json table;
  for (const Placement &place : places) {
    nlohmann::ordered_json row = {{"host", place.host}, {"processors", place.processors}};
    if (!place.numa_nodes.empty())
      row["numa_nodes"] = place.numa_nodes;
    if (!place.device.empty())
      row["device"] = place.device + " " + place.device_uuid;
    table.push_back(std::move(row));
  }
  return table;
}

void run(const RunArguments &arguments) {
  const MpiRuntime mpi;
  start_log(arguments.options.quiet);
  if (!Communicator::world().is_root())
    spdlog::set_level(spdlog::level::off); // the root prints for all
  Case input = load_case(arguments.case_file, program_format(), overrides_of(arguments));
  log_warnings(input.warnings);
  const Method &method = find_method(input.method);
  require_capabilities(method, methods(), Communicator::world().size(), arguments.options.restart);
  const ThreadChoice threads = choose_threads(
      {arguments.threads, input.run.threads, input.where("/run/threads"), arguments.oversubscribe});
  spdlog::info(to_text(threads));
  if (const std::string text = crowding_text(threads.count);
      !text.empty() && !arguments.oversubscribe)
    spdlog::warn(text);
  const Backend backend = parse_backend(input.run.backend);
  const NodeLocalRank local_rank = node_local_rank();
  const bool is_serial = backend == Backend::serial;
  const KokkosRuntime runtime(is_serial ? 1 : threads.count,
                              local_rank.size > 1 ? local_rank.rank : -1);
  input.run.threads = is_serial ? threads.count : runtime.threads();
  RunOptions options = with_settled_restart(arguments.options, input);
  options.provenance.placement = place_ranks(backend);
  watch_interrupts();
  method.run(input, options);
}

} // namespace

void add_run(CLI::App &app, const std::vector<std::string> &command_line) {
  auto arguments = std::make_shared<RunArguments>();
  arguments->options.provenance = program_provenance();
  arguments->options.provenance.command_line = command_line;
  CLI::App *command = app.add_subcommand("run", "Run the simulation of a case file");
  command->add_option("case", arguments->case_file, "The case file (JSON with comments)")
      ->required()
      ->type_name("CASE");
  std::vector<std::string> backends = backend_names();
  backends.insert(backends.begin(), "auto");
  command
      ->add_option("--backend", arguments->backend,
                   "Where kernels run, auto being the fastest (overrides run.backend)")
      ->type_name(choices_name(backends));
  command
      ->add_option("--threads", arguments->threads,
                   "Threads of the set-up and of the backend openmp (overrides run.threads and "
                   "OMP_NUM_THREADS; default: the processors that this process may use)")
      ->check(CLI::Range(1, k_most_threads));
  command->add_flag("--oversubscribe", arguments->oversubscribe,
                    "Start more threads than there are processors, if so many are asked for");
  command
      ->add_option("--output", arguments->output, "Results directory (overrides outputs.directory)")
      ->type_name("DIR")
      ->check([](const std::string &name) {
        return std::string(name.empty() ? "needs the name of a folder; it is empty" : "");
      });
  command
      ->add_option("--set", arguments->overrides,
                   "Override a value of the case: --set time.courant=0.9")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_flag("--overwrite", arguments->options.overwrite,
                    "Write into a folder that holds other files");
  command->add_flag("--restart", arguments->options.restart,
                    "Continue from the newest checkpoint of the results directory");
  command->add_flag("--quiet", arguments->options.quiet, "Print warnings and errors only");
  set_manual(*command, run_manual());
  command->callback([arguments] { run(*arguments); });
}

} // namespace curlew::app
