// Commands of the Python package: `curlew plot`, `curlew report`.

#include "commands.hpp"
#include "manual.hpp"
#include "program_path.hpp"

#include "build_info.hpp"
#include <curlew/core/error.hpp>
#include <curlew/core/mpi/launcher.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

namespace curlew::app {
namespace {

namespace fs = std::filesystem;

// The package's own entry. Where the package, NumPy or a new enough Python is missing, it says so
// in one line.
constexpr const char *k_entry = R"PYTHON(
import sys
def fail(why):
    print("error: curlew " + sys.argv[1] + " needs the Python package of Curlew, Python 3.11 and NumPy: " + why
          + "\n  Install the package by pip install ./python in Curlew's sources, NumPy by pip install numpy or apt"
          + " install python3-numpy, or name another interpreter in CURLEW_PYTHON", file=sys.stderr)
    sys.exit(2)
if sys.version_info < (3, 11):
    fail(sys.executable + " is Python " + sys.version.split()[0])
try:
    from curlew.__main__ import main
except ImportError as error:
    fail(sys.executable + " says: " + str(error))
sys.exit(main(sys.argv[1:]))
)PYTHON";

// Returns the folder with the package: beside this program in its prefix, or in the sources that it
// was built in; empty where there is none.
fs::path package_folder() {
  std::error_code error;
  const fs::path program = program_path();
  const fs::path installed = program.parent_path().parent_path() / k_python_folder;
  if (fs::exists(installed / "curlew" / "__main__.py", error))
    return installed;
  for (fs::path folder = program.parent_path(); folder.has_relative_path();
       folder = folder.parent_path())
    if (fs::exists(folder / "python/src/curlew/__main__.py", error))
      return folder / "python/src";
  return {};
}

// Becomes Python, which runs a command of the package with these arguments.
[[noreturn]] void become_python(const std::vector<std::string> &arguments) {
  if (const fs::path folder = package_folder(); !folder.empty()) {
    const char *others = environment_value("PYTHONPATH");
    const std::string path = folder.string() + (others ? std::string(":") + others : "");
    setenv("PYTHONPATH", path.c_str(), 1);
  }
  setenv("CURLEW_PROGRAM", program_path().c_str(), 0);
  const char *named = environment_value("CURLEW_PYTHON");
  const std::string python = named ? named : "python3";
  std::vector<const char *> argv{python.c_str(), "-c", k_entry};
  for (const std::string &argument : arguments)
    argv.push_back(argument.c_str());
  argv.push_back(nullptr);
  execvp(python.c_str(), const_cast<char *const *>(argv.data()));
  throw InputError(fmt::format(
      "curlew {} needs Python 3.11 or newer with the package of Curlew, but {} cannot be started: "
      "{}; "
      "install it (apt install python3-numpy), or name the interpreter in CURLEW_PYTHON",
      arguments[0], python, std::strerror(errno)));
}

const std::vector<Manual::Entry> k_files{
    {"RESULTS",
     "A results folder of curlew run. Tables that are cut, foreign or absent end the command with "
     "exit status 2 and the file's name."}};

} // namespace

void add_plot(CLI::App &app) {
  auto results = std::make_shared<std::string>();
  auto folder = std::make_shared<std::string>();
  CLI::App *command =
      app.add_subcommand("plot", "Draw the tables and fields of a run as SVG files");
  command->add_option("results", *results, "The results folder of the run")
      ->required()
      ->type_name("RESULTS");
  command->add_option("--out", *folder, "Folder of the files; without it RESULTS/plots")
      ->type_name("DIR");
  set_manual(*command, {"Every table of the run has one or more charts, by the names of its "
                        "columns: spectra with peaks, "
                        "traces, energy, S-parameters, far fields, powers. Fields are drawn where "
                        "pyvista is installed. "
                        "This is a command of the Python package, which is started by python3 or "
                        "by the interpreter that "
                        "the environment variable CURLEW_PYTHON names.",
                        {ExitCode::output},
                        k_files,
                        {{"curlew plot results --out figures",
                          "One SVG file per chart, in the folder figures."}}});
  command->callback([results, folder] {
    std::vector<std::string> arguments{"plot"};
    if (!folder->empty())
      arguments.push_back("--out=" + *folder);
    arguments.insert(arguments.end(), {"--", *results});
    become_python(arguments);
  });
}

void add_report(CLI::App &app) {
  auto results = std::make_shared<std::vector<std::string>>();
  auto file = std::make_shared<std::string>();
  CLI::App *command =
      app.add_subcommand("report", "Write a run, or several side by side, as one HTML page");
  command
      ->add_option("results", *results,
                   "The results folder of each run, or measurements: tables (CSV), Touchstone")
      ->required()
      ->expected(-1)
      ->type_name("RESULTS");
  command
      ->add_option("--out", *file,
                   "The page; without it RESULTS/report.html, or comparison.html of several")
      ->type_name("FILE");
  set_manual(
      *command,
      {"The page needs no other file and no network: warnings, pictures of fields, the set-up, all "
       "charts, "
       "results against expected values, powers, times of phases, and where the run comes from. "
       "With several "
       "runs their curves lie over each other, with differences in dB to the first run and bars of "
       "seconds.\n\n"
       "This is a command of the Python package, which is started by python3 or by the interpreter "
       "that "
       "the environment variable CURLEW_PYTHON names.",
       {ExitCode::output},
       k_files,
       {{"curlew report results", "Writes results/report.html."},
        {"curlew report coarse fine measured.s2p --out page.html",
         "Two runs and a measurement over each other."}}});
  command->callback([results, file] {
    std::vector<std::string> arguments{"report"};
    if (!file->empty())
      arguments.push_back("--out=" + *file);
    arguments.emplace_back("--");
    arguments.insert(arguments.end(), results->begin(), results->end());
    become_python(arguments);
  });
}

} // namespace curlew::app
