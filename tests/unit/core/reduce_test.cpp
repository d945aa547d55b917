// Memory of kernels: sums that overlap in time have memory of their own, scratch begins at a line.
#include <curlew/core/parallel/backend.hpp>
#include <curlew/core/parallel/reduce.hpp>
#include <curlew/core/parallel/team_scratch.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <iterator>
#include <thread>
#include <vector>

namespace curlew {
namespace {

constexpr Offset k_count = 5000; // several chunks

struct Numbers {
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i, double (&sum)[2]) const {
    sum[0] += static_cast<double>(i);
    sum[1] += 1;
  }
};

constexpr double k_sum = 0.5 * k_count * (k_count - 1);

TEST(OrderedSums, AddUpOnEveryBackend) {
  for (const Backend backend : compiled_backends())
    with_backend(backend, [](const auto &space) {
      const auto sums = ordered_sums<2>(space, "curlew::test::sums", k_count, Numbers());
      EXPECT_EQ(sums[0], k_sum);
      EXPECT_EQ(sums[1], k_count);
    });
}

// Waits in the middle of its own sum until another thread has finished one.
struct WaitingNumbers {
  std::atomic<bool> *is_in_the_middle, *other_is_done;
  void operator()(const Offset i, double (&sum)[2]) const {
    if (i == k_count / 2) {
      *is_in_the_middle = true;
      while (!*other_is_done)
        std::this_thread::yield();
    }
    Numbers()(i, sum);
  }
};

// If both threads shared one buffer, the second would overwrite the first chunks of the first one.
TEST(OrderedSums, OfTwoThreadsDoNotMix) {
  using Space = Host;
  std::atomic<bool> is_in_the_middle{false}, other_is_done{false};
  std::array<double, 2> first{}, second{};
  std::thread thread([&] {
    first = ordered_sums<2>(Space(), "curlew::test::waiting", k_count,
                            WaitingNumbers{&is_in_the_middle, &other_is_done});
  });
  while (!is_in_the_middle)
    std::this_thread::yield();
  second = ordered_sums<2>(Space(), "curlew::test::sums", 2 * k_count, Numbers());
  other_is_done = true;
  thread.join();
  EXPECT_EQ(first[0], k_sum);
  EXPECT_EQ(first[1], k_count);
  EXPECT_EQ(second[1], 2 * k_count);
}

TEST(Workspace, ServesAgainWhenGivenBack) {
  using Space = Host;
  const double *memory = nullptr;
  {
    const Workspace<Space> one(100), other(100);
    EXPECT_EQ(one.view().extent(0), 100u);
    EXPECT_NE(one.view().data(), other.view().data());
    memory = other.view().data();
  }
  const Workspace<Space> one(50), other(50);
  EXPECT_TRUE(one.view().data() == memory || other.view().data() == memory);
  EXPECT_EQ(one.view().extent(0), 50u);
}

// Every piece begins at a cache line and has its room, whatever was taken before it.
TEST(AlignedScratch, BeginsAtACacheLine) {
  constexpr std::size_t k_sizes[] = {1, 7, 100};
  std::size_t bytes = 0;
  for (const std::size_t size : k_sizes)
    bytes += aligned_scratch_bytes<double>(size);
  for (const int level : {0, 1}) {
    std::vector<std::size_t> starts;
    Kokkos::parallel_for(
        "curlew::test::scratch",
        Kokkos::TeamPolicy<Host>(Host(), 1, 1).set_scratch_size(level, Kokkos::PerTeam(bytes)),
        [&](const Kokkos::TeamPolicy<Host>::member_type &team) {
          for (const std::size_t size : k_sizes)
            starts.push_back(reinterpret_cast<std::size_t>(
                aligned_scratch<double>(team.team_scratch(level), size)));
        });
    ASSERT_EQ(starts.size(), std::size(k_sizes));
    for (std::size_t i = 0; i < starts.size(); ++i) {
      EXPECT_NE(starts[i], 0u) << level;
      EXPECT_EQ(starts[i] % k_cache_line_bytes, 0u) << level;
      const std::size_t free = i == 0 ? 0 : starts[i - 1] + k_sizes[i - 1] * sizeof(double);
      EXPECT_GE(starts[i], free) << level;
    }
  }
}

} // namespace
} // namespace curlew
