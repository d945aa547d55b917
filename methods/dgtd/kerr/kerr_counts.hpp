#pragma once

#include <cstdint>
#include <vector>

namespace curlew::dgtd {

// Counts of the iterations in the solves of nonlinear tets.
struct KerrCounts {
  std::int64_t tets = 0;
  std::vector<std::int64_t> histogram; // [iterations] solves that took so many, in all steps
  std::int64_t last_sum = 0;           // last step: iterations of all tets; last_most: of one tet
  int last_most = 0;

  double mean() const;
  int most() const;
};

} // namespace curlew::dgtd
