#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <vector>

// Small complex vectors on the host.
namespace curlew {

using HostColumn = std::vector<std::complex<double>>;

// Returns x.y without conjugation.
inline std::complex<double> bilinear(const HostColumn &x, const HostColumn &y) {
  std::complex<double> sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * y[i];
  return sum;
}

// Returns x*.y
inline std::complex<double> dot_conjugate(const HostColumn &x, const HostColumn &y) {
  std::complex<double> sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += std::conj(x[i]) * y[i];
  return sum;
}

// |x|
inline double norm_of(const HostColumn &x) {
  double sum = 0;
  for (const std::complex<double> &value : x)
    sum += std::norm(value);
  return std::sqrt(sum);
}

// |x - y|
inline double distance(const HostColumn &x, const HostColumn &y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += std::norm(x[i] - y[i]);
  return std::sqrt(sum);
}

} // namespace curlew
