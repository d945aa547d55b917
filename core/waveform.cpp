#include <curlew/core/waveform.hpp>

#include <curlew/core/constants.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew {
namespace {

// exp(-(t/tau)^2) has the spectrum exp(-(pi f tau)^2): 20 dB down at f = sqrt(ln 10) / (pi tau).
double tau_of(double f_20db_hz) {
  return std::sqrt(std::log(10.0)) / (k_pi * f_20db_hz);
}

// exp(-(t/tau)^2) is below the smallest rounding of 1 beyond this many tau.
constexpr double k_negligible = 6.1;

double gaussian_width(const Waveform &w) {
  return w.type == Waveform::Type::modulated_gaussian ? tau_of(w.bandwidth_hz / 2)
                                                      : tau_of(w.f_max_hz);
}

double gaussian_centre(const Waveform &w) {
  return w.delay_s >= 0 ? w.delay_s : w.default_delay_s();
}

double interpolate(const std::vector<double> &x, const std::vector<double> &y, double at) {
  if (x.empty() || at < x.front() || at > x.back())
    return 0;
  const auto right = std::upper_bound(x.begin(), x.end(), at);
  if (right == x.end())
    return y.back();
  const std::size_t i = right - x.begin();
  const double w = (at - x[i - 1]) / (x[i] - x[i - 1]);
  return (1 - w) * y[i - 1] + w * y[i];
}

} // namespace

double Waveform::default_delay_s() const {
  return 5 * gaussian_width(*this);
}

std::optional<double> Waveform::peak_s() const {
  if (type == Type::sine || type == Type::file)
    return std::nullopt;
  return gaussian_centre(*this);
}

double Waveform::operator()(double t_s) const {
  if (type == Type::file)
    return interpolate(times_s, values, t_s);
  if (type == Type::sine) {
    if (t_s <= 0)
      return 0;
    const double ramp_s = ramp_periods / f0_hz;
    const double envelope = t_s < ramp_s ? 0.5 * (1 - std::cos(k_pi * t_s / ramp_s)) : 1;
    return envelope * std::sin(2 * k_pi * f0_hz * t_s);
  }
  const double x = (t_s - gaussian_centre(*this)) / gaussian_width(*this);
  const double bell = std::exp(-x * x);
  if (type == Type::gaussian)
    return bell;
  if (type == Type::gaussian_derivative) // peak 1 at x = -1/sqrt(2)
    return -std::sqrt(2.0) * x * std::exp(0.5 - x * x);
  return bell * std::cos(2 * k_pi * f0_hz * (t_s - gaussian_centre(*this)));
}

double Waveform::highest_frequency_hz() const {
  switch (type) {
  case Type::sine:
    return f0_hz;
  case Type::modulated_gaussian:
    return f0_hz + bandwidth_hz / 2;
  case Type::file: {
    double step = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < times_s.size(); ++i)
      step = std::min(step, times_s[i] - times_s[i - 1]);
    return 0.5 / step;
  }
  default:
    return f_max_hz;
  }
}

double Waveform::lowest_frequency_hz() const {
  if (type == Type::sine)
    return f0_hz;
  return type == Type::modulated_gaussian ? f0_hz - bandwidth_hz / 2 : 0;
}

double Waveform::end_s() const {
  if (type == Type::sine)
    return std::numeric_limits<double>::infinity();
  if (type == Type::file)
    return times_s.empty() ? 0 : times_s.back();
  return gaussian_centre(*this) + k_negligible * gaussian_width(*this);
}

} // namespace curlew
