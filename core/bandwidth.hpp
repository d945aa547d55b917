#pragma once

#include <curlew/core/spaces.hpp>

#include <cstddef>

namespace curlew {

// Many times the last cache: 60 MB on an H200, and hosts may share hundreds.
template <class Space>
constexpr std::size_t k_bandwidth_bytes = std::size_t(is_device<Space> ? 1024 : 256) << 20;

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
