#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/perf/bench/log_function.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace curlew::bench {

// Options that the benches of all methods have.
struct CommonOptions {
  std::vector<Backend> backends;
  int threads = 0;
  bool baseline = false; // measure the baseline on one core first
};

} // namespace curlew::bench
