#pragma once

#include <curlew/perf/bench/bench_options.hpp>

namespace curlew::dgatd {

using bench::LogFunction;

// The baseline: spmv on one core, if serial is not requested.
struct BenchOptions : bench::CommonOptions {
  std::vector<double> sizes;         // unknowns (E + F of the original method) of jittered boxes
  std::vector<std::string> variants; // empty: all
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
