#pragma once

#include <curlew/core/error.hpp>

#include <cstdint>

namespace curlew {

// Vectors, operators or tables whose sizes do not fit each other: a mistake of the calling code.
class DimensionMismatch : public Error {
public:
  DimensionMismatch(const std::string &what, std::int64_t found, std::int64_t expected)
      : Error(ExitCode::internal, what + ": the size is " + std::to_string(found) +
                                      ", it must be " + std::to_string(expected)) {}
};

// Throws DimensionMismatch unless both are equal; `what` names the object whose size is `found`.
inline void require_equal_size(const char *what, std::int64_t found, std::int64_t expected) {
  if (found != expected)
    throw DimensionMismatch(what, found, expected);
}

} // namespace curlew
