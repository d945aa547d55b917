#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/signal/spectrum.hpp>
#include <curlew/core/words.hpp>

#include <fmt/format.h>
#include <kissfft/kissfft.hh>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace curlew {
namespace {

using Complex = std::complex<double>;

constexpr WordTable<Window, 4> k_windows = {{{Window::hamming, "hamming"},
                                             {Window::hann, "hann"},
                                             {Window::blackman, "blackman"},
                                             {Window::rectangular, "rectangular"}}};

// Factor of the fitted range over the band: lines beyond it leak too little to look like a line.
constexpr double k_beyond_band = 1.5;
constexpr double k_uniform_tolerance = 1e-6; // tolerance over dt

// The smallest length from n on that the FFT takes apart into 2, 3 and 5.
std::size_t fast_length(std::size_t n) {
  for (;; ++n) {
    std::size_t rest = n;
    for (const std::size_t factor : {2, 3, 5}) {
      while (rest % factor == 0) {
        rest /= factor;
      }
    }
    if (rest == 1) {
      return n;
    }
  }
}

double uniform_step(const std::vector<double> &times_s) {
  const std::size_t n = times_s.size();
  const double dt = (times_s.back() - times_s.front()) / static_cast<double>(n - 1);
  if (!(dt > 0) || !std::isfinite(dt)) {
    throw InputError("a spectrum needs ascending times");
  }
  for (std::size_t i = 1; i < n; ++i) {
    const double step = times_s[i] - times_s[i - 1];
    // Times of a long run have rounding errors of their own size.
    const double rounding = 4e-16 * std::abs(times_s[i]);
    if (!(std::abs(step - dt) <= k_uniform_tolerance * dt + rounding)) {
      throw InputError(fmt::format("a spectrum needs equally spaced times, but sample {} follows "
                                   "after {} s, the mean step is {} s",
                                   i, step, dt));
    }
  }
  return dt;
}

void check_input(const std::vector<double> &times_s,
                 const std::vector<std::array<double, 3>> &samples,
                 const SpectrumOptions &options) {
  constexpr std::size_t k_fewest = 4;
  if (times_s.size() != samples.size()) {
    throw InputError(fmt::format("{} times for {} samples", times_s.size(), samples.size()));
  }
  if (samples.size() < k_fewest) {
    throw InputError(fmt::format("a spectrum needs at least {} samples, there are {}", k_fewest,
                                 samples.size()));
  }
  if (options.zero_padding < 1) {
    throw InputError("the zero padding of a spectrum must be at least 1");
  }
  for (std::size_t i = 0; i < samples.size(); ++i) {
    for (const double value : samples[i]) {
      if (!std::isfinite(value)) {
        throw InputError(
            fmt::format("sample {} of the signal, at {} s, is not finite", i, times_s[i]));
      }
    }
  }
}

// Frequencies k/(P M dt), k = P q + r, are computed by P transforms of M points, each of the
// samples shifted by r/(P M dt): the memory stays that of the trace however fine the frequencies
// are.
class PaddedTransform {
public:
  PaddedTransform(std::size_t n_samples, std::size_t padding)
      : padding_(padding), length_(fast_length(n_samples)), fft_(length_, false), shift_(n_samples),
        input_(length_), output_(length_) {
    for (std::size_t n = 0; n < n_samples; ++n) {
      shift_[n] = std::polar(1.0, -2 * k_pi * static_cast<double>(n) /
                                      static_cast<double>(length_ * padding_));
    }
  }

  std::size_t n_frequencies() const { return length_ * padding_; }

  // result[k][component] for all k there are.
  void apply(const std::vector<double> &signal, double scale, std::size_t component,
             std::vector<std::array<Complex, 3>> &result) {
    std::vector<Complex> shifted(signal.begin(), signal.end());
    for (std::size_t r = 0; r < padding_ && r < result.size(); ++r) {
      std::copy(shifted.begin(), shifted.end(), input_.begin());
      fft_.transform(input_.data(), output_.data());
      for (std::size_t q = 0, k = r; k < result.size(); ++q, k += padding_) {
        result[k][component] = scale * output_[q];
      }
      for (std::size_t n = 0; n < shifted.size(); ++n) {
        shifted[n] *= shift_[n];
      }
    }
  }

private:
  std::size_t padding_;
  std::size_t length_;
  kissfft<double> fft_;
  std::vector<Complex> shift_;
  std::vector<Complex> input_;
  std::vector<Complex> output_;
};

} // namespace

