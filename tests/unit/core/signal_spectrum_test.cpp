#include "signal_fixtures.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/signal/spectrum.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <limits>
#include <random>

namespace curlew {
namespace {

using test::make_trace;
using test::Trace;

constexpr std::array<Window, 4> k_windows{Window::hamming, Window::hann, Window::blackman,
                                          Window::rectangular};

Trace noise(std::size_t n, double dt_s) {
  std::mt19937 generator(7);
  std::normal_distribution<double> normal;
  Trace trace = make_trace(n, dt_s, {});
  for (auto &sample : trace.samples) {
    sample = {normal(generator), normal(generator), normal(generator)};
  }
  return trace;
}

// The definition, written out.
double naive_amplitude(const Trace &trace, Window window, double frequency_hz) {
  const std::size_t n = trace.samples.size();
  double mean = 0;
  std::array<std::complex<double>, 3> sum{};
  for (std::size_t i = 0; i < n; ++i) {
    const double w = window_value(window, i, n);
    mean += w / static_cast<double>(n);
    const auto turn = std::polar(1.0, -2 * k_pi * frequency_hz * trace.times_s[i]);
    for (std::size_t c = 0; c < 3; ++c) {
      sum[c] += w * trace.samples[i][c] * turn;
    }
  }
  const double dt = trace.times_s[1] - trace.times_s[0];
  return dt / mean * std::sqrt(std::norm(sum[0]) + std::norm(sum[1]) + std::norm(sum[2]));
}

TEST(Spectrum, EqualsTheNaiveTransformForAnyLengthAndWindow) {
  constexpr double k_dt = 1e-9;
  for (const std::size_t n : {4u, 7u, 64u, 97u, 211u, 360u}) {
    const Trace trace = noise(n, k_dt);
    for (const Window window : k_windows) {
      for (const std::size_t padding : {1u, 3u, 8u}) {
        const Spectrum spectrum =
            amplitude_spectrum(trace.times_s, trace.samples, {window, padding, {0, 1e300}});
        ASSERT_EQ(spectrum.frequency_hz.front(), 0);
        ASSERT_LE(spectrum.frequency_hz.back(), 0.5 / k_dt * (1 + 1e-12));
        ASSERT_GT(spectrum.frequency_hz.back() + 2 * spectrum.step_hz, 0.5 / k_dt);
        double scale = 0;
        for (const double a : spectrum.amplitude) {
          scale = std::max(scale, a);
        }
        for (std::size_t k = 0; k < spectrum.amplitude.size(); k += 5) {
          // Rounding of sums of a few hundred terms.
          ASSERT_NEAR(spectrum.amplitude[k],
                      naive_amplitude(trace, window, spectrum.frequency_hz[k]), 1e-12 * scale)
              << "n = " << n << ", " << to_string(window) << ", padding " << padding;
        }
      }
    }
  }
}

TEST(Spectrum, ParsevalHoldsAndWouldNoticeAMissingHalf) {
  constexpr double k_dt = 2e-10;
  const std::size_t n = 360; // a fast length: without padding the frequencies are the DFT's own
  const Trace trace = noise(n, k_dt);
  const Spectrum spectrum =
      amplitude_spectrum(trace.times_s, trace.samples, {Window::rectangular, 1, {0, 1e300}});
  double in_time = 0;
  for (const auto &e : trace.samples) {
    in_time += k_dt * (e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
  }
  double in_frequency = 0;
  for (std::size_t k = 0; k < spectrum.amplitude.size(); ++k) {
    const bool own_mirror = k == 0 || k == n / 2;
    in_frequency +=
        (own_mirror ? 1 : 2) * spectrum.step_hz * spectrum.amplitude[k] * spectrum.amplitude[k];
  }
  EXPECT_NEAR(in_frequency / in_time, 1, 1e-12);
  EXPECT_GT(std::abs(in_frequency / 2 / in_time - 1), 0.4);
}

TEST(Spectrum, AnUndampedLineIsAsHighWithEveryWindow) {
  const Trace trace = make_trace(4000, 1e-10, {{250e6, 3, 0, 0.4, {0.6, 0, 0.8}}});
  for (const Window window : k_windows) {
    const Spectrum spectrum =
        amplitude_spectrum(trace.times_s, trace.samples, {window, 8, {200e6, 300e6}});
    const double highest = *std::max_element(spectrum.amplitude.begin(), spectrum.amplitude.end());
    // A T/2; the mirror image adds its side lobe at 500 MHz x 400 ns = 200 cells: 1/(200 pi).
    EXPECT_NEAR(highest / (3 * 400e-9 / 2), 1, 2e-3) << to_string(window);
  }
}

TEST(Spectrum, TheBandCutsWhatIsReported) {
  const Trace trace = noise(1000, 1e-9);
  const Spectrum spectrum =
      amplitude_spectrum(trace.times_s, trace.samples, {Window::hamming, 8, {50e6, 300e6}});
  EXPECT_GE(spectrum.frequency_hz.front(), 50e6);
  EXPECT_LE(spectrum.frequency_hz.back(), 300e6);
  EXPECT_LT(spectrum.frequency_hz.front() - 50e6, spectrum.step_hz);
  EXPECT_LT(300e6 - spectrum.frequency_hz.back(), spectrum.step_hz);
  ASSERT_EQ(spectrum.frequency_hz.size(), spectrum.amplitude.size());
}

std::string message_of(const Trace &trace, const SpectrumOptions &options = {}) {
  try {
    amplitude_spectrum(trace.times_s, trace.samples, options);
  } catch (const InputError &error) {
    return error.what();
  }
  return "";
}

TEST(Spectrum, RefusesWhatItCannotTransform) {
  using testing::HasSubstr;
  EXPECT_THAT(message_of(noise(3, 1e-9)), HasSubstr("at least 4 samples, there are 3"));
  Trace jump = noise(100, 1e-9);
  for (std::size_t i = 50; i < 100; ++i) {
    jump.times_s[i] += 1e-12;
  }
  EXPECT_THAT(message_of(jump), HasSubstr("equally spaced"));
  Trace backwards = noise(100, 1e-9);
  std::reverse(backwards.times_s.begin(), backwards.times_s.end());
  EXPECT_THAT(message_of(backwards), HasSubstr("ascending"));
  Trace broken = noise(100, 1e-9);
  broken.samples[42][1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(message_of(broken), HasSubstr("sample 42"));
  EXPECT_THAT(message_of(noise(100, 1e-9), {Window::hamming, 8, {600e6, 900e6}}),
              HasSubstr("no frequency"));
  EXPECT_THAT(message_of(noise(100, 1e-9), {Window::hamming, 0, {0, 1e300}}),
              HasSubstr("at least 1"));
  EXPECT_EQ(message_of(noise(100, 1e-9)), "");
}

TEST(Spectrum, TimesOfALongRunCountAsUniform) {
  Trace trace = noise(1000, 1e-9);
  for (std::size_t i = 0; i < 1000; ++i) {
    trace.times_s[i] = static_cast<double>(300000000 + i) * 1.2345e-12;
  }
  EXPECT_EQ(message_of(trace), "");
}

TEST(Window, NamesGoThereAndBack) {
  for (const Window window : k_windows) {
    EXPECT_EQ(parse_window(to_string(window)), window);
  }
  EXPECT_THROW(parse_window("Hamming "), InputError);
}

} // namespace
} // namespace curlew
