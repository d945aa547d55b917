#pragma once

#include <curlew/methods/fdfd/system.hpp>

namespace curlew::fdfd {

// What the fused kernel multiplies by A. value(e) is the entry's value, keep(e, value) stores what
// the solver wants stored; take() does both for a row, real and imaginary parts apart.
template <class Derived> struct SourceRows {
  template <bool is_own>
  KOKKOS_INLINE_FUNCTION void take(Offset first, Index count, double *__restrict__ re,
                                   double *__restrict__ im) const {
    const Derived &self = static_cast<const Derived &>(*this);
    for (Index i = 0; i < count; ++i) {
      const Complex value = self.value(first + i);
      if constexpr (is_own)
        self.keep(first + i, value);
      re[i] = value.real();
      im[i] = value.imag();
    }
  }
};

// x itself.
template <class Space> struct PlainSource : SourceRows<PlainSource<Space>> {
  const Complex *x;
  explicit PlainSource(const Vector<Space> &vector) : x(vector.data()) {}
  KOKKOS_INLINE_FUNCTION void begin() {}
  KOKKOS_INLINE_FUNCTION Complex value(Offset e) const { return x[e]; }
  KOKKOS_INLINE_FUNCTION void keep(Offset, const Complex &) const {}
};

// p' = a + scalar b, kept in a vector of its own: neighbours still read a and b.
template <class Space> struct CombinedSource : SourceRows<CombinedSource<Space>> {
  const Complex *a, *b, *scalar;
  Complex *result;
  Complex factor;
  CombinedSource(const Vector<Space> &first, const Vector<Space> &second, const Vector<Space> &sum,
                 const Complex *of_second)
      : a(first.data()), b(second.data()), scalar(of_second), result(sum.data()) {}
  KOKKOS_INLINE_FUNCTION void begin() { factor = *scalar; }
  KOKKOS_INLINE_FUNCTION Complex value(Offset e) const { return a[e] + factor * b[e]; }
  KOKKOS_INLINE_FUNCTION void keep(Offset e, const Complex &value) const { result[e] = value; }
};

} // namespace curlew::fdfd
