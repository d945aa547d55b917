#include "commands.hpp"
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

// Warns only: the run may be meant for a machine with more processors.
void warn_of_threads(const Case &input) {
  try {
    choose_threads({0, input.run.threads, input.where("/run/threads"), false});
  } catch (const InputError &error) {
    spdlog::warn(error.what());
  }
}

std::string verdict_of(std::size_t warnings) {
  return fmt::format(
      "The case is good to run{}.",
      warnings == 0 ? "" : fmt::format(", with {} warning{}", warnings, warnings == 1 ? "" : "s"));
}

} // namespace

void add_check(CLI::App &app) {
  struct Arguments {
    std::string case_file;
    std::vector<std::string> overrides;
    bool resolved = false;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App *command = app.add_subcommand(
      "check", "Read a case and its mesh, validate them and look at the physics; solve nothing");
  command->add_option("case", arguments->case_file, "The case file")->required()->type_name("CASE");
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
       "run would be: edges or cells per wavelength, time step and steps, or solver, memory.\n\nOn "
       "a machine without the "
       "device that this curlew was built for, what needs it is left out.",
       {ExitCode::output, ExitCode::resource},
       {},
       {{"curlew check case.json", "Is the case good to run, and how large is it?"},
        {"curlew check case.json --set mesh.refine=1", "The same on a finer mesh."},
        {"curlew check case.json --resolved", "Defaults filled in, numbers in SI units."}}});
  command->callback([arguments] {
    start_log(false);
    const Case input = load_case(arguments->case_file, program_format(), arguments->overrides);
    log_warnings(input.warnings);
    if (arguments->resolved) {
      fmt::print("{}", json_text(input.resolved));
      return;
    }
    warn_of_threads(input);
    std::optional<KokkosRuntime> runtime; // a login node may have no device
    if (why_kokkos_cannot_start().empty())
      runtime.emplace(0);
    const std::string text = find_method(input.method).check(input);
    const std::string verdict = verdict_of(warning_count());
    fmt::print("{}\n{}{}\n", verdict, text, verdict);
  });
}

} // namespace curlew::app
