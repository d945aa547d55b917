#include <curlew/methods/shared/time/reference_spectrum.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/methods/shared/ports/port_runs.hpp>

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
                                        std::int64_t steps, const std::string &what) {
  const Waveform waveform = reference_waveform(input);
  std::complex<double> sum = 0;
  for (std::int64_t n = 0; n < steps; ++n) {
    const double time_s = (static_cast<double>(n) + 0.5) * dt_s;
    sum += waveform(time_s) * std::polar(dt_s, -2 * k_pi * frequency_hz * time_s);
  }
  if (sum == std::complex<double>(0))
    throw InputError(fmt::format("{}: the waveform has nothing at {:.6g} Hz that {} could refer to",
                                 input.where("/frequency"), frequency_hz, what));
  return sum;
}

std::string weak_spectrum_warning(const Case &input, const std::string &what) {
  const Waveform waveform = reference_waveform(input);
  const double lowest_hz = waveform.lowest_frequency_hz(),
               highest_hz = waveform.highest_frequency_hz();
  constexpr double k_rounding = 1e-9;
  for (const double frequency_hz : input.frequencies_hz) {
    const bool is_low =
        frequency_hz<lowest_hz *(1 - k_rounding), is_high = frequency_hz> highest_hz *
        (1 + k_rounding);
    if (is_low || is_high)
      return fmt::format(
          "{}: the waveform's spectrum is 20 dB down at {:.4g} Hz, and {} at {:.4g} Hz "
          "is divided by less than that; give the waveform {}",
          input.where("/frequency"), is_low ? lowest_hz : highest_hz, what, frequency_hz,
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
