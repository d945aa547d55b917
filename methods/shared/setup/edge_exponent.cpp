#include <curlew/methods/shared/setup/edge_exponent.hpp>

#include <curlew/core/constants.hpp>

#include <algorithm>
#include <cmath>

namespace curlew {

double edge_exponent(std::complex<double> ratio) {
  // With x = tau pi / 4, tan 3x / tan x is -ratio for potentials that are even about the middle of
  // the edge, and -1 / ratio for odd ones.
  const auto of = [](std::complex<double> ratio_of_tangents) {
    const std::complex<double> root =
        std::sqrt((ratio_of_tangents - 3.0) / (3.0 * ratio_of_tangents - 1.0));
    return std::abs(std::atan(root).real()) * 4 / k_pi;
  };
  return std::min(of(-ratio), of(-1.0 / ratio));
}

double edge_exponent(double ratio, double angle) {
  // Even and odd potentials have (ratio + 1) sin(tau pi) = +-(ratio - 1) sin(tau (pi - angle)),
  // whose one root from 1/2 to 1 is that of the left side being the larger one below it.
  constexpr int k_halvings = 50;
  const double contrast = std::abs((ratio - 1) / (ratio + 1));
  double low = 0.5, high = 1;
  for (int i = 0; i < k_halvings; ++i) {
    const double tau = 0.5 * (low + high);
    const bool is_below =
        std::sin(tau * k_pi) > contrast * std::abs(std::sin(tau * (k_pi - angle)));
    (is_below ? low : high) = tau;
  }
  return high;
}

} // namespace curlew
