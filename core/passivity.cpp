#include <curlew/core/passivity.hpp>

#include <curlew/core/constants.hpp>

#include <algorithm>
#include <cmath>
#include <complex>

namespace curlew {
namespace {

// Beyond the outermost rates by this factor the signs are those of the powers of the frequency.
constexpr double k_beyond = 1e4;
constexpr int k_per_decade = 60;
// Samples of a resonance, over this many widths to both sides.
constexpr int k_per_resonance = 400;
constexpr double k_widths = 20;
constexpr double k_rounding = 1e-12; // of the sum of the poles' magnitudes

double magnitude(const Poles &poles, double frequency_hz) {
  double sum = 0;
  for (const DebyePole &pole : poles.debye)
    sum += std::abs(Poles{{pole}, {}, {}}.at(frequency_hz));
  for (const LorentzPole &pole : poles.lorentz)
    sum += std::abs(Poles{{}, {pole}, {}}.at(frequency_hz));
  for (const DrudePole &pole : poles.drude)
    sum += std::abs(Poles{{}, {}, {pole}}.at(frequency_hz));
  return sum;
}

} // namespace

bool has_negative_strength(const Poles &poles) {
  const auto is_negative = [](const auto &pole) { return pole.delta < 0; };
  return std::any_of(poles.debye.begin(), poles.debye.end(), is_negative) ||
         std::any_of(poles.lorentz.begin(), poles.lorentz.end(), is_negative);
}

std::optional<GainBand> find_gain(const Poles &poles, double conductivity_over_vacuum,
                                  const std::vector<double> &frequencies_hz) {
  std::vector<double> gains;
  std::size_t worst = 0;
  for (const double f : frequencies_hz) {
    const double loss = conductivity_over_vacuum / (2 * k_pi * f);
    const double gain = poles.at(f).imag() - loss;
    gains.push_back(gain > k_rounding * (magnitude(poles, f) + loss) ? gain : 0);
    if (gains.back() > gains[worst])
      worst = gains.size() - 1;
  }
  if (gains.empty() || gains[worst] == 0)
    return std::nullopt;
  std::size_t low = worst, high = worst;
  while (low > 0 && gains[low - 1] > 0)
    --low;
  while (high + 1 < gains.size() && gains[high + 1] > 0)
    ++high;
  return GainBand{frequencies_hz[low], frequencies_hz[high], frequencies_hz[worst], gains[worst]};
}

std::vector<double> frequencies_around(const Poles &poles) {
  std::vector<double> rates;
  for (const DebyePole &pole : poles.debye)
    rates.push_back(1 / (2 * k_pi * pole.tau_s));
  for (const LorentzPole &pole : poles.lorentz) {
    rates.push_back(pole.f0_hz);
    if (pole.gamma_hz > 0)
      rates.insert(rates.end(), {pole.gamma_hz, pole.f0_hz * pole.f0_hz / pole.gamma_hz});
  }
  for (const DrudePole &pole : poles.drude)
    if (pole.gamma_hz > 0)
      rates.push_back(pole.gamma_hz);
  std::vector<double> result;
  if (rates.empty())
    return result;
  const auto [least, most] = std::minmax_element(rates.begin(), rates.end());
  const double low = *least / k_beyond, high = *most * k_beyond;
  const auto count = static_cast<int>(std::ceil(k_per_decade * std::log10(high / low)));
  for (int i = 0; i <= count; ++i)
    result.push_back(low * std::pow(high / low, static_cast<double>(i) / count));
  for (const LorentzPole &pole : poles.lorentz)
    for (int i = -k_per_resonance; i <= k_per_resonance && pole.gamma_hz > 0; ++i)
      if (const double f = pole.f0_hz + k_widths * pole.gamma_hz * i / k_per_resonance; f > low)
        result.push_back(f);
  std::sort(result.begin(), result.end());
  return result;
}

} // namespace curlew
