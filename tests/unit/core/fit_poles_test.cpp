// Fits of poles, the passivity of poles of both signs, and tables of a permittivity.
#include <curlew/core/fit_poles.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/passivity.hpp>
#include <curlew/core/signal/nonnegative_fit.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace curlew {
namespace {

using complex = std::complex<double>;

template <class Eps>
PermittivitySamples sampled(double low, double high, Eps &&eps, int count = 80) {
  PermittivitySamples samples;
  for (int i = 0; i < count; ++i) {
    samples.frequencies_hz.push_back(low * std::pow(high / low, i / (count - 1.0)));
    samples.eps.push_back(eps(samples.frequencies_hz.back()));
  }
  return samples;
}

TEST(PoleFit, FindsThePolesItWasMadeOf) {
  Poles poles;
  poles.drude = {{2.1e15, 2e13}};
  poles.lorentz = {{1.2, 7e14, 1.5e14}};
  const auto samples = sampled(4e14, 9e14, [&](double f) { return 3.0 + poles.at(f); });
  PoleFitOptions options;
  options.tolerance = 1e-3;
  const PoleFit fit = fit_poles(samples, options);
  EXPECT_LT(fit.error, 1e-3);
  EXPECT_LT(fit.loss_error, 1e-3);
  EXPECT_GE(fit.eps_inf, 1);
}

TEST(PoleFit, IsPassiveAtAllFrequencies) {
  // Not causal, and lossless in half of the band: nothing fits well.
  const auto samples =
      sampled(1e14, 9e14, [](double f) { return complex(f > 5e14 ? 4 : -3, f > 5e14 ? 0 : -2); });
  PoleFitOptions options;
  options.most_poles = 5;
  const PoleFit fit = fit_poles(samples, options);
  EXPECT_GT(fit.error, 0.05); // and it says so
  EXPECT_FALSE(has_negative_strength(fit.poles));
  for (const double f : frequencies_around(fit.poles))
    EXPECT_LE(fit.poles.at(f).imag(), 0) << f;
  // The errors are those of the poles that it returns.
  double worst = 0;
  for (std::size_t i = 0; i < samples.eps.size(); ++i)
    worst = std::max(
        worst, std::abs(fit.eps_inf + fit.poles.at(samples.frequencies_hz[i]) - samples.eps[i]) /
                   std::abs(samples.eps[i]));
  EXPECT_NEAR(fit.error, worst, 1e-12);
}

TEST(PoleFit, MorePolesFitBetter) {
  const auto samples = sampled(
      1e8, 1e10, [](double f) { return complex(4 - 2 / k_pi * 0.08 * std::log(f / 1e9), -0.08); });
  PoleFitOptions options;
  options.kinds = PoleKinds::debye;
  options.loss_floor = 0;
  options.tolerance = 1e-4;
  double before = 1;
  for (options.most_poles = 1; options.most_poles <= 5; ++options.most_poles) {
    const PoleFit fit = fit_poles(samples, options);
    EXPECT_LT(fit.loss_error, before);
    EXPECT_TRUE(fit.poles.lorentz.empty() && fit.poles.drude.empty());
    before = fit.loss_error;
  }
  EXPECT_LT(before, 0.02);
  EXPECT_THROW(fit_poles({{1e9}, {4.0}}, options), InputError);
}

TEST(NonnegativeFit, LeavesOutWhatWouldBeNegative) {
  // Columns (1, 0) and (0.6, 0.8), right-hand side (1, -1): the second would be -1.25.
  const NormalEquations equations{{{1, 0.6}, {0.6, 1}}, {1, -0.2}};
  const std::vector<double> x = solve_nonnegative(equations);
  EXPECT_NEAR(x[0], 1, 1e-12);
  EXPECT_EQ(x[1], 0);
}

TEST(Passivity, IsThatOfTheSum) {
  Poles poles;
  poles.lorentz = {{2, 5e9, 1e9}, {-1, 5e9, 1.5e9}};
  EXPECT_TRUE(has_negative_strength(poles));
  EXPECT_FALSE(find_gain(poles, 0, frequencies_around(poles)));
  poles.lorentz[1].gamma_hz = 3e9; // 2 * 1 < 1 * 3: far from the resonance the second one wins
  const auto gain = find_gain(poles, 0, frequencies_around(poles));
  ASSERT_TRUE(gain);
  EXPECT_GT(poles.at(gain->worst_hz).imag(), 0);
  EXPECT_NEAR(gain->imaginary, poles.at(gain->worst_hz).imag(), 1e-15);
  EXPECT_FALSE(find_gain(poles, 0, {5e9})); // passive at the resonance
  // A conductivity that takes more than the poles give.
  EXPECT_FALSE(find_gain(poles, 1e12, {gain->low_hz, gain->worst_hz, gain->high_hz}));
}

} // namespace
} // namespace curlew
