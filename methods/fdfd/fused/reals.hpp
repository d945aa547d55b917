#pragma once

#include <curlew/core/spaces.hpp>

namespace curlew::fdfd {

// As many real numbers as the processor that the code is built for calculates with at once: the
// compilers' own vectors.
#if defined(__AVX512F__)
constexpr int k_lanes = 8;
#elif defined(__AVX__)
constexpr int k_lanes = 4;
#else
constexpr int k_lanes = 2;
#endif

#ifdef CURLEW_DEVICE_PASS
// nvcc has no vectors for devices. No kernel there uses them, but it looks at all functions that
// could run on both sides.
struct Reals {
  double lanes[k_lanes];
  KOKKOS_FUNCTION double operator[](int lane) const;
  KOKKOS_FUNCTION Reals &operator+=(const Reals &);
};
KOKKOS_FUNCTION Reals operator-(const Reals &);
KOKKOS_FUNCTION Reals operator+(const Reals &, const Reals &);
KOKKOS_FUNCTION Reals operator-(const Reals &, const Reals &);
KOKKOS_FUNCTION Reals operator*(const Reals &, const Reals &);
KOKKOS_FUNCTION Reals operator/(const Reals &, const Reals &);
KOKKOS_FUNCTION Reals operator*(double, const Reals &);
KOKKOS_FUNCTION Reals even(const Reals &, const Reals &);
KOKKOS_FUNCTION Reals odd(const Reals &, const Reals &);
KOKKOS_FUNCTION Reals low_pairs(const Reals &, const Reals &);
KOKKOS_FUNCTION Reals high_pairs(const Reals &, const Reals &);
#else
using Reals = double __attribute__((vector_size(k_lanes * sizeof(double))));
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
// Every second number of both.
KOKKOS_INLINE_FUNCTION Reals even(const Reals &low, const Reals &high) {
  return __builtin_shufflevector(low, high, CURLEW_EVEN);
}
KOKKOS_INLINE_FUNCTION Reals odd(const Reals &low, const Reals &high) {
  return __builtin_shufflevector(low, high, CURLEW_ODD);
}
// The first and the second half of a[0], b[0], a[1], b[1] ...
KOKKOS_INLINE_FUNCTION Reals low_pairs(const Reals &a, const Reals &b) {
  return __builtin_shufflevector(a, b, CURLEW_LOW_PAIRS);
}
KOKKOS_INLINE_FUNCTION Reals high_pairs(const Reals &a, const Reals &b) {
  return __builtin_shufflevector(a, b, CURLEW_HIGH_PAIRS);
}
#undef CURLEW_EVEN
#undef CURLEW_ODD
#undef CURLEW_LOW_PAIRS
#undef CURLEW_HIGH_PAIRS
#endif

} // namespace curlew::fdfd
