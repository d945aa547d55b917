#include <curlew/methods/shared/boundaries/surface_impedance.hpp>

#include <curlew/core/constants.hpp>

#include <cmath>

namespace curlew {

std::complex<double> surface_impedance_ohm(const SurfaceImpedanceSpec &spec,
                                           std::complex<double> frequency_hz) {
  if (spec.ohm)
    return *spec.ohm;
  const double omega = 2 * k_pi * frequency_hz.real(), mu = k_mu0 * spec.mu_r;
  const double resistance = std::sqrt(omega * mu / (2 * spec.sigma));
  const double depths = spec.roughness_m / std::sqrt(2 / (omega * mu * spec.sigma));
  const double roughness = 1 + 2 / k_pi * std::atan(1.4 * depths * depths);
  return roughness * resistance * std::complex<double>(1, 1) *
         std::sqrt(frequency_hz / frequency_hz.real());
}

} // namespace curlew
