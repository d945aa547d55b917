#include <curlew/methods/shared/ports/network_checks.hpp>

#include <curlew/core/log.hpp>
#include <curlew/methods/shared/ports/singular_columns.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

// Largest value of a number over frequencies, and its frequency.
struct Largest {
  double value = 0, frequency_hz = 0;
  std::size_t beyond = 0; // number of frequencies at which the number is beyond the tolerance

  void take(double one, double at_hz, double tolerance) {
    if (one > tolerance)
      ++beyond;
    if (one > value) {
      value = one;
      frequency_hz = at_hz;
    }
  }
};

std::size_t port_count(const ScatteringMatrix &s) {
  return static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(s.size()))));
}

std::vector<ComplexColumn> columns_of(const ScatteringMatrix &s, std::size_t n) {
  std::vector<ComplexColumn> columns(n, ComplexColumn(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      columns[j][i] = s[i * n + j];
  return columns;
}

double asymmetry(const ScatteringMatrix &s, std::size_t n) {
  double apart = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j)
      apart = std::max(apart, std::abs(s[i * n + j] - s[j * n + i]));
  return apart;
}

} // namespace

double largest_gain(const ScatteringMatrix &s, std::size_t n) {
  double gain = 0;
  for (const ComplexColumn &column : singular_columns(columns_of(s, n)).products)
    gain = std::max(gain, length_of(column));
  return gain;
}

// With S V = U Sigma, the matrix U min(Sigma, 1) V^H is S minus, for each singular value above 1,
// (1 - 1 / sigma) (S v) v^H.
ScatteringMatrix nearest_passive(const ScatteringMatrix &s, std::size_t n) {
  const SingularColumns all = singular_columns(columns_of(s, n));
  ScatteringMatrix passive = s;
  for (std::size_t k = 0; k < n; ++k) {
    const double sigma = length_of(all.products[k]);
    if (sigma <= 1)
      continue;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        passive[i * n + j] -= (1 - 1 / sigma) * all.products[k][i] * std::conj(all.vectors[k][j]);
  }
  return passive;
}

PassiveChange make_passive(std::map<double, ScatteringMatrix> &matrices) {
  PassiveChange change;
  for (auto &[frequency_hz, s] : matrices) {
    const ScatteringMatrix passive = nearest_passive(s, port_count(s));
    double moved = 0;
    for (std::size_t i = 0; i < s.size(); ++i)
      moved = std::max(moved, std::abs(passive[i] - s[i]));
    constexpr double k_rounding = 1e-9;
    if (moved > k_rounding)
      ++change.frequencies;
    if (moved > change.largest) {
      change.largest = moved;
      change.frequency_hz = frequency_hz;
    }
    s = passive;
  }
  return change;
}

std::vector<std::string> network_warnings(const Case &input,
                                          const std::map<double, ScatteringMatrix> &matrices,
                                          const NetworkCheck &check) {
  Largest gain, apart;
  for (const auto &[frequency_hz, s] : matrices) {
    if (s.empty())
      continue;
    const std::size_t n = port_count(s);
    gain.take(largest_gain(s, n) - 1, frequency_hz, check.tolerance);
    if (check.is_symmetric)
      apart.take(asymmetry(s, n), frequency_hz, check.tolerance);
  }
  const auto where_else = [&](const Largest &one) {
    return one.beyond > 1 ? fmt::format(" (and at {} of {} frequencies it is beyond {:.2g})",
                                        one.beyond, matrices.size(), check.tolerance)
                          : std::string();
  };
  std::vector<std::string> warnings;
  if (gain.beyond > 0)
    warnings.push_back(fmt::format("{}: at {:.6g} Hz the largest singular value of S is 1 + "
                                   "{:.2g}{}: more comes out than went in; {}. With \"passive\": "
                                   "true the nearest passive S is written",
                                   input.where("/outputs/s_parameters"), gain.frequency_hz,
                                   gain.value, where_else(gain), check.cause));
  if (apart.beyond > 0)
    warnings.push_back(fmt::format("{}: at {:.6g} Hz S[i][j] and S[j][i] differ by {:.2g}{}, "
                                   "which of reciprocal media they do not: {}",
                                   input.where("/outputs/s_parameters"), apart.frequency_hz,
                                   apart.value, where_else(apart), check.cause));
  return warnings;
}

std::vector<std::string> make_passive_where_asked(const Case &input,
                                                  std::map<double, ScatteringMatrix> &matrices,
                                                  const std::string &cause) {
  // Change by which S is no longer what was solved.
  constexpr double k_large = 5e-3;
  if (!input.outputs.s_parameters || !input.outputs.s_parameters->passive)
    return {};
  const PassiveChange change = make_passive(matrices);
  if (change.frequencies == 0)
    return {};
  const std::string text = fmt::format(
      "S was not passive at {} of {} frequencies; the nearest passive S is written, which differs "
      "by up to {:.2g}, at {:.6g} Hz",
      change.frequencies, matrices.size(), change.largest, change.frequency_hz);
  if (change.largest > k_large)
    return {fmt::format("{}: {}: {}", input.where("/outputs/s_parameters"), text, cause)};
  spdlog::info(text);
  return {};
}

} // namespace curlew
