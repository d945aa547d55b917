#include <curlew/methods/dgatd/scheme/time_scheme.hpp>

#include <fstream>

#include <unistd.h>

namespace curlew::dgatd {

double used_bytes(Backend backend) {
  if (is_device_backend(backend)) {
    const Device device = find_device(backend);
    return device.total_bytes - device.free_bytes;
  }
  std::ifstream file("/proc/self/statm");
  double pages = 0;
  file >> pages >> pages;
  return pages * static_cast<double>(sysconf(_SC_PAGESIZE));
}

} // namespace curlew::dgatd
