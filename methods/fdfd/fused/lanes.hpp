#pragma once

#include <curlew/methods/fdfd/fused/reals.hpp>
#include <curlew/methods/fdfd/system.hpp>

#include <cstring>

namespace curlew::fdfd {

// Arithmetic on several entries of a row at once, for hosts. What sources, sinks and bodies do to
// an entry is written once: with an Offset and Complex it is one entry, on devices and at the end
// of a row, with Lanes and Complexes it is k_lanes of them. Verified by Lanes.*.

// Entries first ... first + k_lanes - 1.
struct Lanes {
  Offset first;
};
KOKKOS_INLINE_FUNCTION Lanes operator+(Offset start, Lanes lanes) {
  return {start + lanes.first};
}

struct Complexes {
  Reals re, im;
  KOKKOS_INLINE_FUNCTION const Reals &real() const { return re; }
  KOKKOS_INLINE_FUNCTION const Reals &imag() const { return im; }
};
KOKKOS_INLINE_FUNCTION Complexes operator+(const Complexes &a, const Complexes &b) {
  return {a.re + b.re, a.im + b.im};
}
KOKKOS_INLINE_FUNCTION Complexes operator-(const Complexes &a, const Complexes &b) {
  return {a.re - b.re, a.im - b.im};
}
KOKKOS_INLINE_FUNCTION Complexes operator*(const Complexes &a, const Complexes &b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
KOKKOS_INLINE_FUNCTION Complexes operator*(const Complex &a, const Complexes &b) {
  return {a.real() * b.re - a.imag() * b.im, a.real() * b.im + a.imag() * b.re};
}
KOKKOS_INLINE_FUNCTION Complexes operator*(const Reals &a, const Complexes &b) {
  return {a * b.re, a * b.im};
}
KOKKOS_INLINE_FUNCTION Complexes conj(const Complexes &a) {
  return {a.re, -a.im};
}

KOKKOS_INLINE_FUNCTION double get(const double *from, Offset i) {
  return from[i];
}
KOKKOS_INLINE_FUNCTION Reals get(const double *from, Lanes i) {
  Reals value;
  std::memcpy(&value, from + i.first, sizeof value);
  return value;
}
KOKKOS_INLINE_FUNCTION void put(double *to, Lanes i, const Reals &value) {
  std::memcpy(to + i.first, &value, sizeof value);
}

// Entries of a vector.
KOKKOS_INLINE_FUNCTION Complex get(Entries<const Complex> from, Offset e) {
  return from[e];
}
KOKKOS_INLINE_FUNCTION void put(Entries<Complex> to, Offset e, const Complex &value) {
  to[e] = value;
}
KOKKOS_INLINE_FUNCTION Complexes get(Entries<const Complex> from, Lanes e) {
  const double *parts = reinterpret_cast<const double *>(&from[e.first]);
  const Reals a = get(parts, Lanes{0}), b = get(parts, Lanes{k_lanes});
  return {even(a, b), odd(a, b)};
}
KOKKOS_INLINE_FUNCTION void put(Entries<Complex> to, Lanes e, const Complexes &value) {
  double *parts = reinterpret_cast<double *>(&to[e.first]);
  put(parts, Lanes{0}, low_pairs(value.re, value.im));
  put(parts, Lanes{k_lanes}, high_pairs(value.re, value.im));
}

// A row whose real and imaginary parts lie apart.
struct SplitRow {
  double *re, *im;
};
KOKKOS_INLINE_FUNCTION Complex get(const SplitRow &from, Offset i) {
  return {from.re[i], from.im[i]};
}
KOKKOS_INLINE_FUNCTION void put(const SplitRow &to, Offset i, const Complex &value) {
  to.re[i] = value.real();
  to.im[i] = value.imag();
}
KOKKOS_INLINE_FUNCTION Complexes get(const SplitRow &from, Lanes i) {
  return {get(from.re, i), get(from.im, i)};
}
KOKKOS_INLINE_FUNCTION void put(const SplitRow &to, Lanes i, const Complexes &value) {
  put(to.re, i, value.re);
  put(to.im, i, value.im);
}

// What sums of a number of entries take of them.
template <class Sums, class Number>
KOKKOS_INLINE_FUNCTION void add_to(Sums &sums, const Number &value) {
  sums[0] += value.real();
  sums[1] += value.imag();
}
template <class Number> KOKKOS_INLINE_FUNCTION auto squared(const Number &value) {
  return value.real() * value.real() + value.imag() * value.imag();
}

// f(i) for the entries of a row, as many at once as possible.
template <class F> KOKKOS_FORCEINLINE_FUNCTION void for_row(Index count, const F &f) {
  Offset i = 0;
  for (; i + k_lanes <= count; i += k_lanes)
    f(Lanes{i});
  for (; i < count; ++i)
    f(i);
}

} // namespace curlew::fdfd
