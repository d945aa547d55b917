#include <curlew/methods/shared/ports/small_system.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace curlew {

void solve_small(std::size_t n, std::vector<std::complex<double>> a,
                 std::vector<std::complex<double>> &b) {
  if (n == 0 || a.size() != n * n || b.size() % n != 0)
    throw std::invalid_argument("a system of equations whose sizes do not fit");
  const std::size_t m = b.size() / n;
  // Each equation is scaled to the same size: those of a network may be in volts or in amperes.
  for (std::size_t i = 0; i < n; ++i) {
    double largest = 0;
    for (std::size_t j = 0; j < n; ++j)
      largest = std::max(largest, std::abs(a[i * n + j]));
    if (!(largest > 0) || !std::isfinite(largest))
      throw std::domain_error("a system of equations with an empty or infinite row");
    for (std::size_t j = 0; j < n; ++j)
      a[i * n + j] /= largest;
    for (std::size_t j = 0; j < m; ++j)
      b[i * m + j] /= largest;
  }
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(a[i * n + k]) > std::abs(a[pivot * n + k]))
        pivot = i;
    if (!(std::abs(a[pivot * n + k]) >
          static_cast<double>(n) * std::numeric_limits<double>::epsilon()))
      throw std::domain_error("a singular system of equations");
    for (std::size_t j = 0; j < n; ++j)
      std::swap(a[k * n + j], a[pivot * n + j]);
    for (std::size_t j = 0; j < m; ++j)
      std::swap(b[k * m + j], b[pivot * m + j]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k)
        continue;
      const std::complex<double> factor = a[i * n + k] / a[k * n + k];
      for (std::size_t j = k; j < n; ++j)
        a[i * n + j] -= factor * a[k * n + j];
      for (std::size_t j = 0; j < m; ++j)
        b[i * m + j] -= factor * b[k * m + j];
    }
  }
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t j = 0; j < m; ++j)
      b[k * m + j] /= a[k * n + k];
}

} // namespace curlew
