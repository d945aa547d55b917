#pragma once

#include <curlew/perf/bench/bench_options.hpp>

#include <memory>

namespace curlew {
struct Case;
}

namespace curlew::fdfd {

using bench::LogFunction;

// "background", "cocg", "cocr", "bicgstab-fused", and Belos' "bicgstab", "gmres", "tfqmr", the
// latter also as "bicgstab+ssor" with a preconditioner.
// The baseline: Belos' BiCGStab on `csr` on one core.
struct BenchOptions : bench::CommonOptions {
  std::vector<int> grids;            // cells along an edge of the domain
  std::shared_ptr<const Case> input; // its first solve is measured instead of the sphere
  // variants of the operator, for all solvers but the background's
  std::vector<std::string> variants;
  std::vector<std::string> solvers;
  int max_iterations = 20000;
};

// Throws InputError for unknown names, before anything is measured.
void check_bench(const BenchOptions &options);

// Measures the sphere of table 1 of @cite demir2012 on this machine, or a case like that of table
// 2: every solver on every variant and backend to a residual of 1e-6. Returns a row per solve in
// the form of docs/case-file.md, "Bench output"; where the iterations ended first, with the time of
// one and no "seconds". baseline_ratio is against Belos' BiCGStab on `csr` on one core, paper_ratio
// against fused BiCGStab on `cas` on the same backend.
nlohmann::ordered_json bench(const BenchOptions &options, const LogFunction &say);

// Returns the rows as a table, Markdown.
std::string bench_table(const nlohmann::ordered_json &rows);

} // namespace curlew::fdfd
