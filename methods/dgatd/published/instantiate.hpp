#pragma once

#include <curlew/core/parallel/spaces.hpp>

// Explicit instantiation of a class template for every execution space compiled in.
#define CURLEW_DGATD_INSTANTIATE(Class)                                                            \
  template class Class<Host>;                                                                      \
  CURLEW_IF_CUDA(template class Class<Kokkos::Cuda>;)                                              \
  CURLEW_IF_HIP(template class Class<Kokkos::HIP>;)
