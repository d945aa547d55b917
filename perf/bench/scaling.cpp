#include <curlew/core/mesh/partition.hpp>
#include <curlew/perf/bench/benches.hpp>
#include <curlew/perf/bench/dgatd/scaling.hpp>

namespace curlew::bench {
namespace {

// The paper's largest box.
constexpr double k_unknowns = 2625360;

dgatd::ScalingOptions scaling_options(const Request &request) {
  return {request.backends, request.threads,
          request.sizes.empty() ? k_unknowns : request.sizes.back(), request.partition};
}

} // namespace

Bench scaling_bench() {
  return {
      "scaling",
      "started by mpirun, times the variant fused of dgatd with the largest of --sizes on every "
      "rank (weak) and in all (strong), on 1, 2, 4, ... ranks, on the fastest backend unless "
      "--backends names others",
      "",
      {"sizes", "partition"},
      {{"mpirun -n 4 curlew bench scaling --output out", "One to four ranks of this host."}},
      true,
      [](const Request &request) { parse_partition_method(request.partition); },
      [](const Request &request, const LogFunction &say) {
        return dgatd::scaling(scaling_options(request), say);
      },
      dgatd::scaling_table};
}

} // namespace curlew::bench
