#pragma once

#include <curlew/solvers/vector/entries.hpp>

namespace curlew::fdfd {

// Planes along z that a launch of the fused kernel computes, and in a slab of a rank the planes of
// the neighbours' slabs below the first one and above the last.
struct Planes {
  using Number = Kokkos::complex<double>;
  Index begin = 0, end = 0;
  const Number *ghosts[2] = {nullptr, nullptr}; // [component][j][i]; null where there is none

  KOKKOS_INLINE_FUNCTION Index count() const { return end - begin; }
  // Returns the neighbour's plane at k, beyond a slab of `planes` planes; null for its own planes.
  KOKKOS_INLINE_FUNCTION const Number *ghosts_of(Index k, Index planes) const {
    return k < 0 ? ghosts[0] : k >= planes ? ghosts[1] : nullptr;
  }
};

} // namespace curlew::fdfd
