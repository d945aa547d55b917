#pragma once

#include <curlew/core/spaces.hpp>

// Explicit instantiation of a class template for every execution space compiled in.
#define CURLEW_DGATD_INSTANTIATE(Class)                                                            \
  template class Class<Kokkos::Serial>;                                                            \
  CURLEW_IF_OPENMP(template class Class<Kokkos::OpenMP>;)                                          \
  CURLEW_IF_CUDA(template class Class<Kokkos::Cuda>;)
