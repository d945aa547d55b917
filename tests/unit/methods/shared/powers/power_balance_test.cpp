#include <curlew/core/constants.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/powers/power_balance.hpp>

#include <gmock/gmock.h>

#include <cmath>

namespace curlew {
namespace {

using complex = std::complex<double>;

// Elliptically polarised, out of every axis.
PlaneWave oblique() {
  PlaneWave wave;
  wave.direction = {2.0 / 7, -3.0 / 7, 6.0 / 7};
  wave.polarization = {complex(3, 6), complex(2, -6), complex(0, -5)};
  return wave;
}

TEST(IncidentWaves, HaveAnAmplitudeAndDirections) {
  PlaneWave wave;
  wave.direction = {0, -0.6, 0.8};
  wave.polarization = {complex(0, 3), 4 * 0.8, 4 * 0.6};
  const IncidentWave incident = make_incident(wave, 7);
  EXPECT_DOUBLE_EQ(amplitude(incident), 5);
  EXPECT_NEAR(forward(incident).theta_deg, std::acos(0.8) * 180 / k_pi, 1e-12);
  EXPECT_NEAR(forward(incident).phi_deg, -90, 1e-12);
  EXPECT_NEAR(backward(incident).theta_deg, 180 - forward(incident).theta_deg, 1e-12);
  EXPECT_NEAR(backward(incident).phi_deg, 90, 1e-12);
}

TEST(OpticalTheorem, OfASmallLosslessBallByHand) {
  // A dipole that scatters without loss: alpha = a / (1 - 2 j a k^3 / 3), F = k^2 alpha p, so that
  // its extinction is its scattering, C = 8 pi k^4 |alpha|^2 / 3.
  const double k = 20, a = 1e-5;
  const IncidentWave incident = make_incident(oblique(), k);
  const complex alpha = a / complex(1, 2.0 / 3 * a * k * k * k);
  const Direction direction = forward(incident);
  const double t = direction.theta_deg * k_pi / 180, p = direction.phi_deg * k_pi / 180;
  FarField field;
  for (int c = 0; c < 3; ++c) {
    const complex f = k * k * alpha * complex(incident.electric_amplitude[c]);
    field.theta +=
        f * std::array{std::cos(t) * std::cos(p), std::cos(t) * std::sin(p), -std::sin(t)}[c];
    field.phi += f * std::array{-std::sin(p), std::cos(p), 0.0}[c];
  }
  const double density = std::pow(amplitude(incident), 2) / (2 * k_eta0);
  const double expected = density * 8 * k_pi / 3 * std::pow(k, 4) * std::norm(alpha);
  EXPECT_NEAR(extinction_by_theorem(field, incident) / expected, 1, 1e-12);
  EXPECT_LT(extinction_by_theorem({-field.theta, -field.phi}, incident), 0);
}

TEST(PowerBalances, SayWhatDoesNotFit) {
  const PowerBalance balance{2, 1, 3.003, 3.3, 1, 2.5};
  EXPECT_NEAR(balance.work_difference(), 1e-3, 1e-12);
  EXPECT_NEAR(balance.theorem_difference().value(), 0.1, 1e-12);
  EXPECT_THAT(to_text(balance), ::testing::HasSubstr("(1.0e-03 off)"));
  EXPECT_NEAR(balance.far_field_difference().value(), 0.2, 1e-12);
  EXPECT_THAT(to_text(balance),
              ::testing::HasSubstr("2.5000e+00 W by the far field (2.0e-01 off)"));
  const PowerBalance without{2, 1, 3.003, 3.3, 1, {}};
  EXPECT_FALSE(without.far_field_difference());
}

} // namespace
} // namespace curlew
