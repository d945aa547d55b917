#pragma once

#include <curlew/methods/fdfd/fused/lanes.hpp>

namespace curlew::fdfd {

// Arithmetic on two entries at once, for sweeps on devices: the loads of the second entry start
// before the first one is stored, so that twice as much is on its way from memory.
struct Two {
  Offset a, b;
};
// Two terms of a sum; as a double, their sum.
struct TwoReals {
  double a, b;
  KOKKOS_INLINE_FUNCTION operator double() const { return a + b; }
};
struct PairComplex {
  Complex a, b;
  KOKKOS_INLINE_FUNCTION TwoReals real() const { return {a.real(), b.real()}; }
  KOKKOS_INLINE_FUNCTION TwoReals imag() const { return {a.imag(), b.imag()}; }
};
KOKKOS_INLINE_FUNCTION PairComplex operator+(const PairComplex &x, const PairComplex &y) {
  return {x.a + y.a, x.b + y.b};
}
KOKKOS_INLINE_FUNCTION PairComplex operator-(const PairComplex &x, const PairComplex &y) {
  return {x.a - y.a, x.b - y.b};
}
KOKKOS_INLINE_FUNCTION PairComplex operator*(const PairComplex &x, const PairComplex &y) {
  return {x.a * y.a, x.b * y.b};
}
KOKKOS_INLINE_FUNCTION PairComplex operator*(const Complex &x, const PairComplex &y) {
  return {x * y.a, x * y.b};
}
KOKKOS_INLINE_FUNCTION PairComplex operator*(const TwoReals &x, const PairComplex &y) {
  return {x.a * y.a, x.b * y.b};
}
KOKKOS_INLINE_FUNCTION PairComplex operator/(const PairComplex &x, const TwoReals &y) {
  return {x.a / y.a, x.b / y.b};
}
KOKKOS_INLINE_FUNCTION TwoReals get(const double *from, Two e) {
  return {from[e.a], from[e.b]};
}
KOKKOS_INLINE_FUNCTION PairComplex conj(const PairComplex &x) {
  return {Kokkos::conj(x.a), Kokkos::conj(x.b)};
}
KOKKOS_INLINE_FUNCTION double squared(const PairComplex &x) {
  return squared(x.a) + squared(x.b);
}
KOKKOS_INLINE_FUNCTION PairComplex get(Entries<const Complex> from, Two e) {
  return {from[e.a], from[e.b]};
}
KOKKOS_INLINE_FUNCTION void put(Entries<Complex> to, Two e, const PairComplex &value) {
  to[e.a] = value.a;
  to[e.b] = value.b;
}

} // namespace curlew::fdfd
