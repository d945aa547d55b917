#pragma once

#include <complex>
#include <vector>

namespace curlew::test {

// Scattering of a plane wave by a homogeneous sphere around the origin in vacuum, by the series of
// Mie: @cite bohren1983, chapter 4. Phasors of e^{+j omega t}, so that losses are negative
// imaginary parts; the wave is E = x exp(-jkz), 1 V/m.
struct MieSphere {
  double radius_m = 0;
  std::complex<double> eps = 1, mu = 1; // relative; without meaning if it conducts
  bool pec = false;
  // Impedance E along the surface over H across it, relative to that of vacuum; 0: none. Replaces
  // eps and mu.
  std::complex<double> impedance = 0;
};

class Mie {
public:
  // `wavenumber` in 1/m. The number of terms is Wiscombe's bound.
  Mie(const MieSphere &sphere, double wavenumber);

  // r e^{+jkr} E of the scattered wave far away, V. In the E-plane (phi = 0) only theta is nonzero,
  // in the H-plane (phi = 90 deg) only phi.
  struct Amplitudes {
    std::complex<double> theta, phi;
  };
  Amplitudes far_field(double theta_deg, double phi_deg) const;
  // 4 pi |r E|^2, m^2.
  double rcs_m2(double theta_deg, double phi_deg) const;

  // Cross sections over the geometric one, pi radius^2. Q_ext = Q_sca + Q_abs.
  double q_extinction() const;
  double q_scattering() const;
  double q_absorption() const { return q_extinction() - q_scattering(); }

private:
  double wavenumber_, size_parameter_;
  std::vector<std::complex<double>> a_, b_; // coefficients for e^{-i omega t}, n = 1, ...
};

} // namespace curlew::test
