#include <curlew/core/memory.hpp>

#include <gtest/gtest.h>

#include <sys/resource.h>

namespace curlew {
namespace {

TEST(Memory, FreeIsAtMostWhatTheProcessMayHave) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  const double without = host_memory().free_bytes;
  rlimit limit = before;
  limit.rlim_cur = static_cast<rlim_t>(without / 2);
  ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
  const double with = host_memory().free_bytes;
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_LT(with, static_cast<double>(limit.rlim_cur));
  EXPECT_GT(without, with); // the twin
}

} // namespace
} // namespace curlew
