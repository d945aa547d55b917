#pragma once

#include <curlew/core/parallel/device_traits.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/fdfd/fused/lanes.hpp>
#include <curlew/methods/fdfd/solve/system.hpp>

namespace curlew::fdfd {

// Return a + b of a constant and the numbers of one pair of modes or several.
KOKKOS_INLINE_FUNCTION Complex sum(const Complex &a, const Complex &b) {
  return a + b;
}
KOKKOS_INLINE_FUNCTION SimdComplex sum(const Complex &a, const SimdComplex &b) {
  return {a.real() + b.re, a.imag() + b.im};
}

// Returns the number of neighbouring pairs that a thread of a host takes at a time.
inline Offset block_width(Offset pairs, Offset threads) {
  constexpr Offset k_widest = 128, k_blocks_per_thread = 4;
  const Offset wanted = pairs / (k_blocks_per_thread * threads) / k_lanes * k_lanes;
  return wanted < k_lanes ? k_lanes : wanted < k_widest ? wanted : k_widest;
}

// Coefficients of the tridiagonal systems of LayeredBackground, by z and by pair of modes. A number
// of a system at index k of z is stored at [(polarisation count_z + k) pairs + pair].
template <class Space> struct LayerSystems {
  enum Row { // rows of `steps`, count_z each; polarisation 0 is TE, 1 is TM
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
  Kokkos::View<const Complex *, Space> turns; // by pair: g_x / g, g_y / g and g, each `pairs` long
  Index count_z;
  Offset pairs;

  KOKKOS_INLINE_FUNCTION Complex step(int row, Index k) const { return steps(row * count_z + k); }
  KOKKOS_INLINE_FUNCTION Complex lower(int pol, Index k) const { return step(3 * pol, k); }
  KOKKOS_INLINE_FUNCTION Complex upper(int pol, Index k) const { return step(3 * pol + 1, k); }
  KOKKOS_INLINE_FUNCTION bool is_fixed(int pol, Index k) const {
    return step(pol == 0 ? node_inverse : half_inverse, k) == Complex(0);
  }
  template <class Number>
  KOKKOS_INLINE_FUNCTION Number diagonal(int pol, Index k, const Number &square) const {
    return sum(step(3 * pol + 2, k), pol == 0 ? square : Number(-step(half_inverse, k) * square));
  }
  template <class At> KOKKOS_INLINE_FUNCTION At at(int pol, Index k, const At &pair) const {
    return (Offset(pol) * count_z + k) * pairs + pair;
  }
  // Returns g_x / g, g_y / g or g.
  template <class At> KOKKOS_INLINE_FUNCTION auto turn(int which, const At &pair) const {
    return get(turns.data(), which * pairs + pair);
  }
};

// The kernels below treat one pair of modes (At is an Offset) or, on hosts, k_lanes neighbours at
// once (SimdIndex): fused/lanes.hpp.

// Computes the inverse pivots of elimination upwards and, for a system that ends at closed_end,
// that of its last row, with the rows above eliminated downwards.
template <class Space> struct FactorLayers {
  LayerSystems<Space> systems;
  Index closed_end;
  Vector<Space> pivots, closing;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset system) const {
    const int pol = system < systems.pairs ? 0 : 1;
    const Offset pair = system - pol * systems.pairs;
    Complex value = 0;
    for (Index k = 0; k < systems.count_z; ++k)
      value = eliminate(pol, k, pair, value);
    value = 0;
    for (Index k = systems.count_z - 1; k >= closed_end - 1; --k)
      value = close(pol, k, pair, value);
  }
  // Computes the pivot of row k from the inverse pivot of the row below.
  template <class At, class Number>
  KOKKOS_INLINE_FUNCTION Number eliminate(int pol, Index k, const At &pair,
                                          const Number &below) const {
    const Number value = inverse(pol, k,
                                 k > 0 ? diagonal(pol, k, pair) - from_below(pol, k, below)
                                       : diagonal(pol, k, pair));
    put(pivots.data(), systems.at(pol, k, pair), value);
    return value;
  }
  // Computes the pivot of row k from that of the row above; the lowest row closes a system.
  template <class At, class Number>
  KOKKOS_INLINE_FUNCTION Number close(int pol, Index k, const At &pair, const Number &above) const {
    Number pivot = diagonal(pol, k, pair);
    if (k + 1 < systems.count_z)
      pivot = pivot - (systems.upper(pol, k) * systems.lower(pol, k + 1)) * above;
    const bool is_last = k == closed_end - 1;
    if (is_last && k > 0)
      pivot = pivot - from_below(pol, k, Number(get(pivots.data(), systems.at(pol, k - 1, pair))));
    const Number value = inverse(pol, k, pivot);
    if (is_last)
      put(closing.data(), pol * systems.pairs + pair, value);
    return value;
  }

private:
  template <class At> KOKKOS_INLINE_FUNCTION auto diagonal(int pol, Index k, const At &pair) const {
    const auto g = systems.turn(2, pair);
    return systems.diagonal(pol, k, g * g);
  }
  template <class Number>
  KOKKOS_INLINE_FUNCTION Number from_below(int pol, Index k, const Number &below) const {
    return (systems.lower(pol, k) * systems.upper(pol, k - 1)) * below;
  }
  // Inverts a pivot. Pivots are never near overflow, so the scaling of a complex division is
  // omitted.
  template <class Number>
  KOKKOS_INLINE_FUNCTION Number inverse(int pol, Index k, const Number &pivot) const {
    if (systems.is_fixed(pol, k))
      return Number{};
    const auto size = squared(pivot);
    return {pivot.real() / size, -pivot.imag() / size};
  }
};

// The same for hosts, on enough neighbouring pairs that rows of them are read contiguously.
template <class Space> struct FactorBlock {
  FactorLayers<Space> factor;
  Offset width;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset block) const {
    const LayerSystems<Space> &systems = factor.systems;
    const Offset begin = block * width, rest = systems.pairs - begin;
    const Index count = static_cast<Index>(rest < width ? rest : width);
    const auto pivot = [&](int pol, Index k, const auto &pair) {
      return get(factor.pivots.data(), systems.at(pol, k, pair));
    };
    for (Index k = 0; k < systems.count_z; ++k)
      for_row(count, [&](const auto i) {
        for (int pol = 0; pol < 2; ++pol)
          factor.eliminate(pol, k, begin + i, pivot(pol, k > 0 ? k - 1 : 0, begin + i));
      });
    for_row(count, [&](const auto i) {
      for (int pol = 0; pol < 2; ++pol) {
        decltype(pivot(pol, 0, begin + i)) value{};
        for (Index k = systems.count_z - 1; k >= factor.closed_end - 1; --k)
          value = factor.close(pol, k, begin + i, value);
      }
    });
  }
};

