#include <curlew/methods/shared/forecast/time_forecast.hpp>

#include <fmt/format.h>

#include <cmath>

namespace curlew {
namespace {

// Two digits are as many as a forecast has; larger numbers keep their whole part.
std::string two_digits(double value) {
  return value < 9.95 ? fmt::format("{:.2g}", value) : fmt::format("{:.0f}", value);
}

std::string to_text(const RepeatedWork &work) {
  const std::string count = work.is_estimated ? fmt::format("about {:.0f}", work.count)
                                              : fmt::format("{:.0f}", work.count);
  return fmt::format("{} {}{} of {}", count, work.name, work.count == 1 ? "" : "s",
                     duration_text(work.seconds));
}

} // namespace

double TimeForecast::seconds() const {
  double sum = setup_s;
  for (const RepeatedWork &one : work)
    sum += one.count * one.seconds;
  return sum;
}

std::string duration_text(double seconds) {
  constexpr double k_minute = 60, k_hour = 3600, k_day = 86400;
  if (seconds < 0.0995e-3)
    return two_digits(1e6 * seconds) + " us";
  if (seconds < 0.0995)
    return two_digits(1e3 * seconds) + " ms";
  if (seconds < 99.5)
    return two_digits(seconds) + " s";
  if (seconds < 99.5 * k_minute)
    return two_digits(seconds / k_minute) + " min";
  if (seconds < 2 * k_day)
    return two_digits(seconds / k_hour) + " h";
  return two_digits(seconds / k_day) + " days";
}

std::string to_text(const TimeForecast &forecast, Backend backend, int threads) {
  if (!forecast.none.empty())
    return "no forecast: " + forecast.none;
  std::string text =
      fmt::format("about {} on {}", duration_text(forecast.seconds()), to_string(backend));
  if (!is_device_backend(backend) && backend != Backend::serial)
    text += fmt::format(" ({} thread{})", threads, threads == 1 ? "" : "s");
  text += ": set-up " + duration_text(forecast.setup_s);
  for (const RepeatedWork &one : forecast.work)
    text += ", " + to_text(one);
  return text + (forecast.basis.empty() ? "" : "; " + forecast.basis);
}

std::string time_line(const TimeForecast &forecast, Backend backend, int threads) {
  return "time       " + to_text(forecast, backend, threads) + "\n";
}

} // namespace curlew
