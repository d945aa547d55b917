#pragma once

#include <algorithm>
#include <limits>

namespace curlew {

// Detects a Krylov method that diverges for good, as opposed to one with a temporarily rising
// residual, as with short recurrences: the residual has been more than a thousand times its best
// for a thousand iterations in a row. Methods that minimise the residual (GMRES, GCR) do not need
// it.
class DivergenceWatch {
public:
  static constexpr double k_growth = 1e3;
  static constexpr int k_iterations = 1000;
  static constexpr const char *k_text =
      "it diverges, its residual was over a thousand times its best for a thousand iterations";

  // Takes the residual of the next iteration. Returns true when the solve should be given up.
  bool has_diverged(double residual) {
    best_ = std::min(best_, residual);
    above_ = residual > k_growth * best_ ? above_ + 1 : 0;
    return above_ >= k_iterations;
  }

private:
  double best_ = std::numeric_limits<double>::infinity();
  int above_ = 0;
};

} // namespace curlew
