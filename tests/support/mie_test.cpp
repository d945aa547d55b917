#include <curlew/tests/support/mie.hpp>
#include <curlew/tests/support/paths.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

namespace curlew::test {
namespace {

using complex = std::complex<double>;
constexpr double k_pi = 3.14159265358979323846;
constexpr double k_speed_of_light = 299792458.0;

// theta, sigma of both planes in dBsm and over lambda^2, F_theta (E-plane), F_phi (H-plane).
std::vector<std::vector<double>> reference(const std::string &name) {
  std::ifstream file(curlew::test::data_path("reference/") + name + ".csv");
  std::vector<std::vector<double>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#' || line[0] == 't')
      continue;
    std::istringstream fields(line);
    rows.emplace_back();
    for (std::string field; std::getline(fields, field, ',');)
      rows.back().push_back(std::stod(field));
  }
  EXPECT_EQ(rows.size(), 181u) << name;
  return rows;
}

// The largest difference of the complex amplitudes against the largest amplitude.
double difference(const std::string &name, const MieSphere &sphere, double wavenumber) {
  const Mie mie(sphere, wavenumber);
  double worst = 0, largest = 0;
  for (const auto &row : reference(name)) {
    const complex theta(row.at(5), row.at(6)), phi(row.at(7), row.at(8));
    worst = std::max({worst, std::abs(mie.far_field(row[0], 0).theta - theta),
                      std::abs(mie.far_field(row[0], 90).phi - phi)});
    largest = std::max({largest, std::abs(theta), std::abs(phi)});
    EXPECT_NEAR(10 * std::log10(mie.rcs_m2(row[0], 0)), row[1], 2e-6);
    EXPECT_NEAR(10 * std::log10(mie.rcs_m2(row[0], 90)), row[2], 2e-6);
    EXPECT_NEAR(std::abs(mie.far_field(row[0], 0).phi), 0, 1e-15);
  }
  return worst / largest;
}

// The files give nine digits of an amplitude, six of a level in dB.
TEST(MieSeries, AgreesWithOtherCodes) {
  MieSphere glass{0.072, 4, 1, false};
  const double k = 2 * k_pi * 1e9 / k_speed_of_light;
  EXPECT_LT(difference("mie_diel_sphere_7.2cm_eps4_1GHz", glass, k), 1e-8);
  const MieSphere metal{1, 1, 1, true};
  EXPECT_LT(difference("mie_pec_ka2", metal, 2), 1e-8);
  EXPECT_LT(difference("mie_pec_ka4", metal, 4), 1e-8);
  EXPECT_LT(
      difference("mie_pec_D0.6m_10MHz", {0.3, 1, 1, true}, 2 * k_pi * 10e6 / k_speed_of_light),
      1e-8);
}

TEST(MieSeries, OfASmallSphereIsRayleighs) {
  const double k = 1, radius = 1e-3;
  const complex eps(3, -0.5);
  const Mie mie({radius, eps, 1, false}, k);
  const complex polarisability = std::pow(radius, 3) * (eps - 1.0) / (eps + 2.0);
  for (const double theta : {0.0, 60.0, 120.0}) {
    const complex exact = k * k * polarisability * std::cos(theta * k_pi / 180);
    // Forward, theta points along x; the next order is (k radius)^2 = 1e-6 smaller.
    EXPECT_LT(std::abs(mie.far_field(theta, 0).theta - exact), 1e-5 * std::abs(polarisability));
    EXPECT_LT(std::abs(mie.far_field(theta, 90).phi + k * k * polarisability),
              1e-5 * std::abs(polarisability));
  }
  // Losses are negative imaginary parts: gain would scatter more than it takes away.
  EXPECT_NEAR(mie.q_absorption(), -4 * k / (radius * radius) * polarisability.imag(),
              1e-4 * mie.q_absorption());
  EXPECT_LT(Mie({radius, std::conj(eps), 1, false}, k).q_absorption(), 0);
}

TEST(MieSeries, ConservesPower) {
  EXPECT_NEAR(Mie({0.072, 4, 1, false}, 21).q_absorption(), 0, 1e-12);
  EXPECT_NEAR(Mie({1, 1, 1, true}, 4).q_absorption(), 0, 1e-12);
  const Mie lossy({0.072, {40, -18}, 1, false}, 21);
  EXPECT_GT(lossy.q_absorption(), 0.3);
  // Scattering by the far field over the whole sphere, and extinction by its forward amplitude.
  double power = 0;
  constexpr int k_steps = 2000;
  for (int i = 0; i < k_steps; ++i) {
    const double theta = 180 * (i + 0.5) / k_steps;
    power += (lossy.rcs_m2(theta, 0) + lossy.rcs_m2(theta, 90)) / (4 * k_pi) *
             std::sin(theta * k_pi / 180) * k_pi * k_pi / k_steps;
  }
  const double area = k_pi * 0.072 * 0.072;
  EXPECT_NEAR(power / area, lossy.q_scattering(), 1e-5);
  EXPECT_NEAR(-4 * k_pi / 21 * lossy.far_field(0, 0).theta.imag() / area, lossy.q_extinction(),
              1e-12);
}

TEST(MieSeries, HasTheDualityOfElectricAndMagnetic) {
  // eps and mu exchanged: E- and H-plane change places.
  const Mie electric({0.1, {3, -0.2}, 1, false}, 20), magnetic({0.1, 1, {3, -0.2}, false}, 20);
  for (const double theta : {10.0, 80.0, 150.0})
    EXPECT_NEAR(electric.rcs_m2(theta, 0) / magnetic.rcs_m2(theta, 90), 1, 1e-12);
  // eps = mu: nothing is reflected straight back.
  const Mie matched({0.1, {3, -0.2}, {3, -0.2}, false}, 20);
  EXPECT_LT(matched.rcs_m2(180, 0), 1e-12 * matched.rcs_m2(0, 0));
}

TEST(MieSeries, OfALargeSphereTakesTwiceItsArea) {
  EXPECT_NEAR(Mie({1, 1, 1, true}, 400).q_extinction(), 2, 0.05);
  EXPECT_NEAR(Mie({1, {2.25, -0.5}, 1, false}, 400).q_extinction(), 2, 0.05);
}

// A metal of |m| = 450 against its surface impedance 1 / m, which leaves out the curvature.
TEST(Mie, ASurfaceImpedanceIsThatOfAMetal) {
  MieSphere metal, surface;
  metal.radius_m = surface.radius_m = 1;
  metal.eps = {1, -2e5};
  surface.impedance = 1.0 / std::sqrt(metal.eps);
  const Mie exact(metal, 2.0), mie(surface, 2.0);
  EXPECT_NEAR(mie.q_absorption() / exact.q_absorption(), 1, 2e-3);
  EXPECT_NEAR(mie.q_extinction() / exact.q_extinction(), 1, 1e-4);
  surface.impedance = std::conj(surface.impedance); // capacitive: another sphere
  EXPECT_GT(std::abs(Mie(surface, 2.0).far_field(30, 0).theta - exact.far_field(30, 0).theta),
            1e-3);
}

} // namespace
} // namespace curlew::test
