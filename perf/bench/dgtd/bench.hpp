#pragma once

#include <curlew/perf/bench/bench_options.hpp>

namespace curlew::dgtd {

using bench::LogFunction;

// The baseline: `stored` on one core.
struct BenchOptions : bench::CommonOptions {
  std::vector<double> sizes;         // unknowns of the boxes whose steps are timed
  std::vector<std::string> variants; // stored, packed, nodal
  std::vector<std::string> schemes;  // central, dfdd, upwind
  std::vector<int> bricks;           // along an edge of the cavity to solve; none: no solve
};

// Throws InputError for unknown names, before anything is measured.
void check_bench(const BenchOptions &options);

// Times steps of every scheme, space, variant and backend on a box of vacuum, as medians of several
// batches, and compares the least data that they move with the copy rate at that size; likewise
// orders of tets, poles and local time steps (orders.hpp). Then solves mode (1,1,1) of a unit cube
// in every scheme and space to t = 2/c: error against seconds. Returns a row for each in the form
// of docs/case-file.md, "Bench output".
nlohmann::ordered_json bench(const BenchOptions &options, const LogFunction &say);

// Returns the rows as tables, Markdown.
std::string bench_table(const nlohmann::ordered_json &rows);

} // namespace curlew::dgtd
