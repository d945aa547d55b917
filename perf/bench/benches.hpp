#pragma once

#include <curlew/perf/bench/bench_options.hpp>
#include <curlew/perf/bench/registry.hpp>

// Each file of this folder makes one entry of the registry.
namespace curlew::bench {

// Returns options with what all methods' benches take from a request.
template <class Options> Options options_from(const Request &request) {
  Options options;
  options.backends = request.backends;
  options.threads = request.threads;
  options.baseline = request.baseline;
  return options;
}
// Returns the values given, or these where none is.
template <class T>
std::vector<T> given_or(const std::vector<T> &given, const std::vector<T> &otherwise) {
  return given.empty() ? otherwise : given;
}

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
