#pragma once

#include <cmath>
#include <complex>

namespace curlew {

// Real numbers of 106 bits on the host, as sums of two doubles of which the second is no more than
// rounding of the first [dekker1971]. For small eigenproblems whose eigenvectors are far from
// orthogonal: numbers with a relative error of 1e-32 can lose twice the digits of a double.
struct Wide {
  double high = 0, low = 0;

  Wide() = default;
  Wide(double value) : high(value) {}
  Wide(double high, double low) : high(high), low(low) {}
};

namespace wide {

// Returns a + b exactly, where |a| >= |b|.
inline Wide sum_of_ordered(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}
inline Wide sum(double a, double b) {
  const double sum = a + b, from_b = sum - a;
  return {sum, (a - (sum - from_b)) + (b - from_b)};
}

} // namespace wide

inline Wide operator-(const Wide &a) {
  return {-a.high, -a.low};
}
inline Wide operator+(const Wide &a, const Wide &b) {
  const Wide high = wide::sum(a.high, b.high), low = wide::sum(a.low, b.low);
  const Wide once = wide::sum_of_ordered(high.high, high.low + low.high);
  return wide::sum_of_ordered(once.high, once.low + low.low);
}
inline Wide operator-(const Wide &a, const Wide &b) {
  return a + -b;
}
// The rounded product is computed as fma(a, b, 0): compilers may contract a plain product with a
// later sum, and the rounding error would be that of another number.
inline Wide operator*(const Wide &a, const Wide &b) {
  const double high = std::fma(a.high, b.high, 0.0);
  return wide::sum_of_ordered(high,
                              std::fma(a.high, b.high, -high) + (a.high * b.low + a.low * b.high));
}
inline Wide inverse(const Wide &a) {
  const double first = 1 / a.high; // and one Newton step
  return wide::sum_of_ordered(first, first * (std::fma(-a.high, first, 1.0) - a.low * first));
}

struct WideComplex {
  Wide real, imag;

  WideComplex() = default;
  WideComplex(double value) : real(value) {}
  WideComplex(const Wide &real, const Wide &imag) : real(real), imag(imag) {}
  WideComplex(const std::complex<double> &value) : real(value.real()), imag(value.imag()) {}

  std::complex<double> rounded() const { return {real.high, imag.high}; }
  // |real| + |imag|
  double size() const { return std::abs(real.high) + std::abs(imag.high); }

  // Returns the root with a positive real part.
  WideComplex root() const;
  // A friend that is found for these numbers alone: in the namespace it would hide every other
  // sqrt.
  friend WideComplex sqrt(const WideComplex &a) { return a.root(); }
};

inline WideComplex operator-(const WideComplex &a) {
  return {-a.real, -a.imag};
}
inline WideComplex operator+(const WideComplex &a, const WideComplex &b) {
  return {a.real + b.real, a.imag + b.imag};
}
inline WideComplex operator-(const WideComplex &a, const WideComplex &b) {
  return {a.real - b.real, a.imag - b.imag};
}
inline WideComplex operator*(const WideComplex &a, const WideComplex &b) {
  return {a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
}
inline WideComplex inverse(const WideComplex &a) {
  const Wide share = inverse(a.real * a.real + a.imag * a.imag);
  return {a.real * share, -(a.imag * share)};
}
inline WideComplex WideComplex::root() const {
  if (size() == 0)
    return {};
  const WideComplex first = std::sqrt(rounded()); // and one Newton step
  return WideComplex(0.5) * (first + *this * inverse(first));
}

} // namespace curlew
