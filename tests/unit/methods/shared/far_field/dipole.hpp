#pragma once

#include "../../../kokkos_environment.hpp"

#include <curlew/core/constants.hpp>
#include <curlew/methods/shared/far_field/far_field.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::testing {

using complex = std::complex<double>;
using Vector = std::array<double, 3>;

inline double dot(const Vector &a, const Vector &b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

template <class T> std::array<T, 3> cross(const Vector &a, const std::array<T, 3> &b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// A Hertzian dipole in vacuum of 1 A m, or 1 V m if magnetic: its exact field at any distance. The
// magnetic one follows from duality: E -> -eta0 H, H -> E / eta0, 1 A m -> 1 V m / eta0.
struct Dipole {
  Vector position_m{0.004, -0.003, 0.002};
  Vector along{2.0 / 7, 3.0 / 7, 6.0 / 7};
  double wavenumber = 60; // the wavelength is 0.105 m
  bool is_magnetic = false;

  complex factor() const { return complex(0, -wavenumber * k_eta0 / (4 * k_pi)); }

  // E and H of the electric dipole of 1 A m.
  std::pair<ComplexVector, ComplexVector> of_current(const Vector &at) const {
    const Vector d{at[0] - position_m[0], at[1] - position_m[1], at[2] - position_m[2]};
    const double r = std::sqrt(dot(d, d));
    const Vector unit{d[0] / r, d[1] / r, d[2] / r};
    const complex jkr(0, wavenumber * r), wave = std::exp(-jkr) / r;
    ComplexVector e, h;
    const Vector turned = cross(along, unit);
    for (int c = 0; c < 3; ++c) {
      const double radial = unit[c] * dot(unit, along);
      e[c] = factor() * wave *
             (along[c] - radial + (1.0 / jkr + 1.0 / (jkr * jkr)) * (along[c] - 3 * radial));
      h[c] = complex(0, wavenumber / (4 * k_pi)) * wave * (1.0 + 1.0 / jkr) * turned[c];
    }
    return {e, h};
  }
  std::pair<ComplexVector, ComplexVector> fields(const Vector &at) const {
    auto [e, h] = of_current(at);
    if (is_magnetic)
      for (int c = 0; c < 3; ++c) {
        const complex electric = e[c];
        e[c] = -h[c];
        h[c] = electric / (k_eta0 * k_eta0);
      }
    return {e, h};
  }
  FarField far(const Direction &direction) const {
    const SphericalFrame frame(direction);
    const complex all = factor() * std::polar(1.0, wavenumber * dot(frame.r, position_m));
    const complex theta = all * dot(frame.theta, along), phi = all * dot(frame.phi, along);
    // H = r x E / eta0 far away: of E = (theta, phi) it is (-phi, theta) / eta0.
    return is_magnetic ? FarField{phi / k_eta0, -theta / k_eta0} : FarField{theta, phi};
  }
  // Returns the dipole as a single current.
  SurfaceCurrents currents() const {
    SurfaceCurrents one;
    one.wavenumber = wavenumber;
    one.positions_m = {position_m};
    one.J = one.M = {ComplexVector{}};
    for (int c = 0; c < 3; ++c)
      (is_magnetic ? one.M : one.J)[0][c] = along[c];
    one.areas_m2 = {1};
    return one;
  }
};

// The largest difference of two lists against the largest amplitude of the second.
inline double difference(const std::vector<FarField> &found, const std::vector<FarField> &exact) {
  double worst = 0, largest = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    worst = std::max(worst, std::hypot(std::abs(found[i].theta - exact[i].theta),
                                       std::abs(found[i].phi - exact[i].phi)));
    largest = std::max(largest, std::hypot(std::abs(exact[i].theta), std::abs(exact[i].phi)));
  }
  return worst / largest;
}

inline std::vector<FarField> far_of(const Dipole &dipole,
                                    const std::vector<Direction> &directions) {
  std::vector<FarField> far;
  for (const Direction &direction : directions)
    far.push_back(dipole.far(direction));
  return far;
}

} // namespace curlew::testing
