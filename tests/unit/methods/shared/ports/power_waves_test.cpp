#include "star.hpp"

#include <curlew/core/error.hpp>

#include <gtest/gtest.h>

namespace curlew {
namespace {

using testing::complex;
using testing::difference;
using testing::Star;

TEST(PowerWaves, CarryThePower) {
  const complex voltage(3, -2), current(0.04, 0.01), impedance(60, 35);
  const PowerWaves waves = power_waves(voltage, current, impedance);
  EXPECT_NEAR(0.5 * (std::norm(waves.a) - std::norm(waves.b)),
              0.5 * (voltage * std::conj(current)).real(), 1e-15);
  // A load Z* absorbs everything: the network's input impedance is V / I.
  const PowerWaves matched = power_waves(std::conj(impedance) * current, current, impedance);
  EXPECT_LT(std::abs(matched.b), 1e-15);
  EXPECT_GT(std::abs(power_waves(impedance * current, current, impedance).b), 1e-2);
  EXPECT_THROW(power_waves(1, 1, complex(0, 50)), std::invalid_argument);
}

TEST(Scattering, OfASeriesImpedanceByHand) {
  // S11 = (Z + Z2 - Z1*) / (Z + Z1 + Z2), S21 = 2 sqrt(R1 R2) / (Z + Z1 + Z2)
  const complex z(20, 30);
  const std::vector<complex> references{50, {75, 10}};
  const auto s = Star{{z, 0}}.scattering(references);
  const complex sum = z + references[0] + references[1];
  EXPECT_LT(std::abs(s[0] - (z + references[1] - std::conj(references[0])) / sum), 1e-15);
  EXPECT_LT(std::abs(s[2] - 2 * std::sqrt(50.0 * 75) / sum), 1e-15);
  EXPECT_LT(std::abs(s[2] - s[1]), 1e-15);
}

TEST(Renormalisation, GivesTheMatrixOfTheOtherReferences) {
  const std::vector<complex> from{50, {75, 20}, 100, {30, -12}}, to{{20, 5}, 50, {60, -40}, 300};
  const Star star{{{10, 3}, {0, 20}, {5, -30}, 40}, {0.01, 0.02}};
  for (const std::size_t n : {1u, 2u, 4u}) {
    Star part = star;
    part.arms_ohm.resize(n);
    const std::vector<complex> a(from.begin(), from.begin() + n), b(to.begin(), to.begin() + n);
    const auto s = renormalise(part.scattering(a), a, b);
    EXPECT_LT(difference(s, part.scattering(b)), 1e-14) << n;
    EXPECT_GT(difference(part.scattering(a), part.scattering(b)), 0.1) << n;
    std::vector<complex> conjugated = b; // twin: the imaginary part's sign matters
    for (complex &z : conjugated)
      z = std::conj(z);
    EXPECT_GT(difference(s, part.scattering(conjugated)), 1e-3) << n;
    EXPECT_LT(difference(renormalise(s, b, a), part.scattering(a)), 1e-14) << n;
  }
}

// Waves by their definition from V and I of the star, which the power waves of each port give.
TEST(TravellingWaves, AreThoseOfTheLinesOfThePorts) {
  const std::vector<complex> lines{{50, 10}, {75, -20}, 100};
  const auto s = Star{{{10, 3}, {0, 20}, {5, -30}}, {0.01, 0.02}}.scattering(lines);
  const auto travelling = travelling_waves(s, lines);
  for (std::size_t j = 0; j < 3; ++j) {
    std::vector<complex> a(3), b(3);
    for (std::size_t i = 0; i < 3; ++i) {
      const double root = std::sqrt(lines[i].real());
      const complex in = i == j ? 1 : 0, out = s[i * 3 + j];
      const complex voltage = (std::conj(lines[i]) * in + lines[i] * out) / root,
                    current = (in - out) / root;
      const double scale = root / (2 * std::abs(lines[i]));
      a[i] = scale * (voltage + lines[i] * current);
      b[i] = scale * (voltage - lines[i] * current);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_LT(std::abs(a[i] - (i == j ? a[j] : 0)), 1e-15);
      EXPECT_LT(std::abs(travelling[i * 3 + j] - b[i] / a[j]), 1e-15) << i << j;
    }
  }
  EXPECT_GT(difference(travelling, s), 0.1);
  EXPECT_LT(difference(travelling_waves(s, {50, 75, 100}), s), 1e-15); // real ones: power waves
  EXPECT_EQ(travelling_waves({0, 0, 0, 0}, {50, complex(0, 75)}), ScatteringMatrix(4, 0));
}

TEST(Renormalisation, WorksWhereThereIsNoImpedanceMatrix) {
  // A through between 50 ohm, and an open: 1 - S is singular.
  const auto through = renormalise({0, 1, 1, 0}, {50, 50}, {50, 75});
  EXPECT_LT(difference(through, Star{{0, 0}}.scattering({50, 75})), 1e-15);
  EXPECT_NEAR(through[0].real(), 25.0 / 125, 1e-15);
  EXPECT_LT(difference(renormalise({1}, {50}, {complex(80, 30)}), {1.0}), 1e-15);
}

TEST(Renormalisation, RefusesWhatHasNoMeaning) {
  EXPECT_THROW(renormalise({0}, {50, 50}, {50, 50}), std::invalid_argument);
  EXPECT_THROW(renormalise({0}, {50}, {-50}), std::invalid_argument);
  EXPECT_THROW(renormalise({0}, {complex(0, 1)}, {50}), std::invalid_argument);
  // -20 ohm at 50 ohm: S = -70 / 30. With a reference of 20 ohm it oscillates.
  EXPECT_THROW(renormalise({-70.0 / 30}, {50}, {20}), InputError);
  EXPECT_NEAR(renormalise({-70.0 / 30}, {50}, {100})[0].real(), -120.0 / 80, 1e-14);
}

} // namespace
} // namespace curlew
