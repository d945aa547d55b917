#pragma once

// Not installed: included by the sources of this library only, as simd_math.hpp is.

#include <curlew/core/parallel/simd_math.hpp>
#include <curlew/methods/mom/integrals/green.hpp>

namespace curlew::mom {

template <bool k_magnetic>
inline void evaluate_green(const SimdDouble &squared, double wavenumber, Green<SimdDouble> &green) {
  const SimdDouble inverse = inverse_square_root(squared), angle = wavenumber * (squared * inverse);
  SimdDouble c, s;
  sine_cosine(angle, s, c);
  green.electric = {c * inverse, -s * inverse};
  if constexpr (k_magnetic) {
    const SimdDouble cube = inverse * inverse * inverse;
    green.magnetic = {cube * (c + angle * s), cube * (angle * c - s)};
  }
}

} // namespace curlew::mom
