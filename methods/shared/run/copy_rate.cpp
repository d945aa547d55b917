#include <curlew/methods/shared/run/copy_rate.hpp>

#include <curlew/core/parallel/bandwidth.hpp>

#include <algorithm>

namespace curlew {

double measure_copy(Backend backend, double step_bytes) {
  const auto bytes = static_cast<std::size_t>(std::clamp(step_bytes / 2, 4e6, 256e6));
  return with_backend(backend, [&](auto space) { return copy_bandwidth<decltype(space)>(bytes); });
}

} // namespace curlew
