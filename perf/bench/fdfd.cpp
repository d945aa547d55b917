#include <curlew/perf/bench/benches.hpp>
#include <curlew/perf/bench/fdfd/bench.hpp>

namespace curlew::bench {
namespace {

fdfd::BenchOptions fdfd_options(const Request &request) {
  auto options = options_from<fdfd::BenchOptions>(request);
  options.grids = given_or(request.grids, {64, 80, 96});
  options.input = request.input;
  options.variants = given_or(request.variants, {"cas", "cis", "fused"});
  options.solvers = given_or(request.solvers, {"background", "cocg", "bicgstab-fused"});
  return options;
}

} // namespace

Bench fdfd_bench() {
  return with_options<fdfd_options, fdfd::check_bench, fdfd::bench>(
      {"fdfd",
       "solves the sphere of this method's paper (on --grids cells along an edge), or the first "
       "frequency and excitation of a case, on every backend by the variants (csr, cas, cis, "
       "fused; all but csr where none is given) and solvers given (background, cocg, cocr, "
       "bicgstab-fused, bicgstab, gmres, tfqmr, or bicgstab+ssor with a preconditioner)",
       "fdfd",
       {"grids", "variants", "solvers", "baseline", "case"},
       {{"curlew bench fdfd --grids 64 --solvers background,cocg --variants fused",
         "The sphere of the paper at 5 mm."},
        {"curlew bench fdfd --case case.json --solvers background,cocg",
         "The first frequency and source of a case: the head of its table 2, say."}},
       false,
       nullptr,
       nullptr,
       fdfd::bench_table});
}

} // namespace curlew::bench
