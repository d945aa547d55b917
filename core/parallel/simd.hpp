#pragma once

// Not installed: the number of lanes depends on the processor that the code is built for. Sources
// and headers that no other library includes use it.

namespace curlew {

// Number of doubles that the processor computes with at once.
#if defined(__AVX512F__)
constexpr int k_simd_lanes = 8;
#elif defined(__AVX__)
constexpr int k_simd_lanes = 4;
#else
constexpr int k_simd_lanes = 2;
#endif

// The vectors of GCC and Clang, for hosts: nvcc has none for devices.
using SimdDouble = double __attribute__((vector_size(k_simd_lanes * sizeof(double))));

} // namespace curlew
