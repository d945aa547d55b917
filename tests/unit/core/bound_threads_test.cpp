// Runs with OMP_PROC_BIND: the OpenMP runtime has then bound the main thread before main().
#include <curlew/core/parallel/backend.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/parallel/processors.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include <sched.h>
#include <unistd.h>

namespace curlew {
namespace {

// Returns the number of processors of the parent process, which nothing has bound.
int processors_of_parent() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  return sched_getaffinity(getppid(), sizeof mask, &mask) == 0 ? CPU_COUNT(&mask) : 0;
}

bool threads_are_bound() {
  const char *bind = std::getenv("OMP_PROC_BIND");
  return bind != nullptr && std::string(bind) != "false";
}

TEST(BoundThreads, HostLoopsUseAllProcessors) {
  const int processors = processors_of_parent();
  if (processors < 2)
    GTEST_SKIP() << "takes two processors; the process may use " << processors;
  if (!why_kokkos_cannot_start().empty())
    GTEST_SKIP() << why_kokkos_cannot_start();
  const KokkosRuntime runtime(2);
#ifdef KOKKOS_ENABLE_OPENMP
  if (threads_are_bound()) {
    ASSERT_LT(static_cast<int>(thread_affinity().size()), processors) << "nothing to test";
  }
#endif
  EXPECT_EQ(static_cast<int>(usable_processors().size()), processors);
  EXPECT_EQ(host_threads(0), processors);
  std::vector<ProcessorList> seen(2);
  parallel_chunks(
      2, 2, [&](std::size_t begin, std::size_t) { seen[begin] = thread_affinity(); }, 1);
  EXPECT_EQ(static_cast<int>(seen[1].size()), processors);
}

} // namespace
} // namespace curlew
