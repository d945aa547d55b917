#pragma once

#include <curlew/perf/bench/bench_options.hpp>

namespace curlew::fem {

using bench::LogFunction;

// The baseline: assembly by `atomic` on one core.
struct BenchOptions : bench::CommonOptions {
  std::vector<double> sizes;         // unknowns of the boxes for assembly and products
  std::vector<std::string> variants; // atomic, by-dof, row; csr, jad, ebe
  std::vector<std::string> solvers;  // "bicgstab+jacobi", "fgmres+multigrid", "direct"
  int refinements = 4; // refinements of the coarse box that solvers start from; 0: no solver
  int max_iterations = 3000;
};

// Throws InputError for unknown names, before anything is measured.
void check_bench(const BenchOptions &options);

// Measures boxes of vacuum of jittered tets behind absorbing walls, mixed first order: for each
// size the pattern, each assembly and each product. Returns a row for each in the form of
// docs/case-file.md, "Bench output", medians of several runs; baseline_ratio is against `atomic` on
// one core. Then measures a box of half a wavelength in 2^3 cells with a dipole in it, refined
// once, twice and so on: each solver to a residual of 1e-6, without "seconds" where the iterations
// ended first.
nlohmann::ordered_json bench(const BenchOptions &options, const LogFunction &say);

// Returns the rows as tables, Markdown.
std::string bench_table(const nlohmann::ordered_json &rows);

} // namespace curlew::fem
