#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/perf/bench/log_function.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace curlew::dgatd {

using bench::LogFunction;

struct BenchOptions {
  std::vector<Backend> backends;
  int threads = 0;
  std::vector<double> sizes;         // unknowns (E + F of the original method) of jittered boxes
  std::vector<std::string> variants; // empty: all
  bool baseline = false;             // time spmv on one core first, if serial is not requested
  std::string mesh_file;             // a Gmsh mesh to use instead of boxes
  int refine = 0;                    // number of refinements of the mesh
};

// Throws InputError or NotCompiled for a variant that is not there, before anything is measured.
void check_bench(const BenchOptions &options);

// Measures Table I and Figs 5, 6 of @cite cicuttin2018 on this machine: every variant on every
// backend, the two laws timed apart. Returns one row per measurement in the form of
// docs/case-file.md, "Bench output". baseline_ratio is against `spmv` on one core, spmv_ratio and
// paper_ratio against these variants on the same backend.
nlohmann::ordered_json bench(const BenchOptions &options, const LogFunction &say);

// Returns the rows as the paper's table, Markdown.
std::string bench_table(const nlohmann::ordered_json &rows);

} // namespace curlew::dgatd
