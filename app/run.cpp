#include "commands.hpp"

#include <curlew/core/backend.hpp>
#include <curlew/core/interrupt.hpp>
#include <curlew/core/log.hpp>
#include <curlew/io/case/loader.hpp>
#include <curlew/methods/dgatd/run.hpp>

#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>

namespace curlew::app {
namespace {

struct RunArguments {
  std::string case_file, backend, output;
  int threads = 0;
  std::vector<std::string> overrides;
  dgatd::RunOptions options;
};

void run(const RunArguments &arguments) {
  start_log(arguments.options.quiet);
  Case input = load_case(arguments.case_file, program_schema(), arguments.overrides);
  if (!arguments.backend.empty()) {
    input.run.backend = arguments.backend;
    input.resolved["run"]["backend"] = arguments.backend;
  }
  if (arguments.threads > 0) {
    input.run.threads = arguments.threads;
    input.resolved["run"]["threads"] = arguments.threads;
  }
  if (!arguments.output.empty()) {
    input.outputs.directory = std::filesystem::absolute(arguments.output);
    input.resolved["outputs"]["directory"] = input.outputs.directory.string();
  }
  const Backend backend = parse_backend(input.run.backend);
  const KokkosRuntime runtime(backend == Backend::serial ? 1 : input.run.threads);
  watch_interrupts();
  dgatd::run(input, arguments.options); // the only method so far
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
  command->add_option("--backend", arguments->backend,
                      "Where kernels run: auto, serial, openmp, cuda (overrides run.backend)");
  command->add_option("--threads", arguments->threads, "Threads of the openmp backend")
      ->check(CLI::Range(1, 4096));
  command->add_option("--output", arguments->output,
                      "Results directory (overrides outputs.directory)");
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
  command->callback([arguments] { run(*arguments); });
}

} // namespace curlew::app
