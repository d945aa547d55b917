#pragma once

#include <cmath>
#include <complex>

namespace curlew {

// The unitary matrix [c s; -conj(s) c], c real, that maps (a, b) to (r, 0).
template <class Number> struct PlaneRotation {
  double c = 1;
  Number s = 0, r = 0;
};

inline double conjugate_of(double value) {
  return value;
}
inline std::complex<double> conjugate_of(const std::complex<double> &value) {
  return std::conj(value);
}

template <class Number> PlaneRotation<Number> make_rotation(const Number &a, const Number &b) {
  const double size_a = std::abs(a), size_b = std::abs(b);
  if (size_b == 0)
    return {1, Number(0), a};
  if (size_a == 0)
    return {0, Number(1), b};
  const double length = std::hypot(size_a, size_b);
  const Number direction = a / size_a;
  return {size_a / length, direction * conjugate_of(b) / length, direction * length};
}

} // namespace curlew
