#include <curlew/perf/bench/benches.hpp>
#include <curlew/perf/bench/dgatd/bench.hpp>

namespace curlew::bench {
namespace {

// Table I of the paper, and a small case that fits in the caches.
const std::vector<double> k_paper_sizes = {100e3, 854752, 2625360};

dgatd::BenchOptions dgatd_options(const Request &request) {
  auto options = options_from<dgatd::BenchOptions>(request);
  options.sizes = given_or(request.sizes, k_paper_sizes);
  options.variants = request.variants;
  options.mesh_file = request.mesh_file;
  options.refine = request.refine;
  return options;
}

} // namespace

Bench dgatd_bench() {
  return with_options<dgatd_options, dgatd::check_bench, dgatd::bench>(
      {"dgatd",
       "times every variant of this method on every backend, on jittered boxes (of --sizes "
       "unknowns E + F) or on a mesh (variants: spmv, paper, blocks, fused)",
       "",
       {"sizes", "variants", "baseline", "mesh", "refine"},
       {{"curlew bench dgatd --backends openmp,cuda --sizes 2625360 --output out",
         "CPU against GPU on a box of the paper's largest size."}},
       false,
       nullptr,
       nullptr,
       dgatd::bench_table});
}

} // namespace curlew::bench
