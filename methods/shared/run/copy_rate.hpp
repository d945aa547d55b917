#pragma once

#include <curlew/core/parallel/backend.hpp>

namespace curlew {

// Copy bandwidth of a backend, bytes per second, at the size of a step's own traffic (within bounds
// that time well).
double measure_copy(Backend backend, double step_bytes);

} // namespace curlew
