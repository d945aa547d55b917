#include <curlew/methods/shared/ports/power_waves.hpp>

#include <curlew/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace curlew {
namespace {

using complex = std::complex<double>;

void require_positive(complex impedance) {
  if (!(impedance.real() > 0) || !std::isfinite(std::abs(impedance)))
    throw std::invalid_argument(
        fmt::format("a reference impedance of {} + j {} ohm: power waves exist for a positive, "
                    "finite resistance",
                    impedance.real(), impedance.imag()));
}

// Solves x A = b for the rows of b, in place: Gauss with column pivoting on A's transposed system.
void divide_right(std::vector<complex> &b, std::vector<complex> a, std::size_t n) {
  double largest = 0;
  for (const complex &value : a)
    largest = std::max(largest, std::abs(value));
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t j = k + 1; j < n; ++j)
      if (std::abs(a[k * n + j]) > std::abs(a[k * n + pivot]))
        pivot = j;
    if (!(std::abs(a[k * n + pivot]) >
          static_cast<double>(n) * std::numeric_limits<double>::epsilon() * largest))
      throw InputError("the network has no scattering matrix with the new reference impedances: it "
                       "oscillates when they terminate its ports");
    for (std::size_t i = 0; i < n; ++i) {
      std::swap(a[i * n + k], a[i * n + pivot]);
      std::swap(b[i * n + k], b[i * n + pivot]);
    }
    for (std::size_t j = 0; j < n; ++j) {
      if (j == k)
        continue;
      const complex factor = a[k * n + j] / a[k * n + k];
      for (std::size_t i = 0; i < n; ++i) {
        a[i * n + j] -= factor * a[i * n + k];
        b[i * n + j] -= factor * b[i * n + k];
      }
    }
    const complex scale = 1.0 / a[k * n + k];
    for (std::size_t i = 0; i < n; ++i) {
      a[i * n + k] *= scale;
      b[i * n + k] *= scale;
    }
  }
}

} // namespace

PowerWaves power_waves(complex voltage, complex current, complex impedance) {
  require_positive(impedance);
  const double scale = 0.5 / std::sqrt(impedance.real());
  return {scale * (voltage + impedance * current),
          scale * (voltage - std::conj(impedance) * current)};
}

ScatteringMatrix renormalise(const ScatteringMatrix &s, const std::vector<complex> &from_ohm,
                             const std::vector<complex> &to_ohm) {
  const std::size_t n = from_ohm.size();
  if (s.size() != n * n || to_ohm.size() != n)
    throw std::invalid_argument(
        fmt::format("a scattering matrix of {} entries with {} old and {} new references", s.size(),
                    n, to_ohm.size()));
  ScatteringMatrix incident(n * n), reflected(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    require_positive(from_ohm[i]);
    require_positive(to_ohm[i]);
    const complex z = from_ohm[i], w = to_ohm[i];
    const double scale = 0.5 / std::sqrt(z.real() * w.real());
    for (std::size_t j = 0; j < n; ++j) {
      const complex one = i == j ? 1 : 0, b = s[i * n + j];
      incident[i * n + j] = scale * ((std::conj(z) + w) * one + (z - w) * b);
      reflected[i * n + j] = scale * ((std::conj(z) - std::conj(w)) * one + (z + std::conj(w)) * b);
    }
  }
  divide_right(reflected, incident, n);
  return reflected;
}

ScatteringMatrix travelling_waves(const ScatteringMatrix &s,
                                  const std::vector<complex> &impedances_ohm) {
  const std::size_t n = impedances_ohm.size();
  if (s.size() != n * n)
    throw std::invalid_argument(
        fmt::format("a scattering matrix of {} entries with {} impedances of lines", s.size(), n));
  ScatteringMatrix travelling(n * n, 0);
  for (std::size_t j = 0; j < n; ++j) {
    bool is_known = false;
    for (std::size_t i = 0; i < n; ++i)
      is_known = is_known || s[i * n + j] != 0.0;
    if (!is_known)
      continue;
    require_positive(impedances_ohm[j]);
    const double scale = std::abs(impedances_ohm[j]) / impedances_ohm[j].real();
    for (std::size_t i = 0; i < n; ++i) {
      const complex z = impedances_ohm[i];
      const complex own = i == j ? complex(0, z.imag()) : 0;
      travelling[i * n + j] = scale * (z * s[i * n + j] - own) / std::abs(z);
    }
  }
  return travelling;
}

} // namespace curlew
