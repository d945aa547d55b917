#pragma once

#include <curlew/methods/fdfd/background/layer_kernels.hpp>

namespace curlew::fdfd {

// Responses of each plane of z to sources in that plane alone (LayeredBackground::invert_planes):
// per pair of modes one number for TE, one for TM across z, one for E_z.

// Unit sources of a single plane for all pairs: of both polarisations across z, or of E_z.
template <class Space> struct UnitSources {
  LayerSystems<Space> systems;
  Vector<Space> in; // three components of `pairs` each
  bool along_z;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset pair) const {
    const Complex ux = systems.turn(0, pair), uy = systems.turn(1, pair);
    const Offset pairs = systems.pairs;
    in(pair) = along_z ? Complex(0) : ux - uy;
    in(pairs + pair) = along_z ? Complex(0) : ux + uy;
    in(2 * pairs + pair) = along_z ? 1 : 0;
  }
};

// Stores the inverses of the responses; 0 where the response is 0, on fixed entries.
template <class Space> struct KeepAnswers {
  LayerSystems<Space> systems;
  Vector<Space> out, inverses; // inverses: [TM, TE, E_z][plane][pair]
  Offset plane, planes;
  bool along_z;

  KOKKOS_INLINE_FUNCTION static Complex inverse(const Complex &value) {
    return value == Complex(0) ? value : 1.0 / value;
  }
  KOKKOS_INLINE_FUNCTION void operator()(const Offset pair) const {
    const Complex ux = systems.turn(0, pair), uy = systems.turn(1, pair);
    const Offset pairs = systems.pairs;
    if (along_z) {
      inverses((2 * planes + plane) * pairs + pair) = inverse(out(2 * pairs + pair));
      return;
    }
    inverses(plane * pairs + pair) = inverse(ux * out(pair) + uy * out(pairs + pair));
    inverses((planes + plane) * pairs + pair) = inverse(ux * out(pairs + pair) - uy * out(pair));
  }
};

// Maps the fields of a box of z to the sources that produce them, each plane by itself.
template <class Space> struct DividePlanes {
  LayerSystems<Space> systems;
  Vector<Space> in, out, inverses; // in, out: three components, `block` apart
  Index first, count;              // planes that have inverses, counted in the box
  Offset block;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset e) const {
    const Offset pairs = systems.pairs, k = e / pairs, pair = e - k * pairs, plane = k - first;
    const bool is_known = plane >= 0 && plane < count;
    const auto inverse = [&](int which) {
      return is_known ? inverses((Offset(which) * count + plane) * pairs + pair) : Complex(0);
    };
    const Complex ux = systems.turn(0, pair), uy = systems.turn(1, pair);
    const Complex x = in(e), y = in(block + e);
    const Complex p = inverse(0) * (ux * x + uy * y), q = inverse(1) * (ux * y - uy * x);
    out(e) = ux * p - uy * q;
    out(block + e) = uy * p + ux * q;
    out(2 * block + e) = inverse(2) * in(2 * block + e);
  }
};

} // namespace curlew::fdfd
