#include "dipole.hpp"

#include <curlew/core/error.hpp>
#include <curlew/methods/shared/far_field/antenna.hpp>
#include <curlew/methods/shared/far_field/sphere_rule.hpp>

#include <gtest/gtest.h>

namespace curlew {
namespace {

using testing::Dipole;

// eta0 k^2 |I l|^2 / (12 pi)
double power_of(const Dipole &dipole) {
  return k_eta0 * dipole.wavenumber * dipole.wavenumber / (12 * k_pi);
}

TEST(SphereRules, AreExactUpToTheirDegree) {
  const auto integral = [](int order, const auto &f) {
    const SphereRule rule = sphere_rule(order);
    double sum = 0;
    for (std::size_t d = 0; d < rule.directions.size(); ++d)
      sum += rule.weights[d] * f(SphericalFrame(rule.directions[d]).r);
    return sum / (4 * k_pi);
  };
  for (const int order : {1, 2, 5, 40, 301})
    EXPECT_NEAR(integral(order, [](const UnitVector &) { return 1.0; }), 1, 1e-13);
  // The mean of z^2n over the sphere is 1 / (2n + 1), that of x^2 y^2 is 1 / 15.
  const auto z8 = [](const UnitVector &r) { return std::pow(r[2], 8); };
  EXPECT_NEAR(integral(5, z8), 1.0 / 9, 1e-14);
  EXPECT_GT(std::abs(integral(4, z8) - 1.0 / 9), 1e-3);
  const auto xy = [](const UnitVector &r) { return r[0] * r[0] * r[1] * r[1]; };
  EXPECT_NEAR(integral(3, xy), 1.0 / 15, 1e-14);
  EXPECT_GT(std::abs(integral(2, xy) - 1.0 / 15), 1e-2);
  EXPECT_THROW(sphere_rule(0), std::invalid_argument);
}

TEST(RadiatedPower, OfADipoleAnywhere) {
  Dipole dipole;
  dipole.position_m = {3, -2, 1};
  const RadiatedPower power = radiated_power(Backend::serial, dipole.currents(), 1e-10);
  EXPECT_NEAR(power.watts / power_of(dipole), 1, 1e-10);
  EXPECT_LE(power.error, 1e-10);
}

// Two dipoles side by side at a distance d have 2 P (1 + coupling), by the mutual resistance of
// Hertzian dipoles: 3/2 (sin x / x + cos x / x^2 - sin x / x^3) with x = k d.
TEST(RadiatedPower, OfTwoDipolesManyWavelengthsApart) {
  Dipole one, two;
  one.along = two.along = {0, 0, 1};
  one.position_m = {0, 0, 0};
  two.position_m = {1, 0, 0}; // 9.5 wavelengths
  SurfaceCurrents currents = one.currents();
  currents.positions_m.push_back(two.position_m);
  currents.J.push_back(currents.J[0]);
  currents.M.push_back(currents.M[0]);
  currents.areas_m2.push_back(1);
  const double x = one.wavenumber;
  const double coupling =
      1.5 * (std::sin(x) / x + std::cos(x) / (x * x) - std::sin(x) / (x * x * x));
  const RadiatedPower power = radiated_power(Backend::serial, currents, 1e-10);
  EXPECT_NEAR(power.watts / (2 * power_of(one)), 1 + coupling, 1e-10);
  EXPECT_GT(std::abs(coupling), 1e-3); // or else it would prove nothing
}

// Over a conductor a short monopole has half the power of a dipole in free space for the same
// field; a dipole of height h has P (1 + coupling(2 h)) with that of collinear ones.
TEST(RadiatedPower, OverAPlaneIsThatOfTheHalfSpace) {
  Dipole dipole;
  dipole.along = {0, 0, 1};
  dipole.position_m = {0.1, 0.2, 0.03};
  const double x = 2 * dipole.wavenumber * 0.03;
  const double coupling = 3 * (std::sin(x) / (x * x * x) - std::cos(x) / (x * x));
  for (const auto type : {ImagePlane::Type::pec, ImagePlane::Type::pmc}) {
    const double sign = type == ImagePlane::Type::pec ? 1 : -1;
    const RadiatedPower power =
        radiated_power(Backend::serial, dipole.currents(), 1e-10, {{2, 0, type}});
    EXPECT_NEAR(power.watts / power_of(dipole), 1 + sign * coupling, 1e-9);
  }
}

// Half of a short dipole and its mirror image have the directivity of the dipole, over a ground
// twice as much.
TEST(AntennaFigures, OfAMirroredPartAreThoseOfTheWhole) {
  Dipole dipole;
  dipole.along = {0, 0, 1};
  dipole.position_m = {0, 0, 2e-5};
  for (const bool is_mirror : {true, false}) {
    const std::vector<ImagePlane> planes = {{2, 0, ImagePlane::Type::pec, is_mirror}};
    const double watts = radiated_power(Backend::serial, dipole.currents(), 1e-10, planes).watts;
    const auto far = far_field(Backend::serial, dipole.currents(), {{90, 0}, {120, 0}}, planes);
    const double parts = mirrored_parts(planes);
    EXPECT_NEAR(antenna_figures(far[0], {watts, watts, watts}, parts).gain, is_mirror ? 1.5 : 3,
                1e-5);
    EXPECT_NEAR(antenna_figures(far[1], {watts, watts, watts}, parts).gain,
                is_mirror ? 1.5 * 0.75 : 0, 1e-5);
  }
}

TEST(RadiatedPower, SaysWhenItDoesNotSettle) {
  EXPECT_THROW(radiated_power(Backend::serial, Dipole().currents(), -1), NotConverged);
  SurfaceCurrents nothing;
  nothing.wavenumber = 1;
  EXPECT_THROW(radiated_power(Backend::serial, nothing, 1e-6), std::invalid_argument);
}

TEST(AntennaFigures, OfAShortDipole) {
  Dipole dipole;
  dipole.along = {0, 0, 1};
  AntennaPowers powers;
  powers.radiated = radiated_power(Backend::serial, dipole.currents(), 1e-10).watts;
  powers.accepted = powers.radiated / 0.8; // losses
  powers.incident = powers.accepted / 0.5; // mismatch
  const auto far = far_field(Backend::serial, dipole.currents(), {{90, 30}, {30, 0}});
  const AntennaFigures broadside = antenna_figures(far[0], powers);
  EXPECT_NEAR(broadside.directivity, 1.5, 1e-9);
  EXPECT_NEAR(broadside.gain, 1.2, 1e-9);
  EXPECT_NEAR(broadside.realised_gain, 0.6, 1e-9);
  EXPECT_NEAR(antenna_figures(far[1], powers).directivity, 1.5 * 0.25, 1e-9);
  EXPECT_NEAR(radiation_efficiency(powers), 0.8, 1e-12);
  EXPECT_NEAR(total_efficiency(powers), 0.4, 1e-12);
  EXPECT_NEAR(to_db(broadside.directivity), 1.76, 0.005);
  // A radiated power by the balance, 2 % off the far field's integral: the directivity is that of
  // the far field, the gain the efficiency by the balance times it (IEEE Std 145).
  powers.by_far_field = powers.radiated;
  powers.radiated *= 0.98;
  const AntennaFigures balanced = antenna_figures(far[0], powers);
  EXPECT_NEAR(balanced.directivity, 1.5, 1e-9);
  EXPECT_NEAR(balanced.gain, 0.98 * 1.2, 1e-9);
  EXPECT_NEAR(balanced.realised_gain, 0.98 * 0.6, 1e-9);
  powers.accepted = 0; // unknown
  EXPECT_TRUE(std::isnan(antenna_figures(far[0], powers).gain));
  EXPECT_TRUE(std::isnan(radiation_efficiency(powers)));
}

TEST(CrossSections, AreThoseOfAHandfulOfNumbers) {
  const CrossSection section = cross_section({{3, 4}, {0, 2}}, 2);
  EXPECT_DOUBLE_EQ(section.theta_m2, k_pi * 25);
  EXPECT_DOUBLE_EQ(section.phi_m2, k_pi * 4);
  EXPECT_DOUBLE_EQ(section.total_m2(), k_pi * 29);
  EXPECT_THROW(cross_section({}, 0), std::invalid_argument);
}

} // namespace
} // namespace curlew
