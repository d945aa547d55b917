#include <curlew/perf/bench/benches.hpp>
#include <curlew/perf/bench/fem/bench.hpp>

namespace curlew::bench {
namespace {

fem::BenchOptions fem_options(const Request &request) {
  auto options = options_from<fem::BenchOptions>(request);
  options.sizes = given_or(request.sizes, {100e3, 1.2e6});
  options.variants = given_or(request.variants, {"atomic", "by-dof", "row", "csr", "jad", "ebe"});
  options.solvers = given_or(request.solvers, {"bicgstab+jacobi", "bicgstab+ssor",
                                               "bicgstab+ssor-ai", "bicgstab+ilu", "cocg+gradient",
                                               "cocg+multigrid", "fgmres+multigrid", "direct"});
  if (request.refine > 0)
    options.refinements = request.refine;
  return options;
}

} // namespace

Bench fem_bench() {
  return with_options<fem_options, fem::check_bench, fem::bench>(
      {"fem",
       "on open boxes of first order: times assembly (variants: atomic, by-dof, row) and "
       "products with the matrix (csr, jad, ebe) at --sizes unknowns, and solves by every "
       "solver given (bicgstab+jacobi, bicgstab+ssor, bicgstab+ssor-ai, bicgstab+ilu, "
       "cocg+jacobi, cocg+gradient, cocg+multigrid, fgmres+multigrid, direct) on a box refined "
       "once, twice, up to --refine times (4 where none is given)",
       "",
       {"sizes", "variants", "solvers", "baseline", "refine"},
       {{"curlew bench fem --sizes 1200000 --refine 3 --baseline",
         "A million tets, and the solvers on up to 31,000 unknowns."}},
       false,
       nullptr,
       nullptr,
       fem::bench_table});
}

} // namespace curlew::bench
