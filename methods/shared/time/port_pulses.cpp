#include <curlew/methods/shared/time/port_pulses.hpp>

#include <curlew/methods/shared/ports/port_runs.hpp>
#include <curlew/methods/shared/time/spectral_shares.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew {
namespace {

constexpr const char *k_no_value = "S has no value there and its fields in the tables stay empty";

// Returns a warning for a weak pulse: S is the quotient of a port's waves and those of its pulse.
std::string weak_drive_warning(const Case &input, const PortDrive &drive) {
  constexpr double k_rounding = 1e-6;
  const double highest_hz = drive.waveform.highest_frequency_hz();
  for (const double frequency_hz : input.frequencies_hz)
    if (frequency_hz > (1 + k_rounding) * highest_hz)
      return fmt::format(
          "{}: the spectrum of the pulse at port {} is 20 dB down at {:.4g} Hz, and S "
          "at {:.4g} Hz is divided by less than that; give the waveform a higher "
          "f_max",
          input.where("/frequency"), drive.port, highest_hz, frequency_hz);
  return "";
}

// Returns a warning for frequencies that the pulse lacks; has_s is cleared there.
std::string missing_drive_warning(const Case &input, const PortDrive &drive, TimePlan &plan) {
  const std::vector<double> shares =
      spectral_shares(drive.waveform, drive.delay_s, input.frequencies_hz, plan.dt_s);
  std::size_t count = 0, first = 0;
  for (std::size_t f = 0; f < shares.size(); ++f)
    if (!(shares[f] >= k_least_share)) {
      plan.has_s[f] = 0;
      first = count++ == 0 ? f : first;
    }
  if (count == 0)
    return "";
  return fmt::format(
      "{}: the pulse at port {} has {:.2g} of its strength at {:.4g} Hz{}, and less than {:g} is "
      "lost in rounding: {}; give the waveform a band that has the frequencies, or leave them out",
      input.where("/frequency"), drive.port, shares[first], input.frequencies_hz[first],
      count == 1 ? "" : fmt::format(" and little at {} more frequencies", count - 1), k_least_share,
      k_no_value);
}

// Returns a warning for a run that is too short: S has no value before the pulse has its peak, nor
// before a period of its highest frequency has passed, however the length of the run is given.
// Clears has_s.
std::string late_drive_warning(const Case &input, const PortDrive &drive, TimePlan &plan) {
  const double end_s = static_cast<double>(plan.steps) * plan.dt_s;
  const double peak_s = drive.delay_s + drive.waveform.peak_s().value_or(0);
  const double highest_hz = drive.waveform.highest_frequency_hz();
  std::string text;
  if (end_s < peak_s)
    text = fmt::format("{}: the pulse at port {} has its peak at t = {:.4g} s, and the run ends at "
                       "{:.4g} s",
                       input.where("/time"), drive.port, peak_s, end_s);
  else if (input.outputs.s_parameters && end_s < drive.delay_s + 1 / highest_hz)
    text = fmt::format("{}: the wave at port {} takes {:.4g} s to a period of its highest "
                       "frequency, and the run ends at {:.4g} s",
                       input.where("/time"), drive.port, 1 / highest_hz, end_s);
  if (text.empty() || !input.outputs.s_parameters)
    return text;
  std::fill(plan.has_s.begin(), plan.has_s.end(), 0);
  return text + ": S has no value, and its fields in the tables stay empty; take a longer "
                "\"duration\"";
}

// Adds the first of many similar texts: an array may have thousands of ports.
void add_first(const std::vector<std::string> &texts, TimePlan &plan) {
  constexpr std::size_t k_most = 4;
  for (std::size_t k = 0; k < texts.size() && k < k_most; ++k)
    plan.warnings.push_back(
        k + 1 < k_most || texts.size() == k_most
            ? texts[k]
            : fmt::format("{}; {} more alike", texts[k], texts.size() - k_most));
}

} // namespace

void check_port_pulses(const Case &input, TimePlan &plan) {
  plan.has_s.assign(input.frequencies_hz.size(), 1);
  std::vector<std::string> weak, late;
  const auto add = [](const std::string &text, std::vector<std::string> &list) {
    if (!text.empty())
      list.push_back(text);
  };
  for (const auto &run : port_runs(input))
    for (const PortDrive &drive : run) {
      add(late_drive_warning(input, drive, plan), late);
      if (!input.outputs.s_parameters)
        continue;
      const std::string missing = missing_drive_warning(input, drive, plan);
      add(missing.empty() ? weak_drive_warning(input, drive) : missing, weak);
    }
  add_first(weak, plan);
  add_first(late, plan);
}

} // namespace curlew
