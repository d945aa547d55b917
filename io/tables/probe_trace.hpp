#pragma once

#include <array>
#include <vector>

namespace curlew {

// The record of a point probe.
struct ProbeTrace {
  std::vector<double> times_s;
  std::vector<std::array<double, 3>> samples;
};

} // namespace curlew
