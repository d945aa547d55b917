#pragma once

#include <curlew/methods/mom/integrals/function.hpp>

#include <cmath>

namespace curlew::mom {

// Real and imaginary part of a number, or of one number in each lane of a processor's vectors.
template <class Real> struct Parts {
  Real re{}, im{};

  CURLEW_MOM_FUNCTION void add(const Parts &other) {
    re += other.re;
    im += other.im;
  }
  CURLEW_MOM_FUNCTION void subtract(const Parts &other) {
    re -= other.re;
    im -= other.im;
  }
  template <class Factor> CURLEW_MOM_FUNCTION void add(const Factor &f, const Parts &other) {
    re += f * other.re;
    im += f * other.im;
  }
};

template <class Factor, class Real>
CURLEW_MOM_FUNCTION Parts<Real> operator*(const Factor &f, const Parts<Real> &value) {
  return {f * value.re, f * value.im};
}

template <class Real> using PartsVector = Parts<Real>[3];

// Wavenumber k of a medium, k = real - j decay, 1/m: with decay above 0 waves decay as exp(-decay
// R).
struct Wavenumber {
  double real = 0, decay = 0;
  CURLEW_MOM_FUNCTION Wavenumber(double real, double decay = 0) : real(real), decay(decay) {}
};

CURLEW_MOM_FUNCTION Parts<double> half_square(const Wavenumber &k) {
  return {0.5 * (k.real * k.real - k.decay * k.decay), -k.real * k.decay};
}

// Green's functions without the factor 1 / 4 pi, which is applied once to the sum. With R = |r -
// r'|
//   electric: exp(-jkR) / R
//   magnetic: (1 + jkR) exp(-jkR) / R^3; times r - r' it is -grad of the electric one.
template <class Real> struct Green { Parts<Real> electric, magnetic; };

// Evaluates Green's functions for numbers; simd_green.hpp has the version for vectors.
template <bool k_magnetic>
CURLEW_MOM_FUNCTION void evaluate_green(const double &squared, const Wavenumber &k,
                                        Green<double> &green) {
  const double r = std::sqrt(squared), inverse = 1 / r, angle = k.real * r;
  const double loss = k.decay == 0 ? 1 : std::exp(-k.decay * r);
  const double c = loss * std::cos(angle), s = loss * std::sin(angle);
  green.electric = {c * inverse, -s * inverse};
  if constexpr (k_magnetic) {
    const double cube = inverse * inverse * inverse, real = 1 + k.decay * r;
    green.magnetic = {cube * (real * c + angle * s), cube * (angle * c - real * s)};
  }
}

} // namespace curlew::mom
