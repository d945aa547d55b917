#pragma once

// Not installed: included by the sources of this library only, as simd_math.hpp is.

#include <curlew/core/parallel/simd_math.hpp>
#include <curlew/methods/mom/integrals/green.hpp>

namespace curlew::mom {

template <bool k_magnetic>
inline void evaluate_green(const SimdDouble &squared, const Wavenumber &k,
                           Green<SimdDouble> &green) {
  const SimdDouble inverse = inverse_square_root(squared), r = squared * inverse;
  const SimdDouble angle = k.real * r;
  SimdDouble c, s;
  sine_cosine(angle, s, c);
  if (k.decay != 0) {
    const SimdDouble loss = exponential(-k.decay * r);
    c *= loss;
    s *= loss;
  }
  green.electric = {c * inverse, -s * inverse};
  if constexpr (k_magnetic) {
    const SimdDouble cube = inverse * inverse * inverse, real = 1 + k.decay * r;
    green.magnetic = {cube * (real * c + angle * s), cube * (angle * c - real * s)};
  }
}

} // namespace curlew::mom
