#include <curlew/methods/shared/time/reference_spectrum.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>

#include <fmt/format.h>

namespace curlew {
namespace {

const Waveform &waveform_of(const Case &input) {
  return *std::get<CurrentSource>(input.excitations.front().source).waveform;
}

} // namespace

std::complex<double> reference_spectrum(const Case &input, double frequency_hz, double dt_s,
                                        std::int64_t steps, const std::string &what) {
  const Waveform &waveform = waveform_of(input);
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
  const double highest_hz = waveform_of(input).highest_frequency_hz();
  for (const double frequency_hz : input.frequencies_hz)
    if (frequency_hz > highest_hz)
      return fmt::format(
          "{}: the waveform's spectrum is 20 dB down at {:.4g} Hz, and {} at {:.4g} Hz "
          "is divided by less than that; give the waveform a higher f_max",
          input.where("/frequency"), highest_hz, what, frequency_hz);
  return "";
}

std::string names_of(const std::vector<Excitation> &excitations) {
  std::string names;
  for (const Excitation &excitation : excitations)
    names += (names.empty() ? "" : "+") + excitation.name;
  return names;
}

} // namespace curlew
