#pragma once

#include <curlew/perf/bench/fem/bench.hpp>
#include <curlew/perf/bench/fem/open_box.hpp>

namespace curlew::fem {

// Pattern, assembly and products of a box, on every backend.
void bench_matrix(const OpenBox &box, const BenchOptions &options, const LogFunction &say,
                  nlohmann::ordered_json &rows);

} // namespace curlew::fem
