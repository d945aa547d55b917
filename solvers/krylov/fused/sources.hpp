#pragma once

#include <curlew/solvers/vector/entries.hpp>

namespace curlew {

// Source of a stepper's multiply(): the vector that is multiplied by A. value(e) is the value of an
// entry (or of several at once, for an index of several entries); keep(e, value) stores the values
// that the method needs later.
template <class Derived, class Scalar> struct SourceRows {
  // For kernels that load an entry long before they use it: load() returns the data read, combine()
  // makes the value of them. Sources of many vectors keep only their value meanwhile.
  using Raw = Scalar;
  KOKKOS_INLINE_FUNCTION Raw load(Offset e) const {
    return static_cast<const Derived &>(*this).value(e);
  }
  KOKKOS_INLINE_FUNCTION Scalar combine(const Raw &raw) const { return raw; }
};

// x itself.
template <class Scalar> struct VectorSource : SourceRows<VectorSource<Scalar>, Scalar> {
  const Scalar *x;
  explicit VectorSource(const Scalar *vector) : x(vector) {}
  KOKKOS_INLINE_FUNCTION void begin() {}
  template <class At> KOKKOS_INLINE_FUNCTION auto value(At e) const { return get(x, e); }
  template <class At, class Number> KOKKOS_INLINE_FUNCTION void keep(At, const Number &) const {}
};

// p' = a + scalar b, kept in a vector of its own, because neighbours still read a and b.
template <class Scalar> struct CombinedSource : SourceRows<CombinedSource<Scalar>, Scalar> {
  Entries<const Scalar> a, b;
  Entries<Scalar> result;
  const Scalar *scalar;
  Scalar factor;
  CombinedSource(const Scalar *first, const Scalar *second, Scalar *sum, const Scalar *of_second)
      : a(first), b(second), result(sum), scalar(of_second) {}
  KOKKOS_INLINE_FUNCTION void begin() { factor = *scalar; }
  template <class At> KOKKOS_INLINE_FUNCTION auto value(At e) const {
    return get(a, e) + factor * get(b, e);
  }
  template <class At, class Number>
  KOKKOS_INLINE_FUNCTION void keep(At e, const Number &value) const {
    put(result, e, value);
  }

  struct Raw {
    Scalar a, b;
  };
  KOKKOS_INLINE_FUNCTION Raw load(Offset e) const { return {a[e], b[e]}; }
  KOKKOS_INLINE_FUNCTION Scalar combine(const Raw &raw) const { return raw.a + factor * raw.b; }
};

} // namespace curlew
