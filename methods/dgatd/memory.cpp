#include <curlew/methods/dgatd/memory.hpp>

#include <curlew/core/error.hpp>

#include <fmt/format.h>

namespace curlew::dgatd {

void foresee_memory(double tets, double bytes_per_tet, const std::string &place, Backend backend) {
  const Device device = find_device(backend);
  const double needed = tets * bytes_per_tet;
  if (needed > device.free_bytes)
    throw ResourceError(fmt::format(
        "{}: {:.4g} tets need about {:.3g} GB of memory on the {} and {:.3g} GB ({:.0f} of {:.0f} "
        "bytes) are free; take a coarser mesh or a machine with more memory",
        place, tets, needed / 1e9, backend == Backend::cuda ? device.name : std::string("host"),
        device.free_bytes / 1e9, device.free_bytes, needed));
}

} // namespace curlew::dgatd
