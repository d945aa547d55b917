#pragma once

#include <Kokkos_Core.hpp>

// Explicit instantiation of a class template for every backend compiled in.
#ifdef KOKKOS_ENABLE_OPENMP
#define CURLEW_DGATD_INSTANTIATE(Class)                                                            \
  template class Class<Kokkos::Serial>;                                                            \
  template class Class<Kokkos::OpenMP>;
#else
#define CURLEW_DGATD_INSTANTIATE(Class) template class Class<Kokkos::Serial>;
#endif
