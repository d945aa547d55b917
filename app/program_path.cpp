#include "program_path.hpp"

#include <system_error>

namespace curlew::app {

std::filesystem::path program_path() {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::filesystem::path() : path;
}

} // namespace curlew::app
