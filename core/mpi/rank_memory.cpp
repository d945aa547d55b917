#include <curlew/core/mpi/rank_memory.hpp>

#include <curlew/core/mpi/communicator.hpp>

namespace curlew {
namespace {

int ranks_on_device = 0; // 0: not recorded

} // namespace

void record_ranks_on_device(int ranks) {
  ranks_on_device = ranks;
}

Memory memory_of_rank(Backend backend) {
  const int ranks = node_local_rank().size, devices = device_count(backend);
  const int sharing = !is_device_backend(backend) ? ranks
                      : ranks_on_device > 0       ? ranks_on_device
                                                  : (ranks + devices - 1) / devices;
  Memory memory = memory_of(backend);
  memory.free_bytes /= sharing;
  if (sharing > 1)
    memory.name += ", shared by " + std::to_string(sharing) + " ranks";
  return memory;
}

} // namespace curlew
