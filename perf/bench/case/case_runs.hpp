#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/perf/bench/log_function.hpp>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace curlew::bench {

// A run of a case: where, and with which changes of the case.
struct CaseRun {
  std::string name; // "openmp, 2 threads"; also that of its folder, with '-' for other characters
  Backend backend = Backend::serial;
  int threads = 1, ranks = 1;
  std::vector<std::string> settings; // "key=value" of --set
};

// How a case is run: the program, the case, and the folder that receives a folder for each run.
struct CaseBench {
  std::string program;
  std::filesystem::path case_file, folder;
  std::vector<std::string> launcher; // words before the number of ranks: "mpirun", "-n"
  std::vector<std::string> settings; // changes of the case in all runs
};

// Returns the runs of a case: each backend with each number of threads and ranks. `baseline` has
// the settings of the method's published form, which then runs first, on one core; empty: none.
std::vector<CaseRun> case_runs(const std::vector<Backend> &backends,
                               const std::vector<int> &threads, const std::vector<int> &ranks,
                               const std::vector<std::string> &baseline);

// Runs the case by processes of their own, one after the other. Returns a row for each run with
//   run, backend, device, threads, ranks, settings; unknowns, steps, iterations, solver;
//   run_seconds and phase_seconds { phase: s };  host_phases: those that host threads compute;
//   speedup: time of the first run over this one's, of whole runs, and solution_speedup, of steps
//     or solves;
//   fraction_of_copy of the kernels, peak_memory_bytes;
//   largest_difference of the tables to those of the first run.
// Keys that a run does not have are left out. Throws the error of a run that fails, with the last
// lines that it printed.
nlohmann::ordered_json run_case(const CaseBench &bench, const std::vector<CaseRun> &runs,
                                const LogFunction &say);

// Returns the rows as a table in Markdown, with a column for each run.
std::string case_table(const nlohmann::ordered_json &rows);

} // namespace curlew::bench
