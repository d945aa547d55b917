#pragma once

#include <cstddef>

namespace curlew {

// Bytes per second (read plus written) at which `Space` copies an array of `bytes` bytes, by a
// plain kernel on hosts and by the driver's own copy on devices; median of several repetitions. The
// yardstick of every bench.
template <class Space> double copy_bandwidth(std::size_t bytes = std::size_t(256) << 20);

// The same for the vector kernels of iterative solvers on arrays of `bytes` bytes each.
struct VectorRates {
  double axpy = 0, dot = 0, axpy_dot = 0; // bytes/s: 3, 2 and 4 arrays moved
};
template <class Space> VectorRates vector_bandwidth(std::size_t bytes = std::size_t(256) << 20);

} // namespace curlew
