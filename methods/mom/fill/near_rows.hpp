#pragma once

#include <curlew/core/index.hpp>

#include <Kokkos_Core.hpp>

namespace curlew::mom {

// A sparse matrix by rows, which kernels can read and add to.
template <class Space, class Real> struct NearRows {
  using Value = Kokkos::complex<Real>;
  Kokkos::View<const Offset *, Space> row_begin;
  Kokkos::View<const Index *, Space> columns; // ascending in a row
  Kokkos::View<Value *, Space> values;
  bool is_alone = false; // one thread only: no atomic additions

  KOKKOS_INLINE_FUNCTION Index row(Index basis) const { return basis; }
  KOKKOS_INLINE_FUNCTION Index column(Index basis) const { return basis; }

  // The pattern must contain the entry.
  KOKKOS_INLINE_FUNCTION void add(Index row, Index column, double re, double im) const {
    Offset first = row_begin(row), last = row_begin(row + 1);
    while (last - first > 1) {
      const Offset middle = (first + last) / 2;
      if (columns(middle) <= column)
        first = middle;
      else
        last = middle;
    }
    auto *entry = reinterpret_cast<Real *>(&values(first));
    if (is_alone) {
      entry[0] += static_cast<Real>(re);
      entry[1] += static_cast<Real>(im);
    } else {
      Kokkos::atomic_add(entry, static_cast<Real>(re));
      Kokkos::atomic_add(entry + 1, static_cast<Real>(im));
    }
  }
};

} // namespace curlew::mom
