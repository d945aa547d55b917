#pragma once

#include <curlew/core/parallel/simd.hpp>
#include <curlew/core/parallel/spaces.hpp>

namespace curlew::fdfd {

constexpr int k_lanes = k_simd_lanes;

#ifdef CURLEW_DEVICE_PASS
// Declarations for nvcc, which has no vector types on devices. No kernel there uses them, but nvcc
// compiles all functions that could run on both sides.
struct SimdDouble {
  double lanes[k_lanes];
  KOKKOS_FUNCTION double operator[](int lane) const;
  KOKKOS_FUNCTION SimdDouble &operator+=(const SimdDouble &);
};
KOKKOS_FUNCTION SimdDouble operator-(const SimdDouble &);
KOKKOS_FUNCTION SimdDouble operator+(const SimdDouble &, const SimdDouble &);
KOKKOS_FUNCTION SimdDouble operator+(double, const SimdDouble &);
KOKKOS_FUNCTION SimdDouble operator-(const SimdDouble &, const SimdDouble &);
KOKKOS_FUNCTION SimdDouble operator*(const SimdDouble &, const SimdDouble &);
KOKKOS_FUNCTION SimdDouble operator/(const SimdDouble &, const SimdDouble &);
KOKKOS_FUNCTION SimdDouble operator*(double, const SimdDouble &);
KOKKOS_FUNCTION SimdDouble even(const SimdDouble &, const SimdDouble &);
KOKKOS_FUNCTION SimdDouble odd(const SimdDouble &, const SimdDouble &);
KOKKOS_FUNCTION SimdDouble low_pairs(const SimdDouble &, const SimdDouble &);
KOKKOS_FUNCTION SimdDouble high_pairs(const SimdDouble &, const SimdDouble &);
#else
using curlew::SimdDouble;
// GCC before 12 has the same built-in under an older name.
#if defined(__clang__) || __GNUC__ >= 12
#define CURLEW_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
using SimdMask = long long __attribute__((vector_size(k_lanes * sizeof(double))));
#define CURLEW_SHUFFLE(a, b, ...) __builtin_shuffle(a, b, SimdMask{__VA_ARGS__})
#endif
#if defined(__AVX512F__)
#define CURLEW_EVEN 0, 2, 4, 6, 8, 10, 12, 14
#define CURLEW_ODD 1, 3, 5, 7, 9, 11, 13, 15
#define CURLEW_LOW_PAIRS 0, 8, 1, 9, 2, 10, 3, 11
#define CURLEW_HIGH_PAIRS 4, 12, 5, 13, 6, 14, 7, 15
#elif defined(__AVX__)
#define CURLEW_EVEN 0, 2, 4, 6
#define CURLEW_ODD 1, 3, 5, 7
#define CURLEW_LOW_PAIRS 0, 4, 1, 5
#define CURLEW_HIGH_PAIRS 2, 6, 3, 7
#else
#define CURLEW_EVEN 0, 2
#define CURLEW_ODD 1, 3
#define CURLEW_LOW_PAIRS 0, 2
#define CURLEW_HIGH_PAIRS 1, 3
#endif
// Return every second number of both, from the first and from the second.
KOKKOS_INLINE_FUNCTION SimdDouble even(const SimdDouble &low, const SimdDouble &high) {
  return CURLEW_SHUFFLE(low, high, CURLEW_EVEN);
}
KOKKOS_INLINE_FUNCTION SimdDouble odd(const SimdDouble &low, const SimdDouble &high) {
  return CURLEW_SHUFFLE(low, high, CURLEW_ODD);
}
// Return the first and the second half of a[0], b[0], a[1], b[1] ...
KOKKOS_INLINE_FUNCTION SimdDouble low_pairs(const SimdDouble &a, const SimdDouble &b) {
  return CURLEW_SHUFFLE(a, b, CURLEW_LOW_PAIRS);
}
KOKKOS_INLINE_FUNCTION SimdDouble high_pairs(const SimdDouble &a, const SimdDouble &b) {
  return CURLEW_SHUFFLE(a, b, CURLEW_HIGH_PAIRS);
}
#undef CURLEW_SHUFFLE
#undef CURLEW_EVEN
#undef CURLEW_ODD
#undef CURLEW_LOW_PAIRS
#undef CURLEW_HIGH_PAIRS
#endif

} // namespace curlew::fdfd
