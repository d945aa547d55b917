#pragma once

#include <curlew/core/memory.hpp>
#include <curlew/core/parallel/backend.hpp>

namespace curlew {

// Returns the memory in which a backend keeps its data, and this rank's share of what is free
// there: the ranks of a host share its memory, and those on one device the device's.
Memory memory_of_rank(Backend backend);

} // namespace curlew
