#pragma once

#include <optional>

namespace curlew {

// Seconds of all threads of this process together.
struct ProcessorTime {
  double ran_s = 0;
  double waited_s = 0; // ready to run while other threads had the processors
};

// Returns the times so far of the threads that there are; none where the system does not count them
// (Linux does, in /proc/self/task/*/schedstat).
std::optional<ProcessorTime> processor_time();

} // namespace curlew
