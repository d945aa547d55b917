#include <curlew/methods/shared/time/harmonics.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/io/results/atomic_file.hpp>

#include <fmt/format.h>

#include <cmath>
#include <complex>

namespace curlew {
namespace {

using Phasor = std::array<std::complex<double>, 3>;

// The integral of the record times exp(-j 2 pi f t).
Phasor transform(const ProbeTrace &trace, double frequency_hz) {
  Phasor sum{};
  if (trace.times_s.size() < 2)
    return sum;
  const double dt_s = trace.times_s[1] - trace.times_s[0];
  for (std::size_t k = 0; k < trace.times_s.size(); ++k) {
    const auto turn = std::polar(dt_s, -2 * k_pi * frequency_hz * trace.times_s[k]);
    for (int d = 0; d < 3; ++d)
      sum[d] += trace.samples[k][d] * turn;
  }
  return sum;
}

} // namespace

std::vector<Harmonic> harmonics_of(const ProbeTrace &trace, const HarmonicsSpec &spec) {
  std::vector<Harmonic> harmonics;
  int largest = 0; // component of the fundamental
  for (int m = 1; m <= spec.count; ++m) {
    const Phasor sum = transform(trace, m * spec.f0_hz);
    if (m == 1)
      for (int d = 1; d < 3; ++d)
        largest = std::abs(sum[d]) > std::abs(sum[largest]) ? d : largest;
    Harmonic one{m, m * spec.f0_hz, 0, 0, 0};
    one.amplitude = std::sqrt(std::norm(sum[0]) + std::norm(sum[1]) + std::norm(sum[2]));
    one.phase_deg = std::arg(sum[largest]) * 180 / k_pi;
    const double fundamental = harmonics.empty() ? one.amplitude : harmonics[0].amplitude;
    one.ratio = fundamental > 0 ? one.amplitude / fundamental : 0;
    harmonics.push_back(one);
  }
  return harmonics;
}

void write_harmonics(const std::filesystem::path &path, const std::vector<Harmonic> &harmonics) {
  std::string text = "m,f (Hz),amplitude,phase (deg),ratio\n";
  for (const Harmonic &one : harmonics)
    text += fmt::format("{},{},{},{},{}\n", one.m, one.frequency_hz, one.amplitude, one.phase_deg,
                        one.ratio);
  write_file_atomically(path, text);
}

} // namespace curlew
