#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace curlew {

enum class Window { hamming, hann, blackman, rectangular };

// Throws InputError for an unknown name.
Window parse_window(std::string_view name);
std::string_view to_string(Window window);

// Sample n of a window over n_samples samples: periodic cosine sums
// w_n = a_0 - a_1 cos(2 pi n/N) + a_2 cos(4 pi n/N).
double window_value(Window window, std::size_t n, std::size_t n_samples);

// The spectrum of a sampled 3-component field over a band, by
//   E(f) = dt sum_n w_n e_n exp(-j 2 pi f t_n) / mean(w),   |E| = sqrt(|E_x|^2 + |E_y|^2 + |E_z|^2)
// in V s/m for a field in V/m. Dividing by the window's mean makes the line of an undamped sinusoid
// of amplitude A lasting T as high, A T/2, with every window.
struct Spectrum {
  std::vector<double> frequency_hz; // uniform, ascending
  std::vector<double> amplitude;    // |E|

  // The components with t counted from the first sample, at k * step_hz from k = 0 to half as far
  // again as the band goes: lines outside the band leak into it (core/signal/peaks.hpp).
  std::vector<std::array<std::complex<double>, 3>> components;
  double step_hz = 0;

  Window window = Window::hamming;
  std::size_t n_samples = 0;
  double dt_s = 0;
  double duration_s() const { return static_cast<double>(n_samples) * dt_s; }
};

struct SpectrumOptions {
  Window window = Window::hamming;
  std::size_t zero_padding = 8;            // frequencies per 1/duration, at least 1
  std::array<double, 2> band_hz{0, 1e300}; // cut to 0 ... 1/(2 dt)
};

// `times_s` must be uniform (to 1e-6 of dt) and have at least 4 samples; `samples` as many.
// Throws InputError otherwise, or if the band holds no frequency or a sample is not finite.
Spectrum amplitude_spectrum(const std::vector<double> &times_s,
                            const std::vector<std::array<double, 3>> &samples,
                            const SpectrumOptions &options = {});

// Returns the terms a_0, a_1, a_2 of a window.
std::array<double, 3> window_terms(Window window);

// Returns the width of a window's main lobe from the peak to its first zero, times the duration: 2
// for Hamming.
double main_lobe_half_width(Window window);

} // namespace curlew
