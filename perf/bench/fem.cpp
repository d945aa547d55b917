#include <curlew/perf/bench/benches.hpp>
#include <curlew/perf/bench/fem/bench.hpp>

namespace curlew::bench {
namespace {

fem::BenchOptions fem_options(const Request &request) {
  using Names = std::vector<std::string>;
  fem::BenchOptions options;
  options.backends = request.backends;
  options.threads = request.threads;
  options.sizes = request.sizes.empty() ? std::vector<double>{100e3, 1.2e6} : request.sizes;
  options.variants = request.variants.empty()
                         ? Names{"atomic", "by-dof", "row", "csr", "jad", "ebe"}
                         : request.variants;
  options.solvers =
      request.solvers.empty()
          ? Names{"bicgstab+jacobi", "bicgstab+ssor",  "bicgstab+ssor-ai", "bicgstab+ilu",
                  "cocg+gradient",   "cocg+multigrid", "fgmres+multigrid", "direct"}
          : request.solvers;
  if (request.refine > 0)
    options.refinements = request.refine;
  options.baseline = request.baseline;
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
