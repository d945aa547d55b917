#pragma once

#include <curlew/core/parallel/backend.hpp>

#include <string>
#include <vector>

namespace curlew::app {

// The options of `curlew bench CASE.json`.
struct CaseBenchArguments {
  std::string case_file;
  std::vector<std::string> settings; // of --set
  std::vector<int> threads, ranks;   // empty: the processors; one rank
  std::string launcher = "mpirun -n";
  bool baseline = false; // also run the method's published form
  std::string folder;    // empty: named by the case
};

// Runs the case on each backend with each number of threads and ranks, prints the table, and writes
// bench.json, bench.csv, bench.md and the chart bench.svg into the folder, beside the results of
// each run. Throws the error of a run that fails.
void run_case_bench(const CaseBenchArguments &arguments, const std::vector<Backend> &backends);

} // namespace curlew::app
