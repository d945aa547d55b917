#pragma once

#include <Kokkos_Core.hpp>

// What kernels for processors and for devices call. nvcc has no vectors for devices, and looks at
// all functions that could run on both sides: a source for processors only, which takes several
// numbers in the lanes of a vector at once, defines this as `inline` before it includes anything.
#ifndef CURLEW_MOM_FUNCTION
#define CURLEW_MOM_FUNCTION KOKKOS_INLINE_FUNCTION
#endif
