#include <curlew/core/parallel/host_loops.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>

#include <sched.h>

namespace curlew {
namespace {

TEST(ParallelHost, ChunksCoverEverythingOnceInOrder) {
  for (std::size_t count : {0, 1, 2, 7, 64, 1000})
    for (int threads : {0, 1, 2, 3, 8, 64}) {
      const std::size_t chunks = chunk_count(count, threads, 1);
      std::vector<std::atomic<int>> seen(count);
      std::vector<std::pair<std::size_t, std::size_t>> ranges(chunks);
      std::atomic<std::size_t> calls{0};
      parallel_chunks(
          count, threads,
          [&](std::size_t begin, std::size_t end, std::size_t chunk) {
            ++calls;
            ranges.at(chunk) = {begin, end};
            for (std::size_t i = begin; i < end; ++i)
              ++seen.at(i);
          },
          1);
      EXPECT_EQ(calls, chunks);
      for (const auto &times : seen)
        EXPECT_EQ(times, 1);
      EXPECT_EQ(ranges.front().first, 0u);
      EXPECT_EQ(ranges.back().second, count);
      for (std::size_t chunk = 1; chunk < chunks; ++chunk)
        EXPECT_EQ(ranges[chunk].first, ranges[chunk - 1].second);
    }
}

TEST(ParallelHost, ShortLoopsStayOnOneThread) {
  EXPECT_EQ(chunk_count(100, 8), 1u);
  EXPECT_EQ(chunk_count(100, 8, 25), 4u);
  EXPECT_GE(host_threads(0), 1);
  EXPECT_EQ(host_threads(-3), host_threads(0));
}

// An OpenMP runtime binds the main thread to one processor; threads inherit that.
TEST(ParallelHost, WorkersRunOnAllProcessorsOfTheProcess) {
  const ProcessorList all = usable_processors();
  if (all.size() < 2 || thread_affinity().empty())
    GTEST_SKIP() << "takes two processors and a system that binds threads";
  constexpr int k_chunks = 3;
  std::vector<ProcessorList> seen(k_chunks);
  std::thread bound([&] { // binds itself, not the thread of the other tests
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(all.front(), &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    parallel_chunks(
        k_chunks, k_chunks,
        [&](std::size_t, std::size_t, std::size_t chunk) { seen[chunk] = thread_affinity(); }, 1);
  });
  bound.join();
  EXPECT_EQ(seen[0], ProcessorList{all.front()}) << "the caller stays where it is bound";
  EXPECT_EQ(seen[1], all);
  EXPECT_EQ(seen[2], all);
}

TEST(ParallelHost, ThrowsWhatASequentialLoopWouldThrow) {
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> finished{0};
    try {
      parallel_chunks(
          4, 4,
          [&](std::size_t begin, std::size_t) {
            if (begin >= 1)
              throw std::runtime_error(std::to_string(begin));
            ++finished;
          },
          1);
      FAIL() << "threw nothing";
    } catch (const std::runtime_error &error) {
      EXPECT_STREQ(error.what(), "1");
    }
    EXPECT_EQ(finished, 1);
  }
}

} // namespace
} // namespace curlew
