#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace curlew {

// Names a piece of device memory to another process on the same host.
struct PeerHandle {
  std::array<char, 64> bytes{};
  std::int32_t valid = 0;
};

// Returns memory of this process' device that other processes may write, for `count` doubles. It
// stays until the process ends, since no process can tell when the last of the others is done.
// Null, with an invalid handle, where there is no such memory: no device, or CURLEW_PEER_MEMORY=0
// in the environment.
double *allocate_for_peers(std::size_t count, PeerHandle &handle);

// Returns the memory that a handle of another process names, for kernels and copies of this
// process; null where the two devices cannot access each other's memory.
double *open_peer_memory(const PeerHandle &handle);

} // namespace curlew
