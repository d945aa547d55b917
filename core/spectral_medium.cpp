#include <curlew/core/spectral_medium.hpp>

#include <curlew/core/constants.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace curlew {
namespace {

using complex = std::complex<double>;

constexpr complex k_j(0, 1);

// Returns the slopes of a monotone cubic through the points: weighted harmonic means of the slopes
// of both intervals, 0 at an extremum @cite fritsch1980; at the ends that of the interval.
std::vector<double> monotone_slopes(const std::vector<double> &x, const std::vector<double> &y) {
  const std::size_t count = x.size();
  std::vector<double> chord(count - 1), slopes(count);
  for (std::size_t i = 0; i + 1 < count; ++i)
    chord[i] = (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
  slopes.front() = chord.front();
  slopes.back() = chord.back();
  for (std::size_t i = 1; i + 1 < count; ++i) {
    if (chord[i - 1] * chord[i] <= 0)
      continue;
    const double before = x[i] - x[i - 1], after = x[i + 1] - x[i];
    const double weight = 2 * after + before, other = after + 2 * before;
    slopes[i] = (weight + other) / (weight / chord[i - 1] + other / chord[i]);
  }
  return slopes;
}

} // namespace

complex ColeColePole::at(complex frequency_hz) const {
  return delta / (1.0 + std::pow(2 * k_pi * k_j * frequency_hz * tau_s, 1 - alpha));
}

double DjordjevicSarkar::slope() const {
  return eps_r * loss_tangent / (std::atan(f_hz / f1_hz) - std::atan(f_hz / f2_hz));
}

double DjordjevicSarkar::eps_inf() const {
  return eps_r - slope() * std::log(std::hypot(f2_hz, f_hz) / std::hypot(f1_hz, f_hz));
}

complex DjordjevicSarkar::at(complex frequency_hz) const {
  return eps_inf() +
         slope() * (std::log(f2_hz + k_j * frequency_hz) - std::log(f1_hz + k_j * frequency_hz));
}

PermittivityTable::PermittivityTable(std::filesystem::path file, std::vector<double> frequencies_hz,
                                     std::vector<complex> eps)
    : file_(std::move(file)), frequencies_hz_(std::move(frequencies_hz)), eps_(std::move(eps)) {
  if (frequencies_hz_.size() < 2 || frequencies_hz_.size() != eps_.size())
    throw std::logic_error("a table of a permittivity needs two rows");
  std::vector<double> real, imag;
  for (const complex value : eps_) {
    real.push_back(value.real());
    imag.push_back(value.imag());
  }
  const std::vector<double> real_slopes = monotone_slopes(frequencies_hz_, real),
                            imag_slopes = monotone_slopes(frequencies_hz_, imag);
  for (std::size_t i = 0; i < eps_.size(); ++i)
    slopes_.emplace_back(real_slopes[i], imag_slopes[i]);
}

bool PermittivityTable::covers(double frequency_hz) const {
  return frequency_hz >= frequencies_hz_.front() && frequency_hz <= frequencies_hz_.back();
}

complex PermittivityTable::at(double frequency_hz) const {
  if (!covers(frequency_hz))
    throw std::logic_error("a table of a permittivity is asked for a frequency outside of it");
  const auto above =
      std::upper_bound(frequencies_hz_.begin() + 1, frequencies_hz_.end() - 1, frequency_hz);
  const auto i = static_cast<std::size_t>(above - frequencies_hz_.begin()) - 1;
  const double width = frequencies_hz_[i + 1] - frequencies_hz_[i];
  const double t = (frequency_hz - frequencies_hz_[i]) / width, s = 1 - t;
  return s * s * ((1 + 2 * t) * eps_[i] + t * width * slopes_[i]) +
         t * t * ((1 + 2 * s) * eps_[i + 1] - s * width * slopes_[i + 1]);
}

complex SpectralMedium::at(complex frequency_hz) const {
  complex sum(0, -loss);
  for (const ColeColePole &pole : cole_cole)
    sum += pole.at(frequency_hz);
  if (djordjevic_sarkar)
    sum += djordjevic_sarkar->at(frequency_hz);
  if (table)
    sum += table->at(frequency_hz.real());
  return sum;
}

} // namespace curlew
