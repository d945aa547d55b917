#pragma once

// Included by the sources of this library only, like simd_math.hpp.

#include <curlew/core/parallel/simd_math.hpp>

namespace curlew::far_field_lanes {

using curlew::sine_cosine;
constexpr int k_lanes = k_simd_lanes;
using Doubles = SimdDouble;

inline Doubles load(const double *from) {
  return load_lanes(from);
}
inline double sum_of(const Doubles &value) {
  return sum_of_lanes(value);
}
constexpr std::size_t padded(std::size_t count) {
  return padded_to_lanes(count);
}
constexpr double k_largest_phase = k_largest_angle;

} // namespace curlew::far_field_lanes
