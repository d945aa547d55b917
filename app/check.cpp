#include "commands.hpp"
#include "execution_overrides.hpp"
#include "manual.hpp"
#include "methods.hpp"

#include <curlew/core/log.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/io/case/loader.hpp>
#include <curlew/io/results/summary.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

namespace curlew::app {
namespace {

struct CheckArguments {
  std::string case_file, backend;
  int threads = 0;
  std::vector<std::string> overrides;
  bool resolved = false;
};

// Returns the threads of the run, or those that this process may have: the run may be meant for a
// machine with more processors, of which a warning tells.
int usable_threads(const CheckArguments &arguments, const Case &input) {
  try {
    return choose_threads(
               {arguments.threads, input.run.threads, input.where("/run/threads"), false})
        .count;
  } catch (const InputError &error) {
    spdlog::warn(error.what());
    return default_threads();
  }
}

// Starts Kokkos as `curlew run` does; without it on a login node that has no device.
void start_kokkos(const CheckArguments &arguments, Case &input,
                  std::optional<KokkosRuntime> &runtime) {
  const int threads = usable_threads(arguments, input);
  if (!why_kokkos_cannot_start().empty())
    return;
  const bool is_serial = parse_backend(input.run.backend) == Backend::serial;
  runtime.emplace(is_serial ? 1 : threads);
  input.run.threads = is_serial ? threads : runtime->threads();
}

std::string verdict_of(std::size_t warnings) {
  return fmt::format(
      "The case is good to run{}.",
      warnings == 0 ? "" : fmt::format(", with {} warning{}", warnings, warnings == 1 ? "" : "s"));
}

} // namespace

void add_check(CLI::App &app) {
  auto arguments = std::make_shared<CheckArguments>();
  CLI::App *command = app.add_subcommand(
      "check", "Read a case and its mesh, validate them and look at the physics; solve nothing");
  command->add_option("case", arguments->case_file, "The case file")->required()->type_name("CASE");
  std::vector<std::string> backends = backend_names();
  backends.insert(backends.begin(), "auto");
  command->add_option("--backend", arguments->backend, "Backend of the run (overrides run.backend)")
      ->type_name(choices_name(backends));
  command->add_option("--threads", arguments->threads, "Threads of the run (overrides run.threads)")
      ->check(CLI::Range(1, k_most_threads));
  command->add_option("--set", arguments->overrides, "Override a value of the case")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_flag("--resolved", arguments->resolved,
                    "Print the case with every value that a run would use, as JSON, and look no "
                    "further: neither into the mesh nor at the physics");
  set_manual(
      *command,
      {"All that curlew run would find out before its first step: errors of the case with line "
       "and column, groups that the mesh lacks, points outside of mesh or grid. Then what the "
       "run would be: edges or cells per wavelength, time step and steps, or solver, memory, and a "
       "forecast of its wall time from short measurements on this machine.\n\nOn "
       "a machine without the "
       "device that this curlew was built for, what needs it is left out.",
       {ExitCode::output, ExitCode::resource},
       {},
       {{"curlew check case.json", "Is the case good to run, and how large is it?"},
        {"curlew check case.json --set mesh.refine=1", "The same on a finer mesh."},
        {"curlew check case.json --threads 8", "How long does it take with eight threads?"},
        {"curlew check case.json --resolved", "Defaults filled in, numbers in SI units."}}});
  command->callback([arguments] {
    start_log(false);
    Case input = load_case(
        arguments->case_file, program_format(),
        execution_overrides(arguments->overrides, arguments->backend, arguments->threads));
    log_warnings(input.warnings);
    if (arguments->resolved) {
      fmt::print("{}", json_text(input.resolved));
      return;
    }
    std::optional<KokkosRuntime> runtime;
    start_kokkos(*arguments, input, runtime);
    const std::string text = find_method(input.method).check(input);
    const std::string verdict = verdict_of(warning_count());
    fmt::print("{}\n{}{}\n", verdict, text, verdict);
  });
}

} // namespace curlew::app
