// Commands of the Python package: `curlew plot`, `curlew report`, `curlew watch`.

#include "commands.hpp"
#include "manual.hpp"
#include "python.hpp"

#include <curlew/core/error.hpp>

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace curlew::app {
namespace {

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
  auto animates = std::make_shared<bool>(false);
  command->add_flag("--animate", *animates, "Write fields over phase or time, too, as GIF files");
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
  command->callback([results, folder, animates] {
    std::vector<std::string> arguments{"plot"};
    if (*animates)
      arguments.push_back("--animate");
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

void add_watch(CLI::App &app) {
  auto results = std::make_shared<std::string>();
  auto interval = std::make_shared<double>(2);
  CLI::App *command = app.add_subcommand("watch", "Show how far a run is, until it ends");
  command->add_option("results", *results, "The results folder of the run")
      ->required()
      ->type_name("RESULTS");
  command->add_option("--interval", *interval, "Seconds between two views")
      ->check(CLI::Range(0.1, 3600.0))
      ->check([](const std::string &text) { // which Range takes "nan" for
        return std::isnan(std::strtod(text.c_str(), nullptr)) ? text + " is not a number"
                                                              : std::string();
      })
      ->capture_default_str()
      ->type_name("S");
  set_manual(
      *command,
      {"Progress, traces of probes, energy or ports, the residual and the last lines of the log, "
       "anew every few seconds until the run ends; Ctrl-C ends the view, not the run. Only the "
       "results folder is read, so the run may be on another machine that shares it. Where the "
       "output is no terminal there is one view.\n\n"
       "This is a command of the Python package, which is started by python3 or by the interpreter "
       "that the environment variable CURLEW_PYTHON names.",
       {},
       k_files,
       {{"curlew watch results", "A view of a run that goes on."}}});
  command->callback([results, interval] {
    become_python({"watch", "--interval=" + std::to_string(*interval), "--", *results});
  });
}

} // namespace curlew::app
