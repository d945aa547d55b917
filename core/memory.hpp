#pragma once

#include <string>

namespace curlew {

// A memory and how much of it is free, in bytes; infinite where the system does not report it.
struct Memory {
  std::string name; // "host", or that of a device
  double total_bytes = 0, free_bytes = 0;
};

Memory host_memory();

// Throws ResourceError, with `case_location`, the bytes needed and the bytes free, when `count`
// entities
// ("tets") of `bytes_each` do not fit into what is free.
void require_memory(double count, const std::string &entities, double bytes_each,
                    const std::string &case_location, const Memory &memory = host_memory());

} // namespace curlew
