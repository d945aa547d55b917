#include <curlew/core/mpi/rank_memory.hpp>

#include <curlew/core/mpi/communicator.hpp>

namespace curlew {

Memory memory_of_rank(Backend backend) {
  const int ranks = node_local_rank().size, devices = device_count(backend);
  const int sharing = is_device_backend(backend) ? (ranks + devices - 1) / devices : ranks;
  Memory memory = memory_of(backend);
  memory.free_bytes /= sharing;
  if (sharing > 1)
    memory.name += ", shared by " + std::to_string(sharing) + " ranks";
  return memory;
}

} // namespace curlew
