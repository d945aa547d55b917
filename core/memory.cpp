#include <curlew/core/memory.hpp>

#include <curlew/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>

#include <sys/resource.h>
#include <unistd.h>

namespace curlew {
namespace {

// An entry of /proc/meminfo in bytes.
double memory_bytes(const std::string &entry) {
  std::ifstream file("/proc/meminfo");
  std::string word;
  while (file >> word)
    if (double kilobytes = 0; word == entry && file >> kilobytes)
      return 1024 * kilobytes;
  return std::numeric_limits<double>::infinity();
}

// Address space that `ulimit -v`, which batch systems set, leaves to this process, bytes.
double address_bytes() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return std::numeric_limits<double>::infinity();
  double pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const double used = pages * static_cast<double>(sysconf(_SC_PAGESIZE));
  return std::max(0.0, static_cast<double>(limit.rlim_cur) - used);
}

} // namespace

Memory host_memory() {
  return {"host", memory_bytes("MemTotal:"),
          std::min(memory_bytes("MemAvailable:"), address_bytes())};
}

void require_memory(double count, const std::string &entities, double bytes_each,
                    const std::string &case_location, const Memory &memory) {
  const double needed = count * bytes_each;
  if (needed > memory.free_bytes)
    throw ResourceError(fmt::format(
        "{}: {:.4g} {} need about {:.3g} GB of memory on the {} ({:.0f} bytes), of which {:.3g} GB "
        "({:.0f} bytes) are free; take fewer {} or a machine with more memory",
        case_location, count, entities, needed / 1e9, memory.name, needed, memory.free_bytes / 1e9,
        memory.free_bytes, entities));
}

} // namespace curlew
