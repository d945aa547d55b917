#include <curlew/core/parallel/bandwidth.hpp>
#include <curlew/perf/bench/registry.hpp>

namespace curlew::bench {

std::map<std::string, double> measure_copies(const std::vector<Backend> &backends) {
  std::map<std::string, double> copies;
  for (const Backend backend : backends)
    copies[to_string(backend)] =
        with_backend(backend, [](auto space) { return copy_bandwidth<decltype(space)>() / 1e9; });
  return copies;
}

} // namespace curlew::bench
