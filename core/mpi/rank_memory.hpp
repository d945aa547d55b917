#pragma once

#include <curlew/core/memory.hpp>
#include <curlew/core/parallel/backend.hpp>

namespace curlew {

// Returns the memory in which a backend keeps its data, and this rank's share of what is free
// there: the ranks of a host share its memory, and those on one device the device's.
Memory memory_of_rank(Backend backend);

// Records how many ranks compute on the device of this one, which may see no other; without a
// record the ranks of a host are taken to share the devices that this one sees evenly.
void record_ranks_on_device(int ranks);

} // namespace curlew
