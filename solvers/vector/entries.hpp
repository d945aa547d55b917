#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/parallel/spaces.hpp>

#include <type_traits>

namespace curlew {

// The numbers of a vector, or some of them. The numbers are aligned to their size, which
// Kokkos::complex does not declare where Kokkos is built without Kokkos_ENABLE_COMPLEX_ALIGN, as by
// Trilinos: devices would then fetch real and imaginary parts one after the other.
template <class Number> class Entries {
public:
  KOKKOS_DEFAULTED_FUNCTION Entries() = default;
  KOKKOS_INLINE_FUNCTION Entries(Number *first) : first_(first) {}
  template <class Other, class = std::enable_if_t<std::is_convertible_v<Other *, Number *>>>
  KOKKOS_INLINE_FUNCTION Entries(const Entries<Other> &other) : first_(&other[0]) {}
  KOKKOS_INLINE_FUNCTION Number &operator[](Offset e) const {
    return *static_cast<Number *>(__builtin_assume_aligned(first_ + e, sizeof(Number)));
  }

private:
  Number *first_ = nullptr;
};

// Operations of kernels on an entry. A method may add overloads for several entries at once (an
// index type of its own with numbers of its own).
KOKKOS_INLINE_FUNCTION double get(const double *from, Offset e) {
  return from[e];
}
KOKKOS_INLINE_FUNCTION double get(const Entries<const double> &from, Offset e) {
  return from[e];
}
KOKKOS_INLINE_FUNCTION double get(const Entries<double> &from, Offset e) {
  return from[e];
}
KOKKOS_INLINE_FUNCTION void put(double *to, Offset e, double value) {
  to[e] = value;
}
KOKKOS_INLINE_FUNCTION void put(const Entries<double> &to, Offset e, double value) {
  to[e] = value;
}
KOKKOS_INLINE_FUNCTION Kokkos::complex<double> get(Entries<const Kokkos::complex<double>> from,
                                                   Offset e) {
  return from[e];
}
KOKKOS_INLINE_FUNCTION void put(Entries<Kokkos::complex<double>> to, Offset e,
                                const Kokkos::complex<double> &value) {
  to[e] = value;
}

// Adds a number to sums: a real one to sums[at], a complex one's parts to sums[at] and the next.
template <int at = 0, class Sums, class Number>
KOKKOS_INLINE_FUNCTION void add_to(Sums &sums, const Number &value) {
  if constexpr (std::is_same_v<Number, double>) {
    sums[at] += value;
  } else {
    sums[at] += value.real();
    sums[at + 1] += value.imag();
  }
}
template <class Number> KOKKOS_INLINE_FUNCTION auto squared(const Number &value) {
  if constexpr (std::is_same_v<Number, double>)
    return value * value;
  else
    return value.real() * value.real() + value.imag() * value.imag();
}
template <class Number> KOKKOS_INLINE_FUNCTION auto conjugate(const Number &value) {
  if constexpr (std::is_same_v<Number, double>)
    return value;
  else
    return conj(value); // found in the number's own namespace
}

// sum += conj(x) y
KOKKOS_INLINE_FUNCTION void add_conjugate_product(double x, double y, double *sum) {
  sum[0] += x * y;
}
KOKKOS_INLINE_FUNCTION void add_conjugate_product(const Kokkos::complex<double> &x,
                                                  const Kokkos::complex<double> &y, double *sum) {
  sum[0] += x.real() * y.real() + x.imag() * y.imag();
  sum[1] += x.real() * y.imag() - x.imag() * y.real();
}

// Number of doubles in a sum of such numbers, and the number made of them.
template <class Scalar> constexpr int k_doubles = sizeof(Scalar) / sizeof(double);

template <class Scalar> KOKKOS_INLINE_FUNCTION Scalar to_scalar(const double *values) {
  if constexpr (std::is_same_v<Scalar, double>)
    return values[0];
  else
    return Scalar(values[0], values[1]);
}

} // namespace curlew
