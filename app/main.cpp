// The curlew command: one file per subcommand.

#include "commands.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/log.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <new>

namespace {

int fail(curlew::ExitCode code, const std::string &message) {
  curlew::console().print("error: " + message);
  return static_cast<int>(code);
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app{"Curlew solves Maxwell's equations: one case file, one command.\n"
               "Documentation: docs/ in the source tree; exit codes in docs/case-file.md.",
               "curlew"};
  app.require_subcommand(1);
  app.set_version_flag("--version", curlew::app::version_text());
  const std::vector<std::string> command_line(argv, argv + argc);
  curlew::app::add_run(app, command_line);
  curlew::app::add_check(app);
  curlew::app::add_mesh(app);
  curlew::app::add_schema(app);
  curlew::app::add_info(app);
  curlew::app::add_bench(app);
  try {
    app.parse(argc, argv);
    std::fflush(stdout);
    if (std::ferror(stdout) != 0)
      return fail(curlew::ExitCode::output, "cannot write to standard output");
    return 0;
  } catch (const CLI::Success &help) { // --help, --version
    return app.exit(help);
  } catch (const CLI::ParseError &error) {
    app.exit(error);
    return static_cast<int>(curlew::ExitCode::input);
  } catch (const curlew::Error &error) {
    return fail(error.exit_code(), error.what());
  } catch (const std::bad_alloc &) {
    return fail(curlew::ExitCode::resource,
                "out of memory; take a coarser mesh or a machine with more memory");
  } catch (const std::exception &error) {
    return fail(curlew::ExitCode::internal,
                std::string("internal error, please report it: ") + error.what());
  }
}
