#pragma once

#include <curlew/core/constants.hpp>

#include <cmath>

namespace curlew {

// Returns the depth in m at which the field in a metal of conductivity `sigma` (S/m) has fallen to
// 1/e.
inline double skin_depth_m(double frequency_hz, double sigma, double mu_r) {
  return std::sqrt(2 / (2 * k_pi * frequency_hz * (k_mu0 * mu_r) * sigma));
}

} // namespace curlew
