#pragma once

#include <curlew/core/parallel/spaces.hpp>

#include <Kokkos_Complex.hpp>

// CURLEW_FOR_EACH_SPACE_AND_SCALAR writes CURLEW_INSTANTIATE(Space, Scalar), which the file
// defines, for each compiled execution space and for real and complex numbers.
#define CURLEW_FOR_BOTH_SCALARS(Space)                                                             \
  CURLEW_INSTANTIATE(Space, double)                                                                \
  CURLEW_INSTANTIATE(Space, Kokkos::complex<double>)
#define CURLEW_FOR_EACH_SPACE_AND_SCALAR CURLEW_FOR_EACH_SPACE(CURLEW_FOR_BOTH_SCALARS)
