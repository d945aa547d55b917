#pragma once

#include <curlew/core/constants.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/waveform.hpp>

#include <cmath>

namespace curlew::dgtd {

// Incoming wave of one port in kernels: amplitude times the waveform at t - delay, by the formulas
// of Waveform. `times_s` and `values` are samples of a file, where the kernel can read them.
struct DriveFormula {
  Waveform::Type type = Waveform::Type::gaussian;
  double amplitude_v = 0, delay_s = 0; // amplitude 0: no wave enters
  double width_s = 1, centre_s = 0;    // gaussians
  double f0_hz = 0, ramp_s = 0;
  const double *times_s = nullptr, *values = nullptr;
  int samples = 0;

  DriveFormula() = default;
  DriveFormula(const Waveform &waveform, double amplitude, double delay)
      : type(waveform.type), amplitude_v(amplitude), delay_s(delay), f0_hz(waveform.f0_hz) {
    if (type == Waveform::Type::sine)
      ramp_s = waveform.ramp_periods / waveform.f0_hz;
    if (const auto peak_s = waveform.peak_s()) {
      const bool is_modulated = type == Waveform::Type::modulated_gaussian;
      const double edge_hz = is_modulated ? waveform.bandwidth_hz / 2 : waveform.f_max_hz;
      width_s = std::sqrt(std::log(10.0)) / (k_pi * edge_hz);
      centre_s = *peak_s;
    }
  }

  // Returns the incident voltage.
  KOKKOS_INLINE_FUNCTION double operator()(double time_s) const {
    return amplitude_v == 0 ? 0 : amplitude_v * shape(time_s - delay_s);
  }

private:
  KOKKOS_INLINE_FUNCTION double shape(double t_s) const {
    if (type == Waveform::Type::file)
      return sampled(t_s);
    if (type == Waveform::Type::sine) {
      if (t_s <= 0)
        return 0;
      const double envelope = t_s < ramp_s ? 0.5 * (1 - std::cos(k_pi * t_s / ramp_s)) : 1;
      return envelope * std::sin(2 * k_pi * f0_hz * t_s);
    }
    const double x = (t_s - centre_s) / width_s;
    if (type == Waveform::Type::gaussian_derivative)
      return -std::sqrt(2.0) * x * std::exp(0.5 - x * x);
    const double bell = std::exp(-x * x);
    return type == Waveform::Type::gaussian ? bell
                                            : bell * std::cos(2 * k_pi * f0_hz * (t_s - centre_s));
  }

  // Interpolates samples linearly; 0 outside.
  KOKKOS_INLINE_FUNCTION double sampled(double t_s) const {
    if (samples == 0 || t_s < times_s[0] || t_s > times_s[samples - 1])
      return 0;
    int low = 0, high = samples; // the first sample behind t_s lies in [low, high]
    while (low < high) {
      const int middle = low + (high - low) / 2;
      if (times_s[middle] <= t_s)
        low = middle + 1;
      else
        high = middle;
    }
    if (low == samples)
      return values[samples - 1];
    const double w = (t_s - times_s[low - 1]) / (times_s[low] - times_s[low - 1]);
    return (1 - w) * values[low - 1] + w * values[low];
  }
};

} // namespace curlew::dgtd
