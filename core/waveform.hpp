#pragma once

#include <optional>
#include <string>
#include <vector>

namespace curlew {

// The time dependence of an excitation; dimensionless, peak about 1. Source: docs/case-file.md.
struct Waveform {
  enum class Type { gaussian, gaussian_derivative, modulated_gaussian, sine, file };
  Type type = Type::gaussian;
  double f_max_hz = 0;     // gaussian, gaussian_derivative: the spectrum is 20 dB down here
  double f0_hz = 0;        // modulated_gaussian, sine: carrier
  double bandwidth_hz = 0; // modulated_gaussian: between the -20 dB points
  double ramp_periods = 0; // sine: raised-cosine switch-on over this many periods
  double delay_s = -1;     // gaussians: time of the peak; below 0 means 5 tau
  std::string file;        // file: where `times_s`, `values` came from
  std::vector<double> times_s, values; // file: linear interpolation, zero outside

  // 5 tau, the time of the peak of a gaussian without `delay`, in s: the pulse starts at 1e-11 of
  // its peak. Gaussians only.
  double default_delay_s() const;
  // Returns the middle of a gaussian of any type, in s; nothing for others.
  std::optional<double> peak_s() const;
  // Returns the value at time t in s.
  double operator()(double t_s) const;
  // Highest frequency that matters, in Hz: where the spectrum is 20 dB down; for `file` the Nyquist
  // frequency of the smallest step.
  double highest_frequency_hz() const;
  // Lowest frequency that matters, in Hz, of waveforms around a carrier; else 0.
  double lowest_frequency_hz() const;
  // Returns the time after which the waveform stays zero to double precision (infinite for sine).
  double end_s() const;
};

} // namespace curlew
