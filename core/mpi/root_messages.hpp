#pragma once

#include <curlew/core/mpi/communicator.hpp>

#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace curlew {

// Runs in which the root alone plans and writes, and sends tasks to the other ranks. All calls are
// collective.

// Returns the values of rank `from` on every rank.
template <class T>
std::vector<T> from_rank(const Communicator &ranks, int from, const std::vector<T> &values = {}) {
  static_assert(std::is_trivially_copyable_v<T>, "its bytes are sent");
  const std::string bytes = ranks.broadcast(
      std::string(reinterpret_cast<const char *>(values.data()), values.size() * sizeof(T)), from);
  std::vector<T> copy(bytes.size() / sizeof(T));
  if (!copy.empty())
    std::memcpy(copy.data(), bytes.data(), bytes.size());
  return copy;
}

// Returns the root's values on every rank.
template <class T>
std::vector<T> from_root(const Communicator &ranks, const std::vector<T> &values = {}) {
  return from_rank(ranks, 0, values);
}

// Sends a task from the root to the ranks that are in next_task().
template <class Task> void announce(const Communicator &ranks, Task task) {
  ranks.idle_barrier();
  from_root<Task>(ranks, {task});
}

// Waits for the root's next task. The root may write results meanwhile, which takes long.
template <class Task> Task next_task(const Communicator &ranks) {
  ranks.idle_barrier();
  return from_root<Task>(ranks).at(0);
}

// Sends the tolerance and the counts of a solve's options; other ranks pass any and get them.
template <class Options> Options options_from_root(const Communicator &ranks, Options options) {
  options.tolerance = from_root<double>(ranks, {options.tolerance}).at(0);
  const auto counts = from_root<int>(ranks, {options.max_iterations, options.batch});
  options.max_iterations = counts.at(0);
  options.batch = counts.at(1);
  return options;
}

} // namespace curlew
