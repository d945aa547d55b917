#pragma once

#include <curlew/io/case/sections/outputs/outputs.hpp>

namespace curlew {

// Replaces the bounds across a plane's normal by those that the case gives.
inline void take_bounds(const FluxPlane &plane, Vector3 &low_m, Vector3 &high_m) {
  for (int d = 0, i = 0; d < 3; ++d) {
    if (d == plane.axis)
      continue;
    if (plane.min_m)
      low_m[d] = (*plane.min_m)[i];
    if (plane.max_m)
      high_m[d] = (*plane.max_m)[i];
    ++i;
  }
}

} // namespace curlew
