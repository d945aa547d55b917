#pragma once

#include <curlew/core/constants.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace curlew::test {

struct Tone {
  double frequency_hz;
  double amplitude;
  double decay_per_s = 0;
  double phase = 0.3;
  std::array<double, 3> direction{1, 0, 0};
};

struct Trace {
  std::vector<double> times_s;
  std::vector<std::array<double, 3>> samples;
};

// The sum of the tones, switched on at `start_s`, plus a constant.
inline Trace make_trace(std::size_t n, double dt_s, const std::vector<Tone> &tones,
                        double constant = 0, double start_s = 0) {
  Trace trace;
  for (std::size_t i = 0; i < n; ++i) {
    const double t = static_cast<double>(i) * dt_s;
    std::array<double, 3> e{constant, constant, constant};
    for (const Tone &tone : tones) {
      const double value = t < start_s
                               ? 0
                               : tone.amplitude * std::exp(-tone.decay_per_s * t) *
                                     std::cos(2 * k_pi * tone.frequency_hz * t + tone.phase);
      for (std::size_t c = 0; c < 3; ++c) {
        e[c] += value * tone.direction[c];
      }
    }
    trace.times_s.push_back(t);
    trace.samples.push_back(e);
  }
  return trace;
}

} // namespace curlew::test
