#pragma once

#include <curlew/core/parallel/processors.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <system_error>
#include <thread>
#include <type_traits>
#include <vector>

namespace curlew {

// Number of threads that host set-up uses for a request of `threads`: 0 means all processors that
// this process may use.
inline int host_threads(int threads) {
  if (threads > 0)
    return threads;
  return static_cast<int>(usable_processors().size());
}

// Number of chunks that parallel_chunks makes: one per thread, none shorter than `grain` items.
inline std::size_t chunk_count(std::size_t count, int threads, std::size_t grain = 1024) {
  const std::size_t useful = std::max<std::size_t>(1, count / std::max<std::size_t>(grain, 1));
  return std::min(useful, static_cast<std::size_t>(host_threads(threads)));
}

// Calls f(begin, end) or f(begin, end, chunk) for contiguous, ascending chunks that cover [0,
// count), each on its own thread (the first on the caller's). The chunk limits depend on the number
// of threads; the result of f must not. When several chunks throw, the exception of the first of
// them is thrown on, as a sequential loop would.
template <class F>
void parallel_chunks(std::size_t count, int threads, F &&f, std::size_t grain = 1024) {
  const std::size_t chunks = chunk_count(count, threads, grain);
  std::vector<std::exception_ptr> errors(chunks);
  auto work = [&](std::size_t chunk) {
    try {
      // count * chunk would overflow for huge counts; quotient and remainder do not
      const std::size_t size = count / chunks, rest = count % chunks;
      const std::size_t begin = chunk * size + std::min(chunk, rest);
      const std::size_t end = begin + size + (chunk < rest ? 1 : 0);
      if constexpr (std::is_invocable_v<F &, std::size_t, std::size_t, std::size_t>)
        f(begin, end, chunk);
      else
        f(begin, end);
    } catch (...) {
      errors[chunk] = std::current_exception();
    }
  };
  auto work_beside = [&](std::size_t chunk) {
    use_all_processors(); // the caller may be bound to one
    work(chunk);
  };
  std::vector<std::thread> pool;
  pool.reserve(chunks - 1);
  std::size_t started = 1;
  try {
    for (; started < chunks; ++started)
      pool.emplace_back(work_beside, started);
  } catch (const std::system_error &) {
    // the system starts no more threads: the caller computes the remaining chunks
  }
  work(0);
  for (std::size_t chunk = started; chunk < chunks; ++chunk)
    work(chunk);
  for (std::thread &thread : pool)
    thread.join();
  for (const std::exception_ptr &error : errors)
    if (error)
      std::rethrow_exception(error);
}

} // namespace curlew
