#pragma once

#include <curlew/core/parallel/simd.hpp>
#include <curlew/core/parallel/spaces.hpp>

#include <cstring>
#include <type_traits>

// CURLEW_LANES stands before a loop over the lanes of a pack: hosts make vector instructions of it.
// CURLEW_UNROLL_SMALL stands before a loop over functions: devices unroll it, so that the arrays of
// small spaces lie in registers. The count is that of the functions: with a much larger one nvcc
// unrolls too late for that.
#ifdef CURLEW_DEVICE_PASS
#define CURLEW_LANES
#define CURLEW_UNROLL_SMALL _Pragma("unroll (k_unrolled)")
#else
#define CURLEW_LANES _Pragma("omp simd")
#define CURLEW_UNROLL_SMALL
#endif

namespace curlew::dgtd {

// Numbers of W tets that lie side by side: a vector of the processor, on devices one number. A
// compiler's pass for devices has no vectors; it also reads the kernels of hosts, which do not run
// there.
#ifdef CURLEW_DEVICE_PASS
template <int W> using Lanes = double;
#else
template <int W> using Lanes = std::conditional_t<W == 1, double, SimdDouble>;
#endif

template <int W> KOKKOS_FORCEINLINE_FUNCTION Lanes<W> load(const double *from) {
  if constexpr (std::is_same_v<Lanes<W>, double>) {
    return *from; // nvcc copies byte by byte
  } else {
    Lanes<W> value;
    std::memcpy(&value, from, sizeof value);
    return value;
  }
}

template <int W> KOKKOS_FORCEINLINE_FUNCTION void store(const Lanes<W> &value, double *to) {
  if constexpr (std::is_same_v<Lanes<W>, double>)
    *to = value;
  else
    std::memcpy(to, &value, sizeof value);
}

} // namespace curlew::dgtd