Window parse_window(std::string_view name) {
  for (const Word<Window> &word : k_windows)
    if (name == word.text)
      return word.value;
  throw InputError(
      fmt::format("unknown window \"{}\" (legal: hamming, hann, blackman, rectangular)", name));
}

std::string_view to_string(Window window) {
  for (const Word<Window> &word : k_windows)
    if (word.value == window)
      return word.text;
  throw std::logic_error("a window has no word");
}

std::array<double, 3> window_terms(Window window) {
  switch (window) {
  case Window::hann:
    return {0.5, 0.5, 0};
  case Window::blackman:
    return {0.42, 0.5, 0.08};
  case Window::rectangular:
    return {1, 0, 0};
  default:
    return {0.54, 0.46, 0};
  }
}

double window_value(Window window, std::size_t n, std::size_t n_samples) {
  const auto [a0, a1, a2] = window_terms(window);
  const double angle = 2 * k_pi * static_cast<double>(n) / static_cast<double>(n_samples);
  return a0 - a1 * std::cos(angle) + a2 * std::cos(2 * angle);
}

double main_lobe_half_width(Window window) {
  switch (window) {
  case Window::blackman:
    return 3;
  case Window::rectangular:
    return 1;
  default:
    return 2;
  }
}

Spectrum amplitude_spectrum(const std::vector<double> &times_s,
                            const std::vector<std::array<double, 3>> &samples,
                            const SpectrumOptions &options) {
  check_input(times_s, samples, options);
  const std::size_t n = samples.size();
  Spectrum spectrum;
  spectrum.window = options.window;
  spectrum.n_samples = n;
  spectrum.dt_s = uniform_step(times_s);

  PaddedTransform transform(n, options.zero_padding);
  spectrum.step_hz = 1 / (static_cast<double>(transform.n_frequencies()) * spectrum.dt_s);
  const std::size_t highest_line = transform.n_frequencies() / 2;
  const auto highest = static_cast<double>(highest_line);
  const double first = std::ceil(std::max(0.0, options.band_hz[0]) / spectrum.step_hz);
  const double last = std::min(highest, std::floor(options.band_hz[1] / spectrum.step_hz));
  if (!(first <= last)) {
    throw InputError(fmt::format("no frequency of the spectrum lies in the band {} ... {} Hz: they "
                                 "go from 0 to {} Hz in steps of {} Hz",
                                 options.band_hz[0], options.band_hz[1], highest * spectrum.step_hz,
                                 spectrum.step_hz));
  }
  const double beyond = std::min(highest, std::ceil(k_beyond_band * last));
  spectrum.components.resize(static_cast<std::size_t>(beyond) + 1);

  std::vector<double> window(n);
  for (std::size_t i = 0; i < n; ++i) {
    window[i] = window_value(options.window, i, n);
  }
  // The mean of a cosine-sum window over its period is its constant term.
  const double scale = spectrum.dt_s / window_terms(options.window)[0];
  std::vector<double> signal(n);
  for (std::size_t component = 0; component < 3; ++component) {
    for (std::size_t i = 0; i < n; ++i) {
      signal[i] = window[i] * samples[i][component];
    }
    transform.apply(signal, scale, component, spectrum.components);
  }
  for (auto k = static_cast<std::size_t>(first); k <= static_cast<std::size_t>(last); ++k) {
    const auto &e = spectrum.components[k];
    spectrum.frequency_hz.push_back(static_cast<double>(k) * spectrum.step_hz);
    spectrum.amplitude.push_back(std::sqrt(std::norm(e[0]) + std::norm(e[1]) + std::norm(e[2])));
  }
  return spectrum;
}

} // namespace curlew
