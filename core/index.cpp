#include <curlew/core/index.hpp>

#include <curlew/core/error.hpp>

#include <limits>

namespace curlew {

Index to_index(std::uint64_t count, const char *what) {
  if (count > static_cast<std::uint64_t>(std::numeric_limits<Index>::max()))
    throw ResourceError(std::string("the mesh has ") + std::to_string(count) + " " + what +
                        "; this program counts them in 32 bits and takes at most " +
                        std::to_string(std::numeric_limits<Index>::max()));
  return static_cast<Index>(count);
}

} // namespace curlew
