#pragma once

#include <curlew/core/constants.hpp>

namespace curlew {

// Convert a frequency in Hz to omega / c in 1/m, of a wave in vacuum, and back.
inline double wavenumber_of(double frequency_hz) {
  return 2 * k_pi * frequency_hz / k_speed_of_light;
}
inline double frequency_of(double wavenumber) {
  return wavenumber * k_speed_of_light / (2 * k_pi);
}

} // namespace curlew
