#include <curlew/core/waveform.hpp>

#include <curlew/core/constants.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

namespace curlew {
namespace {

Waveform make(Waveform::Type type) {
  Waveform w;
  w.type = type;
  w.f_max_hz = 350e6;
  w.f0_hz = 1e9;
  w.bandwidth_hz = 400e6;
  return w;
}

// |integral of w(t) exp(-j 2 pi f t) dt| by the trapezoidal rule, which is spectrally accurate for
// a pulse that is zero at both ends.
double spectrum(const Waveform &w, double f_hz) {
  const int k_samples = 20000;
  const double end = 2 * w.default_delay_s(), step = end / k_samples;
  std::complex<double> sum = 0;
  for (int i = 0; i <= k_samples; ++i)
    sum += w(i * step) * std::polar(1.0, -2 * k_pi * f_hz * i * step);
  return std::abs(sum) * step;
}

TEST(Waveform, GaussianIsTwentyDecibelsDownAtItsHighestFrequency) {
  const Waveform w = make(Waveform::Type::gaussian);
  EXPECT_NEAR(spectrum(w, 350e6) / spectrum(w, 0), 0.1, 1e-8);
  EXPECT_GT(spectrum(w, 340e6) / spectrum(w, 0), 0.105); // the check resolves 3 % of frequency
}

TEST(Waveform, GaussianPeaksAtFiveTauUnlessDelayed) {
  Waveform w = make(Waveform::Type::gaussian);
  const double tau = std::sqrt(std::log(10.0)) / (k_pi * 350e6);
  EXPECT_DOUBLE_EQ(w.default_delay_s(), 5 * tau);
  EXPECT_EQ(w(5 * tau), 1);
  EXPECT_NEAR(w(6 * tau), std::exp(-1), 1e-14);
  EXPECT_LT(w(0), 1.5e-11); // exp(-25)
  w.delay_s = 2 * tau;
  EXPECT_EQ(w(2 * tau), 1);
  EXPECT_DOUBLE_EQ(w.end_s(), 8.1 * tau);
}

TEST(Waveform, DerivativeHasPeakOneAndNoStaticPart) {
  const Waveform w = make(Waveform::Type::gaussian_derivative);
  double peak = 0;
  for (int i = 0; i <= 100000; ++i)
    peak = std::max(peak, w(i * 2e-5 * w.default_delay_s()));
  EXPECT_NEAR(peak, 1, 1e-7); // sampled within 1e-4 tau of the maximum, which is flat
  EXPECT_LT(spectrum(w, 0), 1e-9 * spectrum(w, 100e6));
}

TEST(Waveform, DerivativeIsProportionalToTheSlopeOfTheGaussian) {
  const Waveform g = make(Waveform::Type::gaussian), d = make(Waveform::Type::gaussian_derivative);
  const double h = 1e-4 * g.default_delay_s();
  const auto slope = [&](double t) { return (g(t + h) - g(t - h)) / (2 * h); };
  const double early = 0.8 * g.default_delay_s(), late = 1.1 * g.default_delay_s();
  EXPECT_NEAR(d(early) / slope(early) / (d(late) / slope(late)), 1, 1e-5); // O(h^2) differences
  EXPECT_GT(d(early), 0);
  EXPECT_LT(d(late), 0);
}

TEST(Waveform, ModulatedGaussianFillsItsBand) {
  const Waveform w = make(Waveform::Type::modulated_gaussian);
  EXPECT_NEAR(spectrum(w, 800e6) / spectrum(w, 1e9), 0.1, 1e-6);
  EXPECT_NEAR(spectrum(w, 1200e6) / spectrum(w, 1e9), 0.1, 1e-6);
  EXPECT_EQ(w.highest_frequency_hz(), 1.2e9);
}

TEST(Waveform, SineRampsUpOverItsPeriods) {
  Waveform w = make(Waveform::Type::sine);
  w.ramp_periods = 3;
  EXPECT_EQ(w(-1e-9), 0);
  EXPECT_EQ(w(0), 0);
  EXPECT_NEAR(w(1.25e-9), 0.5 * (1 - std::cos(k_pi * 1.25 / 3)), 1e-12);
  EXPECT_NEAR(w(10.25e-9), 1, 1e-12);
  EXPECT_TRUE(std::isinf(w.end_s()));
  w.ramp_periods = 0;
  EXPECT_NEAR(w(0.25e-9), 1, 1e-12);
}

TEST(Waveform, SamplesAreJoinedByLinesAndZeroOutside) {
  Waveform w = make(Waveform::Type::file);
  w.times_s = {1, 2, 4};
  w.values = {0, 2, -2};
  EXPECT_EQ(w(0.999), 0);
  EXPECT_EQ(w(1.5), 1);
  EXPECT_EQ(w(2), 2);
  EXPECT_EQ(w(3), 0);
  EXPECT_EQ(w(4), -2);
  EXPECT_EQ(w(4.001), 0);
  EXPECT_EQ(w.highest_frequency_hz(), 0.5);
  EXPECT_EQ(w.end_s(), 4);
}

} // namespace
} // namespace curlew
