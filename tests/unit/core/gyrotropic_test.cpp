#include <curlew/core/constants.hpp>
#include <curlew/core/gyrotropic.hpp>

#include <gtest/gtest.h>

namespace curlew {
namespace {

using complex = std::complex<double>;
using Vector = std::array<complex, 3>;

constexpr complex k_j(0, 1);
constexpr double k_charge_over_mass = 1.602176634e-19 / 9.1093837015e-31; // electron

Vector times(const GyrotropicTensor &tensor, const Vector &v) {
  const ComplexTensor &t = tensor.symmetric;
  const Gyration &g = tensor.gyration;
  return {t[0] * v[0] + t[3] * v[1] + t[4] * v[2] + g[1] * v[2] - g[2] * v[1],
          t[3] * v[0] + t[1] * v[1] + t[5] * v[2] + g[2] * v[0] - g[0] * v[2],
          t[4] * v[0] + t[5] * v[1] + t[2] * v[2] + g[0] * v[1] - g[1] * v[0]};
}

// Expects the eigenvalues for a field along b = (2, -1, 2) / 3: the eigenvectors are b, and u - j b
// x u and u + j b x u, u across b, which with e^{+j omega t} rotate right-handed and left-handed
// about b.
void expect_eigenvalues(const GyrotropicTensor &tensor, complex along, complex right,
                        complex left) {
  constexpr double b[3] = {2.0 / 3, -1.0 / 3, 2.0 / 3}, u[3] = {1.0 / 3, -2.0 / 3, -2.0 / 3};
  Vector axis, plus, minus;
  for (int d = 0; d < 3; ++d) {
    const int e = (d + 1) % 3, f = (d + 2) % 3;
    const double across = b[e] * u[f] - b[f] * u[e];
    axis[d] = b[d];
    plus[d] = u[d] - k_j * across;
    minus[d] = u[d] + k_j * across;
  }
  for (int d = 0; d < 3; ++d) {
    EXPECT_LT(std::abs(times(tensor, axis)[d] - along * axis[d]), 1e-12);
    EXPECT_LT(std::abs(times(tensor, plus)[d] - right * plus[d]), 1e-12);
    EXPECT_LT(std::abs(times(tensor, minus)[d] - left * minus[d]), 1e-12);
  }
  EXPECT_GT(std::abs(right - left), 0.1); // the eigenvalues differ
}

// gamma mu0 = 2.2102e5 m/(A s) of g = 2: 1 GHz of resonance are 28428 A/m.
TEST(Gyrotropic, AFerriteIsInResonanceWithWhatTurnsLikeItsSpins) {
  const double per_ghz = 2 * k_pi * 1e9 / (k_charge_over_mass * k_mu0);
  EXPECT_NEAR(per_ghz, 28428, 1);
  GyrotropicMedium medium;
  medium.ferrite = Ferrite{5 * per_ghz, {2 * per_ghz, -1 * per_ghz, 2 * per_ghz}, 0, 0, 2};
  EXPECT_NEAR(resonance_hz(*medium.ferrite), 3e9, 1);
  const auto expect = [&](complex bias) {
    expect_eigenvalues(permeability(Material(), medium, 10e9), 1, 1.0 + 5.0 / (bias - 10.0),
                       1.0 + 5.0 / (bias + 10.0));
  };
  expect(3);
  medium.ferrite->linewidth_A_m = 0.4 * per_ghz;
  expect(3.0 + 0.2 * k_j);
  medium.ferrite->linewidth_A_m = 0;
  medium.ferrite->alpha = 0.02; // the same at this frequency
  expect(3.0 + 0.2 * k_j);
  // Half of g: half of both frequencies.
  medium.ferrite = Ferrite{10 * per_ghz, {4 * per_ghz, -2 * per_ghz, 4 * per_ghz}, 0, 0, 1};
  expect(3);
  EXPECT_EQ(permittivity(Material(), medium, 10e9).gyration, Gyration{});
}

// Half the linewidth away from the resonance of the right-handed wave the losses are half their
// maximum.
TEST(Gyrotropic, TheLinewidthIsTheFullWidthAtHalfHeight) {
  const double resonance_A_m = 2 * k_pi * 10e9 / (k_charge_over_mass * k_mu0), width_A_m = 4e3;
  const auto losses = [&](double bias_A_m) {
    GyrotropicMedium medium;
    medium.ferrite = Ferrite{1e5, {0, 0, bias_A_m}, width_A_m, 0, 2};
    const Vector right = times(permeability(Material(), medium, 10e9), {1, -k_j, 0});
    return -right[0].imag();
  };
  EXPECT_GT(losses(resonance_A_m), 1);
  for (const double sign : {-1.0, 1.0})
    EXPECT_NEAR(losses(resonance_A_m + sign * 0.5 * width_A_m) / losses(resonance_A_m), 0.5, 1e-3);
}

// eps_r + j g x: what turns right-handed about g sees eps_r - |g|.
TEST(Gyrotropic, ConstantVectorsAreAdded) {
  GyrotropicMedium medium;
  medium.eps_gyration = {0.6, -0.3, 0.6};
  medium.mu_gyration = {-0.2, 0.1, -0.2};
  expect_eigenvalues(permittivity(Material(), medium, 1e9), 1, 1 - 0.9, 1 + 0.9);
  expect_eigenvalues(permeability(Material(), medium, 2e9), 1, 1 + 0.3, 1 - 0.3);
}

// Charges of either sign, several at once; without a field to speak of the pole of Drude.
TEST(Gyrotropic, ChargesTurnAboutTheField) {
  const double tesla = 2 * k_pi * 1e9 / k_charge_over_mass; // at 1 GHz
  EXPECT_NEAR(tesla, 0.035724, 1e-5);
  const complex w = 10.0 - 0.5 * k_j;
  GyrotropicMedium medium;
  medium.drude = {{8e9, 0.5e9, {4 * tesla, -2 * tesla, 4 * tesla}, 2, -1}};
  EXPECT_NEAR(resonance_hz(medium.drude[0]), 3e9, 1);
  const auto expect = [&](double f_c) {
    expect_eigenvalues(permittivity(Material(), medium, 10e9), 1.0 - 6.4 / w, 1.0 - 6.4 / (w - f_c),
                       1.0 - 6.4 / (w + f_c));
  };
  expect(3);
  medium.drude[0].charge = 1;
  expect(-3);
  EXPECT_EQ(permeability(Material(), medium, 10e9).gyration, Gyration{});
  // As many charges of both signs rotate nothing.
  medium.drude.push_back(medium.drude[0]);
  medium.drude[1].charge = -1;
  for (const complex &component : permittivity(Material(), medium, 10e9).gyration)
    EXPECT_LT(std::abs(component), 1e-12);
  for (GyrotropicDrudePole &pole : medium.drude)
    for (double &component : pole.bias_T)
      component *= 1e-9;
  Poles drude;
  drude.drude = {{8e9, 0.5e9}, {8e9, 0.5e9}};
  const ComplexTensor eps = permittivity(Material(), medium, 10e9).symmetric;
  EXPECT_LT(std::abs(eps[0] - 1.0 - drude.at(10e9)), 1e-9);
  EXPECT_LT(std::abs(eps[3]), 1e-9);
}

} // namespace
} // namespace curlew
