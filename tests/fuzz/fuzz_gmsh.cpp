#include "feeds.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view content(reinterpret_cast<const char *>(data), size);
  curlew::fuzz::feed_gmsh(content);
  curlew::fuzz::feed_surface(content);
  return 0;
}
