#pragma once

#include <Kokkos_Macros.hpp>

// Compiles a function once for the whole program, with every call in it inlined, in programs for
// hosts only. Products and sums that a compiler fuses depend on what it inlines where, which
// differs from source to source: kernels that shall give the same bits from several sources would
// round differently.
#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP)
#define CURLEW_ONE_COPY
#else
#define CURLEW_ONE_COPY __attribute__((noinline, flatten))
#endif
