#pragma once

#include <curlew/core/parallel/backend.hpp>

namespace curlew {

// Returns the copy bandwidth of a backend, bytes per second, at the size of a step's own traffic
// (within bounds that give accurate times).
double measure_copy(Backend backend, double step_bytes);

} // namespace curlew
