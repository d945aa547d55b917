#pragma once

#include <curlew/core/parallel/spaces.hpp>

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
