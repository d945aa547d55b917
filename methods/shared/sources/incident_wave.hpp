#pragma once

#include <curlew/methods/shared/far_field/direction.hpp>

#include <Kokkos_Core.hpp>

namespace curlew {

struct PlaneWave;

// A plane wave in vacuum in the form that kernels evaluate, phasors of e^{+j omega t}:
//   E(r) = p exp(-j k d.r),   H(r) = d x E(r) / eta0,
// d the direction of propagation, p complex and transverse to it. The default is 0 everywhere.
struct IncidentWave {
  using Complex = Kokkos::complex<double>;

  double wave_vector[3] = {0, 0, 0}; // k d, 1/m
  Complex electric_amplitude[3];     // at the origin, V/m
  Complex magnetic_amplitude[3];     // A/m

  KOKKOS_INLINE_FUNCTION Complex phase(double x_m, double y_m, double z_m) const {
    const double angle = wave_vector[0] * x_m + wave_vector[1] * y_m + wave_vector[2] * z_m;
    return Kokkos::exp(Complex(0, -angle));
  }
  KOKKOS_INLINE_FUNCTION Complex electric(int component, double x_m, double y_m, double z_m) const {
    return electric_amplitude[component] * phase(x_m, y_m, z_m);
  }
  KOKKOS_INLINE_FUNCTION Complex magnetic(int component, double x_m, double y_m, double z_m) const {
    return magnetic_amplitude[component] * phase(x_m, y_m, z_m);
  }
};

IncidentWave make_incident(const PlaneWave &wave, double wavenumber);

// Returns |p| of the wave: for linear polarisation the peak of |E|, for any the root of |E_x|^2 +
// |E_y|^2 + |E_z|^2.
double amplitude(const IncidentWave &incident);

// Returns the direction of propagation.
Direction forward(const IncidentWave &incident);
// Returns the direction that the wave comes from.
Direction backward(const IncidentWave &incident);

} // namespace curlew