// Rotates the sources of a box of z into those of both systems on rows [first, end).
template <class Space> struct TurnSources {
  LayerSystems<Space> systems;
  Vector<Space> in, fields; // in: three components, `block` apart
  Index first, from_first, from_end;
  Offset block;

  template <class At>
  KOKKOS_INLINE_FUNCTION auto source(int component, Index k, const At &pair) const {
    using Number = decltype(get(in.data(), pair));
    return k < from_first || k >= from_end
               ? Number{}
               : get(in.data(), component * block + (k - from_first) * systems.pairs + pair);
  }
  // Returns P / e_n; 0 on fixed nodes and beyond the upper wall.
  template <class At> KOKKOS_INLINE_FUNCTION auto along(Index k, const At &pair) const {
    using S = LayerSystems<Space>;
    using Number = decltype(get(in.data(), pair));
    if (k >= systems.count_z)
      return Number{};
    return Number(
        (systems.step(S::node_share, k) * systems.step(S::node_inverse, k)) *
        (systems.turn(0, pair) * source(0, k, pair) + systems.turn(1, pair) * source(1, k, pair)));
  }
  KOKKOS_INLINE_FUNCTION void operator()(const Offset e) const {
    const Offset row = e / systems.pairs;
    turn(first + static_cast<Index>(row), e - row * systems.pairs);
  }
  template <class At> KOKKOS_INLINE_FUNCTION void turn(const Index k, const At &pair) const {
    using S = LayerSystems<Space>;
    const auto ux = systems.turn(0, pair), uy = systems.turn(1, pair), g = systems.turn(2, pair);
    put(fields.data(), systems.at(0, k, pair),
        systems.step(S::node_share, k) * (ux * source(1, k, pair) - uy * source(0, k, pair)));
    put(fields.data(), systems.at(1, k, pair),
        (systems.step(S::half_share, k) * systems.step(S::half_inverse, k)) *
                (g * source(2, k, pair)) -
            systems.step(S::half_rate, k) * (along(k + 1, pair) - along(k, pair)));
  }
};

