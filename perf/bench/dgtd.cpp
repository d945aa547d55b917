#include <curlew/perf/bench/benches.hpp>
#include <curlew/perf/bench/dgtd/bench.hpp>

namespace curlew::bench {
namespace {

// Cubes that are solved: 3 bricks along an edge, twice as many in each that follows.
constexpr int k_coarsest_bricks = 3, k_cubes = 2;

dgtd::BenchOptions dgtd_options(const Request &request) {
  auto options = options_from<dgtd::BenchOptions>(request);
  options.sizes = given_or(request.sizes, {300e3});
  options.variants = given_or(request.variants, {"stored", "packed", "nodal"});
  options.schemes = given_or(request.solvers, {"central", "dfdd", "upwind"});
  for (int refined = 1; refined <= (request.refine > 0 ? request.refine : k_cubes); ++refined)
    options.bricks.push_back(k_coarsest_bricks << (refined - 1));
  return options;
}

} // namespace

Bench dgtd_bench() {
  return with_options<dgtd_options, dgtd::check_bench, dgtd::bench>(
      {"dgtd",
       "on a cube of vacuum: times steps of each scheme (--solvers central, dfdd, upwind) and "
       "space by each variant (stored, packed, nodal) at --sizes unknowns of one field; then, "
       "central and "
       "full first order, tets in several orders, a medium with poles, and local time steps; "
       "last it solves a mode of cubes of 3, 6, 12 bricks along an edge, --refine of them (2 where "
       "none is "
       "given): error against seconds",
       "",
       {"sizes", "variants", "solvers", "baseline", "refine"},
       {{"curlew bench dgtd --backends serial --sizes 200000 --baseline",
         "Small boxes on one core, against `stored`."},
        {"curlew bench dgtd --sizes 24e6 --refine 3",
         "The full size, 2 million tets of full first order."}},
       false,
       nullptr,
       nullptr,
       dgtd::bench_table});
}

} // namespace curlew::bench
