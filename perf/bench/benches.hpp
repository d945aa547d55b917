#pragma once

#include <curlew/perf/bench/registry.hpp>

// Each file of this folder makes one entry of the registry.
namespace curlew::bench {

Bench copy_bench();
Bench dense_bench();
Bench dgatd_bench();
Bench dgtd_bench();
Bench fdfd_bench();
Bench fem_bench();
Bench kerr_bench();
Bench mom_bench();
Bench scaling_bench();

} // namespace curlew::bench
