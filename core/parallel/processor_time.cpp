#include <curlew/core/parallel/processor_time.hpp>

#include <filesystem>
#include <fstream>
#include <system_error>

namespace curlew {

std::optional<ProcessorTime> processor_time() {
  constexpr double k_nanosecond = 1e-9;
  ProcessorTime sum;
  std::error_code error;
  for (std::filesystem::directory_iterator task("/proc/self/task", error), end;
       !error && task != end; task.increment(error)) {
    std::ifstream file(task->path() / "schedstat");
    double ran_ns = 0, waited_ns = 0;
    if (file >> ran_ns >> waited_ns) { // a thread may have ended meanwhile
      sum.ran_s += k_nanosecond * ran_ns;
      sum.waited_s += k_nanosecond * waited_ns;
    }
  }
  if (error || !(sum.ran_s > 0))
    return std::nullopt;
  return sum;
}

} // namespace curlew
