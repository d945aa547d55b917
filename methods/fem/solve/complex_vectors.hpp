#pragma once

#include <complex>
#include <cstddef>
#include <vector>

namespace curlew::fem {

// Adds factor y to x.
inline void add(std::vector<std::complex<double>> &x, std::complex<double> factor,
                const std::vector<std::complex<double>> &y) {
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] += factor * y[i];
}

// Returns x^H y.
inline std::complex<double> inner(const std::vector<std::complex<double>> &x,
                                  const std::vector<std::complex<double>> &y) {
  std::complex<double> sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += std::conj(x[i]) * y[i];
  return sum;
}

} // namespace curlew::fem
