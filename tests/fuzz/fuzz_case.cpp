#include "feeds.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  curlew::fuzz::feed_case({reinterpret_cast<const char *>(data), size});
  return 0;
}
