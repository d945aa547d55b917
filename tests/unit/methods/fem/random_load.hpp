// Random loads of method fem, and the distance of two of them.
#pragma once

#include <curlew/methods/fem/assembly/loads.hpp>

#include <cmath>
#include <random>

namespace curlew::fem {

inline Load random_load(Index size) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Load x(size);
  for (std::complex<double> &value : x)
    value = {uniform(generator), uniform(generator)};
  return x;
}

// |a - b| / |b|; infinite for other sizes.
inline double difference(const Load &a, const Load &b) {
  if (a.size() != b.size())
    return INFINITY;
  double off = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    off += std::norm(a[i] - b[i]);
    size += std::norm(b[i]);
  }
  return std::sqrt(off / size);
}

} // namespace curlew::fem
