#pragma once

#include <curlew/core/parallel/device_traits.hpp>

#include <cstddef>

namespace curlew {

template <class Space>
constexpr std::size_t k_bandwidth_bytes = DeviceTraits<Space>::k_beyond_caches_bytes;

// Bytes per second (read plus written) at which `Space` copies an array of `bytes` bytes, by a
// plain kernel on hosts and by the driver's own copy on devices; median of several repetitions. The
// yardstick of every bench.
template <class Space> double copy_bandwidth(std::size_t bytes = k_bandwidth_bytes<Space>);

// The same for the vector kernels of iterative solvers on arrays of `bytes` bytes each.
struct VectorRates {
  double axpy = 0, dot = 0, axpy_dot = 0; // bytes/s: 3, 2 and 4 arrays moved
};
template <class Space> VectorRates vector_bandwidth(std::size_t bytes = k_bandwidth_bytes<Space>);

} // namespace curlew
