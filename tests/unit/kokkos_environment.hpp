#pragma once

#include <curlew/core/parallel/backend.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace curlew::testing {

// Starts Kokkos, with two threads, for every test of an executable that includes this. Where it
// cannot start, in a CUDA build on a machine without a GPU, each test is skipped with the reason.
class KokkosForTests : public ::testing::EmptyTestEventListener {
public:
  void OnEnvironmentsSetUpStart(const ::testing::UnitTest &) override {
    reason_ = why_kokkos_cannot_start();
    if (reason_.empty())
      runtime_ = std::make_unique<KokkosRuntime>(2);
  }
  void OnTestStart(const ::testing::TestInfo &) override {
    if (!runtime_)
      GTEST_SKIP() << reason_;
  }
  void OnEnvironmentsTearDownEnd(const ::testing::UnitTest &) override { runtime_.reset(); }

private:
  std::string reason_;
  std::unique_ptr<KokkosRuntime> runtime_;
};

inline const bool k_kokkos_for_tests = [] {
  ::testing::UnitTest::GetInstance()->listeners().Append(new KokkosForTests);
  return true;
}();

} // namespace curlew::testing
