#pragma once

#include <curlew/core/mesh/geometry.hpp>

namespace curlew {

// The box around points; the empty one has low above high.
struct BoundingBox {
  Point low{INFINITY, INFINITY, INFINITY}, high{-INFINITY, -INFINITY, -INFINITY};

  void add(const Point &p) {
    for (int d = 0; d < 3; ++d) {
      low[d] = std::min(low[d], p[d]);
      high[d] = std::max(high[d], p[d]);
    }
  }
  void merge(const BoundingBox &other) {
    for (int d = 0; d < 3; ++d) {
      low[d] = std::min(low[d], other.low[d]);
      high[d] = std::max(high[d], other.high[d]);
    }
  }
  // Adds a margin on all sides, as a fraction of the diagonal.
  void widen(double fraction) {
    const double margin = fraction * norm(high - low);
    add(low - Point{margin, margin, margin});
    add(high + Point{margin, margin, margin});
  }
  bool meets(const BoundingBox &other) const {
    for (int d = 0; d < 3; ++d)
      if (low[d] > other.high[d] || high[d] < other.low[d])
        return false;
    return true;
  }
};

} // namespace curlew
