// The curlew command: one file per subcommand.

#include "command_line.hpp"
#include "commands.hpp"
#include "library_environment.hpp"
#include "manual.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/log.hpp>
#include <curlew/core/message_codes.hpp>
#include <curlew/core/mpi/communicator.hpp>
#include <curlew/core/parallel/backend.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <iostream>
#include <new>
#include <string_view>

namespace {

// Messages contain names of files and arguments, whose control characters must not reach a terminal
// as such.
std::string printable(const std::string &message) {
  std::string result;
  for (const char c : message)
    if ((static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f)
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      result += c;
  return result;
}

int fail(curlew::ExitCode code, const std::string &text) {
  const std::string message = curlew::with_codes(printable(text), curlew::app::unlisted_code(code));
  const curlew::Communicator ranks = curlew::Communicator::world();
  if (ranks.is_alone()) {
    curlew::print_error("error: " + message);
    return static_cast<int>(code);
  }
  curlew::wait_for_lower_rank_error();
  curlew::print_error(
      fmt::format("error on rank {} of {}: {}", ranks.rank(), ranks.size(), message));
  curlew::abort_all_ranks(static_cast<int>(code));
}

// True where part of standard output could not be written, for example to a full disk.
bool output_is_lost() {
  std::cout.flush();
  return std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || !std::cout;
}

int fail_for_output() {
  return fail(curlew::ExitCode::output, "cannot write to standard output");
}

// Reads the command line and runs the command.
int run_program(int argc, char **argv) {
  CLI::App app{"Maxwell's equations by one case file, one command", "curlew"};
  curlew::app::set_manual(
      app, {"Solves the case that a JSON file describes, on the cores or the GPU there are. "
            "curlew help COMMAND tells all about a command.\n\nDocumentation: docs/ in the source "
            "tree.",
            {curlew::ExitCode::not_converged, curlew::ExitCode::unstable, curlew::ExitCode::output,
             curlew::ExitCode::resource, curlew::ExitCode::interrupted},
            {},
            {{"curlew check case.json", "Looks at a case without solving it."},
             {"curlew run case.json", "Solves it."}}});
  std::signal(SIGXFSZ, SIG_IGN); // a file-size limit then shows as a failed write: exit code 5
  app.require_subcommand(1);
  app.set_version_flag("--version", curlew::app::version_text());
  const std::vector<std::string> command_line(argv, argv + argc);
  curlew::app::add_run(app, command_line);
  curlew::app::add_check(app);
  curlew::app::add_mesh(app);
  curlew::app::add_materials(app);
  curlew::app::add_fit(app);
  curlew::app::add_schema(app);
  curlew::app::add_info(app);
  curlew::app::add_bench(app);
  curlew::app::add_plot(app);
  curlew::app::add_report(app);
  curlew::app::add_watch(app);
  curlew::app::add_explain(app);
  curlew::app::add_completion(app);
  curlew::app::add_help(app);
  curlew::app::refuse_unknown_names(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &help) { // --help, --version
    const int code = app.exit(help);
    return output_is_lost() ? fail_for_output() : code;
  } catch (const CLI::ParseError &error) {
    throw curlew::InputError(curlew::app::command_line_error(app, error));
  }
  return output_is_lost() ? fail_for_output() : 0;
}

} // namespace

int main(int argc, char **argv) {
  curlew::record_process_affinity();
  curlew::app::use_program_codes();
  if (argc > 1 && (argv[1] == std::string_view("run") || argv[1] == std::string_view("bench")))
    curlew::app::restart_with_library_environment(argv);
  try {
    return run_program(argc, argv);
  } catch (const curlew::Error &error) {
    return fail(error.exit_code(), error.what());
  } catch (const std::exception &error) {
    if (curlew::is_allocation_failure(error))
      return fail(curlew::ExitCode::resource,
                  std::string("out of memory; take a coarser mesh or grid, or a machine or device "
                              "with more memory (") +
                      error.what() + ")");
    if (output_is_lost()) // fmt::print throws then
      return fail_for_output();
    return fail(curlew::ExitCode::internal,
                std::string("internal error, please report it: ") + error.what());
  }
}
