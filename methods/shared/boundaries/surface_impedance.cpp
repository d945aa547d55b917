#include <curlew/methods/shared/boundaries/surface_impedance.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/skin_depth.hpp>

#include <cmath>

namespace curlew {
namespace {

// Returns the factor by which a rough surface raises the impedance of a metal.
double roughness_factor(const SurfaceImpedanceSpec &spec, double depth_m) {
  if (spec.roughness_m == 0)
    return 1;
  const double depths = spec.roughness_m / depth_m;
  if (spec.roughness_model == SurfaceImpedanceSpec::Roughness::groiss)
    return 1 + std::exp(-std::pow(2 * depths, -1.6));
  return 1 + 2 / k_pi * std::atan(1.4 * depths * depths);
}

} // namespace

std::complex<double> surface_impedance_ohm(const SurfaceImpedanceSpec &spec,
                                           std::complex<double> frequency_hz) {
  if (spec.ohm)
    return *spec.ohm;
  const double omega = 2 * k_pi * frequency_hz.real(), mu = k_mu0 * spec.mu_r;
  const std::complex<double> j_omega_mu = std::complex<double>(0, 2 * k_pi * mu) * frequency_hz;
  const double of_london =
      spec.london_depth_m > 0 ? spec.mu_r / (spec.london_depth_m * spec.london_depth_m) : 0;
  const std::complex<double> decay = std::sqrt(j_omega_mu * spec.sigma + of_london);
  std::complex<double> impedance;
  if (of_london > 0) {
    impedance = j_omega_mu / decay;
  } else { // both parts the same to the last bit
    const double resistance = std::sqrt(omega * mu / (2 * spec.sigma));
    const double depth_m = skin_depth_m(frequency_hz.real(), spec.sigma, spec.mu_r);
    impedance = roughness_factor(spec, depth_m) * resistance * std::complex<double>(1, 1) *
                std::sqrt(frequency_hz / frequency_hz.real());
  }
  if (spec.thickness_m > 0)
    impedance /= std::tanh(decay * spec.thickness_m);
  return impedance;
}

} // namespace curlew
