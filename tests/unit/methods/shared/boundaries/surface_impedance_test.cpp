// Impedances of conductors: rough, thin and superconducting.
#include <curlew/methods/shared/boundaries/surface_impedance.hpp>

#include <curlew/core/constants.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace curlew {
namespace {

using complex = std::complex<double>;

constexpr double k_hz = 10e9, k_omega = 2 * k_pi * k_hz, k_sigma = 5.8e7;

SurfaceImpedanceSpec copper() {
  SurfaceImpedanceSpec spec;
  spec.sigma = k_sigma;
  return spec;
}

double skin_depth_m() {
  return std::sqrt(2 / (k_omega * k_mu0 * k_sigma));
}

void expect_close(complex a, complex b, double tolerance = 1e-12) {
  EXPECT_LT(std::abs(a - b), tolerance * std::abs(b)) << a << " " << b;
}

TEST(SurfaceImpedance, AThinConductorIsASheetOfItsResistance) {
  SurfaceImpedanceSpec thin = copper();
  thin.thickness_m = 1e-3 * skin_depth_m();
  const complex impedance = surface_impedance_ohm(thin, k_hz);
  EXPECT_NEAR(impedance.real() * k_sigma * thin.thickness_m, 1, 1e-6);
  // coth(g t) / g = 1 / (g^2 t) + t / 3: the inductance of the field inside, mu t / 3.
  EXPECT_NEAR(impedance.imag() / (k_omega * k_mu0 * thin.thickness_m / 3), 1, 1e-3);
  SurfaceImpedanceSpec thick = copper();
  thick.thickness_m = 20 * skin_depth_m();
  expect_close(surface_impedance_ohm(thick, k_hz), surface_impedance_ohm(copper(), k_hz));
  // The least resistance is 8 % below that of a thick one, at pi/2 skin depths.
  thick.thickness_m = k_pi / 2 * skin_depth_m();
  EXPECT_NEAR(surface_impedance_ohm(thick, k_hz).real() /
                  surface_impedance_ohm(copper(), k_hz).real(),
              std::tanh(k_pi / 2), 1e-12);
}

TEST(SurfaceImpedance, ASuperconductorIsAnInductance) {
  SurfaceImpedanceSpec niobium;
  niobium.london_depth_m = 39e-9;
  expect_close(surface_impedance_ohm(niobium, k_hz), complex(0, k_omega * k_mu0 * 39e-9));
  // A film: lambda coth(t / lambda).
  niobium.thickness_m = 20e-9;
  expect_close(surface_impedance_ohm(niobium, k_hz),
               complex(0, k_omega * k_mu0 * 39e-9 / std::tanh(20.0 / 39)));
  // Normal electrons lose R = omega^2 mu^2 sigma lambda^3 / 2 [Tinkham, two fluids].
  niobium.thickness_m = 0;
  niobium.sigma = 1e6;
  EXPECT_NEAR(surface_impedance_ohm(niobium, k_hz).real() /
                  (std::pow(k_omega * k_mu0, 2) * 1e6 * std::pow(39e-9, 3) / 2),
              1, 1e-3);
}

TEST(SurfaceImpedance, RoughnessRaisesTheLossesByEitherModel) {
  const auto factor = [](SurfaceImpedanceSpec::Roughness model, double depths) {
    SurfaceImpedanceSpec rough = copper();
    rough.roughness_model = model;
    rough.roughness_m = depths * skin_depth_m();
    return surface_impedance_ohm(rough, k_hz).real() / surface_impedance_ohm(copper(), k_hz).real();
  };
  EXPECT_NEAR(factor(SurfaceImpedanceSpec::Roughness::hammerstad, 1), 1 + 2 / k_pi * std::atan(1.4),
              1e-12);
  EXPECT_NEAR(factor(SurfaceImpedanceSpec::Roughness::groiss, 0.5), 1 + std::exp(-1.0), 1e-12);
  EXPECT_NEAR(factor(SurfaceImpedanceSpec::Roughness::groiss, 100), 2, 1e-3);
  EXPECT_NEAR(factor(SurfaceImpedanceSpec::Roughness::groiss, 0.01), 1, 1e-12);
}

} // namespace
} // namespace curlew
