#pragma once

#include <cstdint>

namespace curlew {

// Mesh entities are counted in 32 bits; offsets, row maps and byte counts in 64, because a mesh of
// 13 million tets already has more than 2^31 matrix entries.
using Index = std::int32_t;
using Offset = std::int64_t;

// Converts a count to Index. Throws ResourceError that names `what` when it does not fit.
Index to_index(std::uint64_t count, const char *what);

} // namespace curlew
