#pragma once

#include <Kokkos_Core.hpp>

#include <cmath>

namespace curlew {

// Return |value|, for templates of real and of complex numbers.
inline double magnitude(double value) {
  return std::abs(value);
}
inline double magnitude(const Kokkos::complex<double> &value) {
  return Kokkos::abs(value);
}

} // namespace curlew
