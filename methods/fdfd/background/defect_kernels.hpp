#pragma once

#include <curlew/methods/fdfd/background/background_inverse.hpp>
#include <curlew/methods/fdfd/background/grid_kernels.hpp>

namespace curlew::fdfd {

// Kernels that measure how far the background's inverse is off.

// Planes of z on which a residual is measured, and the number of planes that each represents.
struct SampledPlanes {
  static constexpr int k_count = 2;
  Index at[k_count];
  double weight[k_count];
  Index first, count; // all planes that the operator's rows there read
};

// Chooses the source's plane, where the error is largest, for itself, and one two planes off for a
// quarter of the grid: with layers of 8 to 32 cells, in both forms of the inverse, the result is
// within a factor of 1.5 of that of all planes.
inline SampledPlanes sampled_planes(Index planes, Index source) {
  constexpr Index k_offset = 2, k_few = 16;
  SampledPlanes sampled{{source, source >= k_offset ? source - k_offset : planes - 1},
                        {1, planes / 4.0},
                        source - k_offset - 1,
                        k_offset + 3};
  if (planes < k_few) {
    sampled.first = 0;
    sampled.count = planes;
  }
  return sampled;
}

// grid := 0 but for the entries of a box.
template <class Space> struct Embed {
  BoxEntries<Space> box;
  Vector<Space> values, grid;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset e) const {
    grid(box.in_grid(box.entry_at(e))) = values(e);
  }
};

// For an f = g / W that is 0 but on one line of each component: sums |f - A0 x|^2 on the sampled
// planes, times their weights, and |f|^2.
template <class Space> struct DefectSink {
  static constexpr int k_sums = 2, k_weighted = 0;
  Kokkos::View<const std::uint16_t *, Space> eps_id;
  Kokkos::View<const Complex *, Space> k2_eps;
  BackgroundConstants<Space> k2_eps_b;
  SampledPlanes planes;
  const Complex *g;
  Offset size, plane; // entries of a component and of its planes
  Offset line = 0;    // start of the line in a component
  Index length = 0;

  template <class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(Offset e, const Complex &weight, const Complex &x,
                                         const Complex &product, Sums &sums) const {
    const int component = e < size ? 0 : e < 2 * size ? 1 : 2;
    const Offset in_component = e - component * size, k = in_component / plane;
    double share = 0;
    // The source's plane counts where both are the same.
    for (int p = SampledPlanes::k_count; p-- > 0;)
      share = k == planes.at[p] ? planes.weight[p] : share;
    if (share == 0)
      return;
    const std::uint16_t id = eps_id(e);
    if (id == 0)
      return;
    const Offset at = in_component - line;
    const Complex f = at >= 0 && at < length ? g[component * length + at] / weight : Complex(0);
    sums[0] += share * squared(f - product - (k2_eps(id) - k2_eps_b(e)) * x);
    sums[1] += squared(f);
  }
};

} // namespace curlew::fdfd
