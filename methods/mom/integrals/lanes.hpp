#pragma once

// Not installed, as simd_math.hpp is not.

#include <curlew/core/parallel/simd_math.hpp>
#include <curlew/methods/mom/integrals/function.hpp>

#include <type_traits>

namespace curlew::mom {

// Lanes of a type: 1 for a number, else the lanes of a processor's vector.
template <class Real> constexpr int k_lanes = std::is_same_v<Real, double> ? 1 : k_simd_lanes;

CURLEW_MOM_FUNCTION double lanes_at(const double *from, double) {
  return *from;
}
inline SimdDouble lanes_at(const double *from, const SimdDouble &) {
  return load_lanes(from);
}

CURLEW_MOM_FUNCTION double total(const double &value) {
  return value;
}
inline double total(const SimdDouble &value) {
  return sum_of_lanes(value);
}

CURLEW_MOM_FUNCTION double inverse_root(const double &squared) {
  return 1 / std::sqrt(squared);
}
inline SimdDouble inverse_root(const SimdDouble &squared) {
  return inverse_square_root(squared);
}

} // namespace curlew::mom
