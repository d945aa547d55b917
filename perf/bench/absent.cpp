// The registry of a program that was built without benches.
#include <curlew/core/error.hpp>
#include <curlew/perf/bench/registry.hpp>

namespace curlew::bench {
namespace {

[[noreturn]] void refuse(const Request &) {
  throw NotCompiled("curlew bench", "./bootstrap build adds it; with CMake: "
                                    "-DCURLEW_ENABLE_BENCH=ON and all methods in CURLEW_METHODS");
}

} // namespace

const std::vector<Bench> &benches() {
  static const std::vector<Bench> all = [] {
    std::vector<Bench> benches;
    for (const char *name :
         {"copy", "dense", "dgatd", "dgtd", "fdfd", "fem", "kerr", "mom", "scaling"})
      benches.push_back(
          {name, "is not compiled into this curlew", "", {}, {}, false, refuse, nullptr, nullptr});
    return benches;
  }();
  return all;
}

} // namespace curlew::bench
