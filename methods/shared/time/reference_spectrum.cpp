#include <curlew/methods/shared/time/reference_spectrum.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/methods/shared/ports/port_runs.hpp>
#include <curlew/methods/shared/time/spectral_shares.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace curlew {

Waveform reference_waveform(const Case &input) {
  const Waveform *given =
      input.excitations.empty() ? nullptr : waveform_of(input.excitations.front());
  return given != nullptr ? *given : band_waveform(input.frequencies_hz);
}

std::complex<double> reference_spectrum(const Case &input, double frequency_hz, double dt_s,
                                        std::int64_t steps) {
  const Waveform waveform = reference_waveform(input);
  std::complex<double> sum = 0;
  for (std::int64_t n = 0; n < steps; ++n) {
    const double time_s = (static_cast<double>(n) + 0.5) * dt_s;
    sum += waveform(time_s) * std::polar(dt_s, -2 * k_pi * frequency_hz * time_s);
  }
  if (sum == std::complex<double>(0))
    throw InputError(fmt::format("{}: the waveform has nothing at {:.6g} Hz within the run that "
                                 "phasors could refer to",
                                 input.where("/frequency"), frequency_hz));
  return sum;
}

void require_reference(const Case &input, const std::vector<double> &frequencies_hz, double dt_s,
                       const std::string &what, const std::string &pointer) {
  const Waveform waveform = reference_waveform(input);
  // The middles of steps.
  const std::vector<double> shares = spectral_shares(waveform, -0.5 * dt_s, frequencies_hz, dt_s);
  for (std::size_t f = 0; f < shares.size(); ++f)
    if (!(shares[f] >= k_least_share))
      throw InputError(fmt::format(
          "{}: the waveform has {:.2g} of its strength at {:.6g} Hz, and {} is divided by it: less "
          "than {:g} is lost in rounding; give the waveform a band with the frequency, or leave it "
          "out",
          input.where(pointer), shares[f], frequencies_hz[f], what, k_least_share));
}

std::string weak_spectrum_warning(const Case &input, const std::vector<double> &frequencies_hz,
                                  const std::string &what, const std::string &pointer) {
  const Waveform waveform = reference_waveform(input);
  const double lowest_hz = waveform.lowest_frequency_hz(),
               highest_hz = waveform.highest_frequency_hz();
  constexpr double k_rounding = 1e-9;
  for (const double frequency_hz : frequencies_hz) {
    const bool is_low =
        frequency_hz<lowest_hz *(1 - k_rounding), is_high = frequency_hz> highest_hz *
        (1 + k_rounding);
    if (is_low || is_high)
      return fmt::format(
          "{}: the waveform's spectrum is 20 dB down at {:.4g} Hz, and {} at {:.4g} Hz "
          "is divided by less than that; give the waveform {}",
          input.where(pointer), is_low ? lowest_hz : highest_hz, what, frequency_hz,
          waveform.f0_hz > 0 ? "a band that has it" : "a higher f_max");
  }
  return "";
}

std::string names_of(const std::vector<Excitation> &excitations) {
  std::vector<std::string> names;
  for (const Excitation &excitation : excitations)
    if (std::find(names.begin(), names.end(), excitation.name) == names.end())
      names.push_back(excitation.name);
  return fmt::format("{}", fmt::join(names, "+"));
}

} // namespace curlew
