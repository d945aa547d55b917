#include <curlew/core/constants.hpp>
#include <curlew/core/material.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace curlew {
namespace {

// diag(a, b, c) rotated by an arbitrary proper rotation (from a unit quaternion).
SymmetricTensor rotated(double a, double b, double c) {
  const double w = 0.5, x = 0.1, y = 0.7, z = std::sqrt(1 - w * w - x * x - y * y);
  const double r[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                          {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                          {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
  const double d[3] = {a, b, c};
  const auto entry = [&](int i, int j) {
    double sum = 0;
    for (int k = 0; k < 3; ++k)
      sum += r[i][k] * d[k] * r[j][k];
    return sum;
  };
  return {{entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)}};
}

TEST(SymmetricTensor, DefiniteMeansEveryEigenvalueIsPositive) {
  EXPECT_TRUE(rotated(1, 2, 3).is_positive_definite());
  EXPECT_TRUE(rotated(1e-3, 2, 3).is_positive_definite());
  EXPECT_FALSE(rotated(-1e-3, 2, 3).is_positive_definite());
  EXPECT_FALSE(rotated(-1, -2, 3).is_positive_definite()); // determinant above zero
  EXPECT_FALSE((SymmetricTensor{{0, 1, 1, 0, 0, 0}}.is_positive_definite()));
  EXPECT_FALSE((SymmetricTensor{{1, 1, 1, 2, 0, 0}}.is_positive_definite()));
}

TEST(SymmetricTensor, TinyAndHugeEntriesNeitherUnderflowNorOverflow) {
  for (const double scale : {1e-200, 1e200}) {
    EXPECT_TRUE(rotated(scale, 2 * scale, 3 * scale).is_positive_definite()) << scale;
    EXPECT_FALSE(rotated(-scale, 2 * scale, 3 * scale).is_positive_definite()) << scale;
    const double back = rotated(scale, scale, scale).inverse().v[0];
    EXPECT_NEAR(back * scale, 1, 1e-14) << scale;
  }
}

TEST(SymmetricTensor, SemidefiniteAdmitsZeroButNoGain) {
  EXPECT_TRUE(SymmetricTensor::isotropic(0).is_positive_semidefinite());
  EXPECT_TRUE(rotated(0, 0, 5).is_positive_semidefinite()); // conducts along one direction only
  EXPECT_TRUE(rotated(0, 2, 5).is_positive_semidefinite());
  EXPECT_FALSE(rotated(0, 0, -5).is_positive_semidefinite());
  EXPECT_FALSE(rotated(-1e-6, 0, 5).is_positive_semidefinite());
  EXPECT_FALSE(SymmetricTensor::isotropic(-1e-300).is_positive_semidefinite());
}

TEST(SymmetricTensor, InverseTimesTensorIsOne) {
  const SymmetricTensor a = rotated(1, 2.5, 7), b = a.inverse();
  const auto at = [](const SymmetricTensor &t, int i, int j) {
    return i == j ? t.v[i] : t.v[i + j + 2];
  };
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      double sum = 0;
      for (int k = 0; k < 3; ++k)
        sum += at(a, i, k) * at(b, k, j);
      EXPECT_NEAR(sum, i == j ? 1 : 0, 1e-14) << i << j; // a few roundings of entries up to 7
    }
  EXPECT_EQ((SymmetricTensor{{2, 3, 7, 0, 0, 0}}.inverse().v[2]), 1.0 / 7);
}

TEST(SymmetricTensor, KnowsIsotropicAndZero) {
  EXPECT_TRUE(SymmetricTensor::isotropic(4).is_isotropic());
  EXPECT_FALSE((SymmetricTensor{{4, 4, 4, 0, 1e-9, 0}}.is_isotropic()));
  EXPECT_TRUE(Material().sigma.is_zero());
  EXPECT_FALSE(Material().eps_r.is_zero());
}

using Complex = std::complex<double>;

// The products and quotients of a pole: a few roundings.
void expect_close(Complex a, Complex b) {
  EXPECT_LT(std::abs(a - b), 1e-14 * std::abs(b)) << a << " " << b;
}

TEST(Dispersion, PolesAtTheFrequenciesWhereTheyAreSimple) {
  Poles poles;
  EXPECT_TRUE(poles.empty());
  EXPECT_EQ(poles.at(1e9), 0.0);
  poles.debye = {{6, 1 / (2 * k_pi * 1e9)}};
  expect_close(poles.at(1e9), {3, -3}); // 2 pi f tau = 1
  poles.debye.clear();
  poles.lorentz = {{1.5, 2e9, 1e8}};
  expect_close(poles.at(2e9), {0, -1.5 * 20}); // at resonance delta f0 / (j gamma)
  poles.lorentz.clear();
  poles.drude = {{3e9, 0}};
  expect_close(poles.at(1e9), -9); // without damping -(f_p / f)^2
  EXPECT_FALSE(poles.empty());
}

TEST(Dispersion, PolesAddUp) {
  Poles debye, lorentz, both;
  debye.debye = {{40, 8e-12}, {3, 1e-9}};
  lorentz.lorentz = {{1.5, 2e9, 1e8}};
  both.debye = debye.debye;
  both.lorentz = lorentz.lorentz;
  expect_close(both.at(1.3e9), debye.at(1.3e9) + lorentz.at(1.3e9));
}

// e^{+j omega t}: what loses energy has a negative imaginary part.
TEST(Dispersion, EveryLossIsANegativeImaginaryPart) {
  const double f = 1.3e9;
  Material m;
  m.eps_r = {{2, 3, 4, 0, 0, 0}};
  EXPECT_EQ(permittivity(m, f)[1], Complex(3, 0));
  m.sigma = {{0.5, 0, 0, 0, 0, 0}};
  expect_close(permittivity(m, f)[0], {2, -0.5 / (2 * k_pi * f * k_eps0)});
  EXPECT_EQ(permittivity(m, f)[1], Complex(3, 0)); // sigma acts along x alone
  m.loss_tangent = 0.1;
  expect_close(permittivity(m, f)[2], {4, -0.4});
  m.sigma_m = SymmetricTensor::isotropic(700);
  expect_close(permeability(m, f)[2], {1, -700 / (2 * k_pi * f * k_mu0)});
  for (const Poles &poles :
       {Poles{{{1, 1e-10}}, {}, {}}, Poles{{}, {{1, 2e9, 1e8}}, {}}, Poles{{}, {}, {{2e9, 1e8}}}}) {
    EXPECT_LT(poles.at(f).imag(), 0);
    Material other;
    EXPECT_FALSE(other.is_dispersive());
    other.mu_poles = poles;
    EXPECT_TRUE(other.is_dispersive());
    EXPECT_EQ(permittivity(other, f)[0], 1.0);
    expect_close(permeability(other, f)[0], 1.0 + poles.at(f));
    EXPECT_EQ(permeability(other, f)[3], 0.0); // poles are isotropic
  }
}

// Analytic functions of the frequency: derivatives along both axes agree (Cauchy and Riemann), and
// the values on the real axis are those of a real frequency.
TEST(Dispersion, ComplexFrequenciesContinueTheRealOnes) {
  Material material;
  material.eps_r = SymmetricTensor::isotropic(2);
  material.sigma = SymmetricTensor::isotropic(0.3);
  material.eps_poles.debye.push_back({3, 1e-11});
  material.eps_poles.lorentz.push_back({1.5, 8e9, 1e9});
  material.eps_poles.drude.push_back({5e9, 2e8});
  const double f = 6e9, h = 1e5;
  const auto at = [&](std::complex<double> frequency_hz) {
    return permittivity(material, frequency_hz)[0];
  };
  EXPECT_LT(std::abs(at(f) - permittivity(material, f)[0]), 1e-14);
  const std::complex<double> along = (at({f + h, 4e8}) - at({f - h, 4e8})) / (2 * h),
                             across = (at({f, 4e8 + h}) - at({f, 4e8 - h})) / (2 * h);
  EXPECT_LT(std::abs(across - std::complex<double>(0, 1) * along), 1e-6 * std::abs(along));
}

} // namespace
} // namespace curlew
