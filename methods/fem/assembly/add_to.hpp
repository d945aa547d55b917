#pragma once

#include <curlew/core/parallel/kokkos_compat.hpp>

#include <Kokkos_Complex.hpp>

namespace curlew::fem {

// Adds a complex number to an entry atomically, part by part. Kokkos 3 uses a table of locks for
// atomic additions of complex numbers.
KOKKOS_INLINE_FUNCTION void add_to(Kokkos::complex<double> &entry,
                                   const Kokkos::complex<double> &value) {
  auto *parts = reinterpret_cast<double *>(&entry);
  compat::atomic_add(parts, value.real());
  compat::atomic_add(parts + 1, value.imag());
}

} // namespace curlew::fem
