#include <curlew/core/parallel_host.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>

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
