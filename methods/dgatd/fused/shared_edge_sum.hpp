#pragma once

#include <curlew/core/index.hpp>

#include <Kokkos_Core.hpp>

namespace curlew::dgatd {

// r(edge) += partial sums of the clusters that share the edge, in a fixed order.
template <class Space> struct SharedEdgeSum {
  Kokkos::View<const Index *, Space> edges, offsets;
  Kokkos::View<double *, Space> r;
  Index first_partial;

  KOKKOS_INLINE_FUNCTION void operator()(const Index k) const {
    const Index edge = edges(k);
    double sum = r(edge);
    for (Index at = offsets(k); at < offsets(k + 1); ++at)
      sum += r(first_partial + at);
    r(edge) = sum;
  }
};

} // namespace curlew::dgatd
