// Runs with OMP_PROC_BIND: the OpenMP runtime has then bound the main thread before main().
#include <curlew/core/parallel/backend.hpp>
#include <curlew/core/parallel/processors.hpp>
#include <curlew/solvers/dense/dense_product.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include <sched.h>

namespace curlew {
namespace {

std::set<int> threads_of_this_process() {
  std::set<int> threads;
  for (const auto &one : std::filesystem::directory_iterator("/proc/self/task"))
    threads.insert(std::stoi(one.path().filename()));
  return threads;
}

int processors_of(int thread) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  return sched_getaffinity(thread, sizeof mask, &mask) == 0 ? CPU_COUNT(&mask) : 0;
}

TEST(BlasThreads, ThatStartLateUseAllProcessors) {
  if (!why_kokkos_cannot_start().empty())
    GTEST_SKIP() << why_kokkos_cannot_start();
  const KokkosRuntime runtime(2);
  const int processors = static_cast<int>(usable_processors().size());
  if (processors < 2)
    GTEST_SKIP() << "takes two processors; the process may use " << processors;
  const std::set<int> before = threads_of_this_process();
  { const BlasThreads threads(2); }
  int started = 0;
  for (const int thread : threads_of_this_process())
    if (before.count(thread) == 0) {
      ++started;
      EXPECT_EQ(processors_of(thread), processors);
    }
  if (started == 0)
    GTEST_SKIP() << "the BLAS had its threads already, or starts none here";
}

} // namespace
} // namespace curlew
