#pragma once

#include <curlew/core/parallel/device_traits.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/fdfd/system.hpp>

namespace curlew::fdfd {

// What the tridiagonal systems of LayeredBackground have of z, and of the pairs of modes. A number
// of a system at index k of z lies at [(polarisation count_z + k) pairs + pair].
template <class Space> struct LayerSystems {
  enum Row { // of `steps`, count_z each; polarisation 0 is TE, 1 is TM
    te_lower,
    te_upper,
    te_base,
    tm_lower,
    tm_upper,
    tm_base,
    node_inverse, // 1 / e_n; 0 on a fixed node
    half_inverse, // 1 / e_h; 0 on a fixed half
    node_rate,
    half_rate,
    node_share, // 1 / node_length
    half_share,
    k_rows
  };
  Kokkos::View<const Complex *, Space> steps;
  Kokkos::View<const Complex *, Space> turns; // of pairs: g_x / g, g_y / g and g, each `pairs` long
  Index count_z;
  Offset pairs;

  KOKKOS_INLINE_FUNCTION Complex step(int row, Index k) const { return steps(row * count_z + k); }
  KOKKOS_INLINE_FUNCTION Complex lower(int pol, Index k) const { return step(3 * pol, k); }
  KOKKOS_INLINE_FUNCTION Complex upper(int pol, Index k) const { return step(3 * pol + 1, k); }
  KOKKOS_INLINE_FUNCTION bool is_fixed(int pol, Index k) const {
    return step(pol == 0 ? node_inverse : half_inverse, k) == Complex(0);
  }
  KOKKOS_INLINE_FUNCTION Complex diagonal(int pol, Index k, const Complex &square) const {
    return step(3 * pol + 2, k) + (pol == 0 ? square : -square * step(half_inverse, k));
  }
  KOKKOS_INLINE_FUNCTION Offset at(int pol, Index k, Offset pair) const {
    return (Offset(pol) * count_z + k) * pairs + pair;
  }
};

// The inverse pivots of elimination upwards; for a system that ends at closed_end that of its last
// row, with what lies above eliminated downwards.
template <class Space> struct FactorLayers {
  LayerSystems<Space> systems;
  Index closed_end;
  Vector<Space> pivots, closing;

  KOKKOS_INLINE_FUNCTION Complex inverse(int pol, Index k, const Complex &pivot) const {
    return systems.is_fixed(pol, k) ? Complex(0) : 1.0 / pivot;
  }
  KOKKOS_INLINE_FUNCTION void operator()(const Offset system) const {
    const int pol = system < systems.pairs ? 0 : 1;
    const Offset pair = system - pol * systems.pairs;
    const Complex g = systems.turns(2 * systems.pairs + pair), square = g * g;
    Complex before = 0;
    for (Index k = 0; k < systems.count_z; ++k) {
      Complex pivot = systems.diagonal(pol, k, square);
      if (k > 0)
        pivot -= systems.lower(pol, k) * systems.upper(pol, k - 1) * before;
      before = inverse(pol, k, pivot);
      pivots(systems.at(pol, k, pair)) = before;
    }
    Complex after = 0;
    for (Index k = systems.count_z - 1; k >= closed_end - 1; --k) {
      Complex pivot = systems.diagonal(pol, k, square);
      if (k + 1 < systems.count_z)
        pivot -= systems.upper(pol, k) * systems.lower(pol, k + 1) * after;
      if (k == closed_end - 1 && k > 0)
        pivot -= systems.lower(pol, k) * systems.upper(pol, k - 1) *
                 pivots(systems.at(pol, k - 1, pair));
      after = inverse(pol, k, pivot);
    }
    closing(system) = after;
  }
};

// Sources of a box of z, turned into those of both systems on rows [first, end).
template <class Space> struct TurnSources {
  LayerSystems<Space> systems;
  Vector<Space> in, fields; // in: three components, `block` apart
  Index first, from_first, from_end;
  Offset block;

  KOKKOS_INLINE_FUNCTION Complex source(int component, Index k, Offset pair) const {
    return k < from_first || k >= from_end
               ? Complex(0)
               : in(component * block + (k - from_first) * systems.pairs + pair);
  }
  // P / e_n; 0 on fixed nodes and beyond the upper wall.
  KOKKOS_INLINE_FUNCTION Complex along(Index k, Offset pair) const {
    using S = LayerSystems<Space>;
    if (k >= systems.count_z)
      return 0;
    return (systems.turns(pair) * source(0, k, pair) +
            systems.turns(systems.pairs + pair) * source(1, k, pair)) *
           (systems.step(S::node_share, k) * systems.step(S::node_inverse, k));
  }
  KOKKOS_INLINE_FUNCTION void operator()(const Offset e) const {
    using S = LayerSystems<Space>;
    const Offset row = e / systems.pairs, pair = e - row * systems.pairs;
    const Index k = first + static_cast<Index>(row);
    const Complex ux = systems.turns(pair), uy = systems.turns(systems.pairs + pair),
                  g = systems.turns(2 * systems.pairs + pair);
    fields(systems.at(0, k, pair)) =
        (ux * source(1, k, pair) - uy * source(0, k, pair)) * systems.step(S::node_share, k);
    fields(systems.at(1, k, pair)) =
        g * source(2, k, pair) *
            (systems.step(S::half_share, k) * systems.step(S::half_inverse, k)) -
        systems.step(S::half_rate, k) * (along(k + 1, pair) - along(k, pair));
  }
};

// Elimination on rows [first, end) and back substitution down to row `lowest`, in place; rows below
// `first` have no source. Hosts take some neighbouring pairs at a time, whose numbers share lines
// of the cache.
template <class Space> struct SolveLayers {
  static constexpr int k_lanes = is_device<Space> ? 1 : 8;
  LayerSystems<Space> systems;
  Vector<Space> pivots, closing, fields;
  Index first, end, lowest;
  bool is_closed;

  static Offset blocks(Offset pairs) { return (pairs + k_lanes - 1) / k_lanes; }

  KOKKOS_INLINE_FUNCTION void operator()(const Offset task) const {
    const Offset per_polarisation = (systems.pairs + k_lanes - 1) / k_lanes;
    const int pol = task < per_polarisation ? 0 : 1;
    const Offset pair = (task - pol * per_polarisation) * k_lanes;
    const int lanes =
        static_cast<int>(systems.pairs - pair < k_lanes ? systems.pairs - pair : Offset(k_lanes));
    for (Index k = first; k < end; ++k) {
      const Offset at = systems.at(pol, k, pair);
      const Complex lower = systems.lower(pol, k);
      const bool is_last = is_closed && k == end - 1;
      for (int l = 0; l < lanes; ++l) {
        Complex value = fields(at + l);
        if (k > first)
          value -= lower * fields(at - systems.pairs + l);
        fields(at + l) =
            value * (is_last ? closing(pol * systems.pairs + pair + l) : pivots(at + l));
      }
    }
    for (Index k = end - 2; k >= lowest; --k) {
      const Offset at = systems.at(pol, k, pair);
      const Complex upper = systems.upper(pol, k);
      for (int l = 0; l < lanes; ++l) {
        const Complex value = k >= first ? fields(at + l) : Complex(0);
        fields(at + l) = value - upper * pivots(at + l) * fields(at + systems.pairs + l);
      }
    }
  }
};

// The three components, of both systems' solutions.
template <class Space> struct TurnFields {
  TurnSources<Space> sources;
  Vector<Space> out;
  Index to_first;
  Offset block;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset e) const {
    using S = LayerSystems<Space>;
    const LayerSystems<Space> &systems = sources.systems;
    const Offset row = e / systems.pairs, pair = e - row * systems.pairs;
    const Index k = to_first + static_cast<Index>(row);
    const Complex ux = systems.turns(pair), uy = systems.turns(systems.pairs + pair),
                  g = systems.turns(2 * systems.pairs + pair);
    const Complex q = sources.fields(systems.at(0, k, pair)),
                  h = sources.fields(systems.at(1, k, pair)),
                  before = k > 0 ? sources.fields(systems.at(1, k - 1, pair)) : Complex(0);
    const Complex p =
        -(systems.step(S::node_inverse, k) * systems.step(S::node_rate, k) * (h - before) +
          sources.along(k, pair));
    out(e) = ux * p - uy * q;
    out(block + e) = uy * p + ux * q;
    out(2 * block + e) = -systems.step(S::half_inverse, k) *
                         (g * h + sources.source(2, k, pair) * systems.step(S::half_share, k));
  }
};

} // namespace curlew::fdfd
