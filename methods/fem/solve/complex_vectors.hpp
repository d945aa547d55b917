#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

#include <array>
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

// Returns a x b.
inline std::array<std::complex<double>, 3>
complex_cross(const Point &a, const std::array<std::complex<double>, 3> &b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

} // namespace curlew::fem
