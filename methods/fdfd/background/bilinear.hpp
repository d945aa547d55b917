#pragma once

#include <curlew/core/parallel/reduce.hpp>
#include <curlew/methods/fdfd/fused/lanes.hpp>

namespace curlew::fdfd {

// Sums of Krylov methods for symmetric complex matrices, each in one sweep with the updates before
// it.

// The product x . y without conjugation.
template <class Space> struct BilinearProduct {
  Vector<Space> x, y;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i, double (&sums)[2]) const {
    add_to(sums, x(i) * y(i));
  }
};

template <class Space>
Complex bilinear_product(const Space &space, const Vector<Space> &x, const Vector<Space> &y) {
  const auto sums =
      ordered_sums<2>(space, "curlew::fdfd::bilinear", x.extent(0), BilinearProduct<Space>{x, y});
  return {sums[0], sums[1]};
}

} // namespace curlew::fdfd
