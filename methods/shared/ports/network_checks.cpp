#include <curlew/methods/shared/ports/network_checks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

// Largest value of a number over frequencies, and its frequency.
struct Largest {
  double value = 0, frequency_hz = 0;

  void take(double one, double at_hz) {
    if (one > value) {
      value = one;
      frequency_hz = at_hz;
    }
  }
};

std::size_t port_count(const ScatteringMatrix &s) {
  return static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(s.size()))));
}

double asymmetry(const ScatteringMatrix &s, std::size_t n) {
  double apart = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j)
      apart = std::max(apart, std::abs(s[i * n + j] - s[j * n + i]));
  return apart;
}

} // namespace

// Finds the value by iteration with S^H S, from all ones and a small part that differs between
// ports.
double largest_gain(const ScatteringMatrix &s, std::size_t n) {
  using complex = std::complex<double>;
  std::vector<complex> x(n), y(n);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = complex(1, 0.1 * static_cast<double>(i));
  double gain = 0;
  constexpr int k_iterations = 200;
  for (int k = 0; k < k_iterations; ++k) {
    double size = 0;
    for (const complex &value : x)
      size += std::norm(value);
    if (size == 0)
      return 0;
    for (complex &value : x)
      value /= std::sqrt(size);
    gain = 0;
    for (std::size_t i = 0; i < n; ++i) {
      y[i] = 0;
      for (std::size_t j = 0; j < n; ++j)
        y[i] += s[i * n + j] * x[j];
      gain += std::norm(y[i]);
    }
    for (std::size_t j = 0; j < n; ++j) {
      x[j] = 0;
      for (std::size_t i = 0; i < n; ++i)
        x[j] += std::conj(s[i * n + j]) * y[i];
    }
  }
  return std::sqrt(gain);
}

std::vector<std::string> network_warnings(const Case &input,
                                          const std::map<double, ScatteringMatrix> &matrices,
                                          bool is_symmetric, const std::string &cause) {
  constexpr double k_gain = 5e-3, k_apart = 5e-3;
  Largest gain, apart;
  for (const auto &[frequency_hz, s] : matrices) {
    if (s.empty())
      continue;
    const std::size_t n = port_count(s);
    gain.take(largest_gain(s, n), frequency_hz);
    if (is_symmetric)
      apart.take(asymmetry(s, n), frequency_hz);
  }
  std::vector<std::string> warnings;
  if (gain.value > 1 + k_gain)
    warnings.push_back(fmt::format(
        "{}: at {:.6g} Hz the largest singular value of S is {:.6g}: more comes out than went in; "
        "{}",
        input.where("/outputs/s_parameters"), gain.frequency_hz, gain.value, cause));
  if (apart.value > k_apart)
    warnings.push_back(fmt::format(
        "{}: at {:.6g} Hz S[i][j] and S[j][i] differ by {:.2g}, which of reciprocal media they do "
        "not: {}",
        input.where("/outputs/s_parameters"), apart.frequency_hz, apart.value, cause));
  return warnings;
}

} // namespace curlew
