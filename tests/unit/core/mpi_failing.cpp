// Tests that must fail: ranks_main.cpp must detect a failure of one rank, and never wait for it.
// ranks_failing.cmake runs them one at a time.
#include <curlew/core/mpi/communicator.hpp>

#include <gtest/gtest.h>

#include <stdexcept>

namespace curlew {
namespace {

bool is_last() {
  const auto all = Communicator::world();
  return all.rank() == all.size() - 1;
}

TEST(Failing, OneExpectation) {
  EXPECT_FALSE(is_last()) << "the last rank fails";
}

TEST(Failing, OneAssertionWhileOthersWait) {
  ASSERT_FALSE(is_last()) << "the last rank leaves";
  Communicator::world().barrier();
}

TEST(Failing, OneExceptionWhileOthersWait) {
  if (is_last())
    throw std::runtime_error("the last rank throws");
  Communicator::world().barrier();
}

TEST(Failing, NotThis) {} // the twin: passes

} // namespace
} // namespace curlew
