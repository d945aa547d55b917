#include <curlew/methods/shared/time/spectral_shares.hpp>

#include <curlew/core/constants.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>

namespace curlew {
namespace {

// Limit of the samples; a pulse has some thousand. Beyond it a spectrum is that of the waveform's
// first part, whose end has all frequencies.
constexpr double k_most_samples = 1e7;

std::vector<double> samples_of(const Waveform &waveform, double delay_s, double dt_s) {
  const double last = std::min(k_most_samples, std::ceil((delay_s + waveform.end_s()) / dt_s));
  std::vector<double> samples;
  for (std::int64_t n = 0; static_cast<double>(n) <= last; ++n)
    samples.push_back(waveform(static_cast<double>(n) * dt_s - delay_s));
  return samples;
}

} // namespace

std::vector<double> spectral_shares(const Waveform &waveform, double delay_s,
                                    const std::vector<double> &frequencies_hz, double dt_s) {
  std::vector<double> shares(frequencies_hz.size(), 1);
  if (!std::isfinite(waveform.end_s()))
    return shares;
  const std::vector<double> samples = samples_of(waveform, delay_s, dt_s);
  double strength = 0;
  for (const double sample : samples)
    strength += std::abs(sample);
  for (std::size_t f = 0; f < frequencies_hz.size(); ++f) {
    // The sum uses Horner's rule from the last sample on: one product per step.
    const std::complex<double> turn = std::polar(1.0, -2 * k_pi * frequencies_hz[f] * dt_s);
    std::complex<double> sum = 0;
    for (auto sample = samples.rbegin(); sample != samples.rend(); ++sample)
      sum = sum * turn + *sample;
    shares[f] = strength > 0 ? std::abs(sum) / strength : 0;
  }
  return shares;
}

} // namespace curlew
