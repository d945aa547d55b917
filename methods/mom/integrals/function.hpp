#pragma once

#include <Kokkos_Core.hpp>

// Marks functions that kernels for processors and for devices call. nvcc has no vectors for
// devices, and compiles all functions that could run on both sides. A source for processors only,
// which processes several numbers in the lanes of a vector at once, defines the macro as `inline`
// before it includes anything.
#ifndef CURLEW_MOM_FUNCTION
#define CURLEW_MOM_FUNCTION KOKKOS_INLINE_FUNCTION
#endif