// Elimination on rows [first, end) and back substitution down to row `lowest`, in place; rows below
// `first` have no source.
template <class Space> struct SolveLayers {
  LayerSystems<Space> systems;
  Vector<Space> pivots, closing, fields;
  Index first, end, lowest;
  bool is_closed;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset system) const {
    const int pol = system < systems.pairs ? 0 : 1;
    solve(pol, system - pol * systems.pairs);
  }
  KOKKOS_INLINE_FUNCTION void solve(const int pol, const Offset pair) const {
    Complex value = 0;
    for (Index k = first; k < end; ++k)
      value = eliminate(pol, k, pair, value);
    for (Index k = end - 2; k >= lowest; --k)
      value = substitute(pol, k, pair, value);
  }
  // Compute row k: eliminate() from the result of the row below, substitute() from that of the row
  // above.
  template <class At, class Number>
  KOKKOS_INLINE_FUNCTION Number eliminate(const int pol, const Index k, const At &pair,
                                          const Number &below) const {
    const auto at = systems.at(pol, k, pair);
    const Number source = get(fields.data(), at);
    const Number value =
        (k > first ? source - systems.lower(pol, k) * below : source) *
        (is_closed && k == end - 1 ? get(closing.data(), pol * systems.pairs + pair)
                                   : get(pivots.data(), at));
    put(fields.data(), at, value);
    return value;
  }
  template <class At, class Number>
  KOKKOS_INLINE_FUNCTION Number substitute(const int pol, const Index k, const At &pair,
                                           const Number &above) const {
    const auto at = systems.at(pol, k, pair);
    const Number value = (k >= first ? get(fields.data(), at) : Number{}) -
                         systems.upper(pol, k) * (get(pivots.data(), at) * above);
    put(fields.data(), at, value);
    return value;
  }
};

// Computes the three components from both systems' solutions.
template <class Space> struct TurnFields {
  TurnSources<Space> sources;
  Vector<Space> out;
  Index to_first;
  Offset block;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset e) const {
    const Offset row = e / sources.systems.pairs;
    turn(to_first + static_cast<Index>(row), e - row * sources.systems.pairs);
  }
  template <class At> KOKKOS_INLINE_FUNCTION void turn(const Index k, const At &pair) const {
    using S = LayerSystems<Space>;
    const LayerSystems<Space> &systems = sources.systems;
    const auto e = (k - to_first) * systems.pairs + pair;
    const auto ux = systems.turn(0, pair), uy = systems.turn(1, pair), g = systems.turn(2, pair);
    const auto q = get(sources.fields.data(), systems.at(0, k, pair)),
               h = get(sources.fields.data(), systems.at(1, k, pair)),
               before =
                   k > 0 ? get(sources.fields.data(), systems.at(1, k - 1, pair)) : decltype(h){};
    const auto p =
        (-systems.step(S::node_inverse, k) * systems.step(S::node_rate, k)) * (h - before) -
        sources.along(k, pair);
    put(out.data(), e, ux * p - uy * q);
    put(out.data(), block + e, uy * p + ux * q);
    put(out.data(), 2 * block + e,
        -systems.step(S::half_inverse, k) *
            (g * h + systems.step(S::half_share, k) * sources.source(2, k, pair)));
  }
};

// All three kernels one after the other for hosts, on enough neighbouring pairs that rows of them
// are read contiguously, and few enough that all their numbers stay in the second cache. On devices
// a thread per pair would leave too few threads.
template <class Space> struct SolveBlock {
  TurnSources<Space> sources;
  SolveLayers<Space> solve;
  TurnFields<Space> fields;
  Index to_end;
  Offset width; // pairs of a block

  KOKKOS_INLINE_FUNCTION void operator()(const Offset block) const {
    const LayerSystems<Space> &systems = sources.systems;
    const Offset begin = block * width, rest = systems.pairs - begin;
    const Index count = static_cast<Index>(rest < width ? rest : width);
    const auto field = [&](int pol, Index k, const auto &pair) {
      return get(solve.fields.data(), systems.at(pol, k, pair));
    };
    for (Index k = solve.first; k < solve.end; ++k)
      for_row(count, [&](const auto i) {
        const auto pair = begin + i;
        sources.turn(k, pair);
        for (int pol = 0; pol < 2; ++pol)
          solve.eliminate(pol, k, pair, field(pol, k > solve.first ? k - 1 : k, pair));
      });
    for (Index k = solve.end - 2; k >= solve.lowest; --k)
      for_row(count, [&](const auto i) {
        const auto pair = begin + i;
        for (int pol = 0; pol < 2; ++pol)
          solve.substitute(pol, k, pair, field(pol, k + 1, pair));
      });
    for (Index k = fields.to_first; k < to_end; ++k)
      for_row(count, [&](const auto i) { fields.turn(k, begin + i); });
  }
};

} // namespace curlew::fdfd
