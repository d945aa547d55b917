#pragma once

#include <curlew/methods/fdfd/fused/lanes.hpp>

namespace curlew::fdfd {

// What the fused kernel multiplies by A. value(e) is the value of an entry, or of Lanes of them;
// keep(e, value) stores what the solver wants stored.
template <class Derived> struct SourceRows {
  // For kernels that ask for an entry long before they use it: what is read of it, and what
  // becomes of that. Sources of many vectors keep their value alone meanwhile.
  using Raw = Complex;
  KOKKOS_INLINE_FUNCTION Raw load(Offset e) const {
    return static_cast<const Derived &>(*this).value(e);
  }
  KOKKOS_INLINE_FUNCTION Complex combine(const Raw &raw) const { return raw; }
};

// x itself.
template <class Space> struct PlainSource : SourceRows<PlainSource<Space>> {
  Entries<const Complex> x;
  explicit PlainSource(const Vector<Space> &vector) : x(vector.data()) {}
  KOKKOS_INLINE_FUNCTION void begin() {}
  template <class At> KOKKOS_INLINE_FUNCTION auto value(At e) const { return get(x, e); }
  template <class At, class Number> KOKKOS_INLINE_FUNCTION void keep(At, const Number &) const {}
};

// p' = a + scalar b, kept in a vector of its own: neighbours still read a and b.
template <class Space> struct CombinedSource : SourceRows<CombinedSource<Space>> {
  Entries<const Complex> a, b;
  Entries<Complex> result;
  const Complex *scalar;
  Complex factor;
  CombinedSource(const Vector<Space> &first, const Vector<Space> &second, const Vector<Space> &sum,
                 const Complex *of_second)
      : a(first.data()), b(second.data()), result(sum.data()), scalar(of_second) {}
  KOKKOS_INLINE_FUNCTION void begin() { factor = *scalar; }
  template <class At> KOKKOS_INLINE_FUNCTION auto value(At e) const {
    return get(a, e) + factor * get(b, e);
  }
  template <class At, class Number>
  KOKKOS_INLINE_FUNCTION void keep(At e, const Number &value) const {
    put(result, e, value);
  }

  struct Raw {
    Complex a, b;
  };
  KOKKOS_INLINE_FUNCTION Raw load(Offset e) const { return {a[e], b[e]}; }
  KOKKOS_INLINE_FUNCTION Complex combine(const Raw &raw) const { return raw.a + factor * raw.b; }
};

} // namespace curlew::fdfd
