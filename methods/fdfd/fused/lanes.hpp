#pragma once

#include <curlew/methods/fdfd/fused/reals.hpp>
#include <curlew/methods/fdfd/solve/system.hpp>

#include <cstring>

namespace curlew::fdfd {

// Arithmetic on several entries of a row at once, for hosts. Sources, sinks and bodies are written
// once for both forms: Offset and Complex stand for one entry, on devices and at the end of a row;
// SimdIndex and SimdComplex stand for k_lanes of them. Verified by SimdIndex.*.

// Entries first ... first + k_lanes - 1.
struct SimdIndex {
  Offset first;
};
KOKKOS_INLINE_FUNCTION SimdIndex operator+(Offset start, SimdIndex lanes) {
  return {start + lanes.first};
}

struct SimdComplex {
  SimdDouble re, im;
  KOKKOS_INLINE_FUNCTION const SimdDouble &real() const { return re; }
  KOKKOS_INLINE_FUNCTION const SimdDouble &imag() const { return im; }
};
KOKKOS_INLINE_FUNCTION SimdComplex operator+(const SimdComplex &a, const SimdComplex &b) {
  return {a.re + b.re, a.im + b.im};
}
KOKKOS_INLINE_FUNCTION SimdComplex operator-(const SimdComplex &a, const SimdComplex &b) {
  return {a.re - b.re, a.im - b.im};
}
KOKKOS_INLINE_FUNCTION SimdComplex operator*(const SimdComplex &a, const SimdComplex &b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
KOKKOS_INLINE_FUNCTION SimdComplex operator*(const Complex &a, const SimdComplex &b) {
  return {a.real() * b.re - a.imag() * b.im, a.real() * b.im + a.imag() * b.re};
}
KOKKOS_INLINE_FUNCTION SimdComplex operator*(const SimdDouble &a, const SimdComplex &b) {
  return {a * b.re, a * b.im};
}
KOKKOS_INLINE_FUNCTION SimdComplex operator/(const SimdComplex &a, const SimdDouble &b) {
  return {a.re / b, a.im / b};
}
KOKKOS_INLINE_FUNCTION SimdComplex conj(const SimdComplex &a) {
  return {a.re, -a.im};
}

// Overloads for one entry (solvers/vector/entries.hpp) and, below, for several.
using curlew::add_to;
using curlew::get;
using curlew::put;
using curlew::squared;
KOKKOS_INLINE_FUNCTION SimdDouble get(const double *from, SimdIndex i) {
  SimdDouble value;
  std::memcpy(&value, from + i.first, sizeof value);
  return value;
}
KOKKOS_INLINE_FUNCTION void put(double *to, SimdIndex i, const SimdDouble &value) {
  std::memcpy(to + i.first, &value, sizeof value);
}

// Overloads for the entries of a vector.
KOKKOS_INLINE_FUNCTION SimdComplex get(Entries<const Complex> from, SimdIndex e) {
  const double *parts = reinterpret_cast<const double *>(&from[e.first]);
  const SimdDouble a = get(parts, SimdIndex{0}), b = get(parts, SimdIndex{k_lanes});
  return {even(a, b), odd(a, b)};
}
KOKKOS_INLINE_FUNCTION void put(Entries<Complex> to, SimdIndex e, const SimdComplex &value) {
  double *parts = reinterpret_cast<double *>(&to[e.first]);
  put(parts, SimdIndex{0}, low_pairs(value.re, value.im));
  put(parts, SimdIndex{k_lanes}, high_pairs(value.re, value.im));
}

// A row with separate real and imaginary parts.
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
KOKKOS_INLINE_FUNCTION SimdComplex get(const SplitRow &from, SimdIndex i) {
  return {get(from.re, i), get(from.im, i)};
}
KOKKOS_INLINE_FUNCTION void put(const SplitRow &to, SimdIndex i, const SimdComplex &value) {
  put(to.re, i, value.re);
  put(to.im, i, value.im);
}

// Calls f(i) for the entries of a row, as many at once as possible.
template <class F> KOKKOS_FORCEINLINE_FUNCTION void for_row(Index count, const F &f) {
  Offset i = 0;
  for (; i + k_lanes <= count; i += k_lanes)
    f(SimdIndex{i});
  for (; i < count; ++i)
    f(i);
}

} // namespace curlew::fdfd
