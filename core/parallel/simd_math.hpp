#pragma once

// Not installed, like simd.hpp: included by sources and headers of one library only.

#include <curlew/core/constants.hpp>
#include <curlew/core/parallel/simd.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace curlew {

inline SimdDouble load_lanes(const double *from) {
  SimdDouble value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

inline void store_lanes(const SimdDouble &value, double *to) {
  std::memcpy(to, &value, sizeof value);
}

inline double sum_of_lanes(const SimdDouble &value) {
  double sum = 0;
  for (int lane = 0; lane < k_simd_lanes; ++lane)
    sum += value[lane];
  return sum;
}

// Whole lanes for so many numbers.
constexpr std::size_t padded_to_lanes(std::size_t count) {
  return (count + k_simd_lanes - 1) / k_simd_lanes * k_simd_lanes;
}

// 1 / sqrt(x), x > 0 and far from the smallest and largest numbers; the error is below 3e-16. On
// processors with a vector estimate, Newton's method refines that estimate, because divisions and
// roots would take longer than the rest of a Green's function.
inline SimdDouble inverse_square_root(const SimdDouble &x) {
#if defined(__AVX512F__)
  SimdDouble y = _mm512_maskz_rsqrt14_pd(0xff, x); // all lanes
  for (int i = 0; i < 2; ++i)
    y = y + y * (0.5 - 0.5 * (x * y) * y);
  return y;
#else
  SimdDouble root{};
  for (int lane = 0; lane < k_simd_lanes; ++lane)
    root[lane] = std::sqrt(x[lane]); // one instruction with -fno-math-errno
  return 1 / root;
#endif
}

// |x| up to which sine_cosine holds its error of 3e-16.
constexpr double k_largest_angle = 1e6;

// sin(x) and cos(x) without a branch, of a number or of several at once. x = n pi + r with
// |r| <= pi/2: pi is subtracted in three pieces, of which n times the first two is exact
// (33 bits each, n below 2^20). The series end where their next term is below 2e-17.
template <class Number>
[[gnu::always_inline]] inline void sine_cosine(const Number &x, Number &sine, Number &cosine) {
  constexpr double k_round = 0x1.8p52; // adding it rounds to a whole number
  constexpr double k_pi_1 = 2 * 1.57079632673412561417e+00;
  constexpr double k_pi_2 = 2 * 6.07710050630396597660e-11;
  constexpr double k_pi_3 = 2 * 2.02226624879595063154e-21;
  Number n = x * (1 / k_pi) + k_round;
  n = n - k_round;
  Number half = n * 0.5 + k_round; // n / 2, ties to even
  half = half - k_round;
  const Number odd = n - 2 * half; // 0, or +-1 for an odd n
  const Number sign = 1 - 2 * (odd * odd);
  const Number r = ((x - n * k_pi_1) - n * k_pi_2) - n * k_pi_3;
  const Number z = r * r;
  // 1/k! with alternating signs, k = 21, 19 ... 1 and 20, 18 ... 0.
  constexpr double k_sine[] = {1.0 / 51090942171709440000.0,
                               -1.0 / 121645100408832000.0,
                               1.0 / 355687428096000.0,
                               -1.0 / 1307674368000.0,
                               1.0 / 6227020800.0,
                               -1.0 / 39916800.0,
                               1.0 / 362880.0,
                               -1.0 / 5040.0,
                               1.0 / 120.0,
                               -1.0 / 6.0,
                               1.0};
  constexpr double k_cosine[] = {1.0 / 2432902008176640000.0,
                                 -1.0 / 6402373705728000.0,
                                 1.0 / 20922789888000.0,
                                 -1.0 / 87178291200.0,
                                 1.0 / 479001600.0,
                                 -1.0 / 3628800.0,
                                 1.0 / 40320.0,
                                 -1.0 / 720.0,
                                 1.0 / 24.0,
                                 -1.0 / 2.0,
                                 1.0};
  Number s = z * k_sine[0] + k_sine[1], c = z * k_cosine[0] + k_cosine[1];
  for (int i = 2; i < 11; ++i) {
    s = s * z + k_sine[i];
    c = c * z + k_cosine[i];
  }
  sine = sign * (r * s);
  cosine = sign * c;
}

// Returns exp(x) of several numbers at once, 0 below -700; x may not be above 700. x = n ln 2 + r
// with |r| <= ln(2) / 2: ln 2 is subtracted in two pieces, of which n times the first is exact. The
// series ends where its next term is below 1e-17; 2^n is made from its bits.
inline SimdDouble exponential(SimdDouble x) {
  using Bits = std::int64_t __attribute__((vector_size(sizeof(SimdDouble))));
  constexpr double k_round = 0x1.8p52; // adding it rounds to a whole number, in the lowest bits
  constexpr double k_ln2_1 = 6.93147180369123816490e-01, k_ln2_2 = 1.90821492927058770002e-10;
  const Bits vanishes = x < -700.0;
  x = x < -700.0 ? x * 0 : x;
  const SimdDouble shifted = x * 1.44269504088896340736 + k_round;
  const SimdDouble n = shifted - k_round;
  const SimdDouble r = (x - n * k_ln2_1) - n * k_ln2_2;
  SimdDouble sum = r * (1.0 / 6227020800.0) + 1.0 / 479001600.0; // 1/13! r + 1/12!
  constexpr double k_series[] = {
      1.0 / 39916800.0, 1.0 / 3628800.0, 1.0 / 362880.0, 1.0 / 40320.0, 1.0 / 5040.0, 1.0 / 720.0,
      1.0 / 120.0,      1.0 / 24.0,      1.0 / 6.0,      0.5,           1.0,          1.0};
  for (const double factor : k_series)
    sum = sum * r + factor;
  Bits bits;
  std::memcpy(&bits, &shifted, sizeof bits);
  bits = (bits + 1023) << 52;
  SimdDouble power;
  std::memcpy(&power, &bits, sizeof power);
  return vanishes ? sum * 0 : sum * power;
}

} // namespace curlew
