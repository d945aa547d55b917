#pragma once

#include <cstdint>
#include <vector>

namespace curlew::dgtd {

// How the solves of nonlinear tets went.
struct KerrCounts {
  std::int64_t tets = 0;
  std::vector<std::int64_t> histogram; // of all steps: solves that took so many iterations
  std::int64_t last_sum = 0;           // of the last step: iterations of all tets, and of one
  int last_most = 0;

  double mean() const;
  int most() const;
};

} // namespace curlew::dgtd
