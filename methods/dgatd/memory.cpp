#include <curlew/methods/dgatd/memory.hpp>

#include <curlew/core/error.hpp>

#include <fmt/format.h>

#include <fstream>
#include <limits>

namespace curlew::dgatd {
namespace {

// Memory that a process can still get without swapping, in bytes; infinite where the system does
// not say.
double available_bytes() {
  std::ifstream file("/proc/meminfo");
  std::string word;
  while (file >> word)
    if (double kilobytes = 0; word == "MemAvailable:" && file >> kilobytes)
      return 1024 * kilobytes;
  return std::numeric_limits<double>::infinity();
}

} // namespace

void foresee_memory(double tets, double bytes_per_tet, const std::string &place) {
  const double needed = tets * bytes_per_tet, free = available_bytes();
  if (needed > free)
    throw ResourceError(fmt::format("{}: {:.4g} tets need about {:.3g} GB of memory and {:.3g} GB "
                                    "are free; take a coarser mesh or a machine with more memory",
                                    place, tets, needed / 1e9, free / 1e9));
}

} // namespace curlew::dgatd
