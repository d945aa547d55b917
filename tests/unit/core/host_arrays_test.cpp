#include <curlew/core/mesh/invert.hpp>
#include <curlew/core/parallel/host_arrays.hpp>

#include <gmock/gmock.h>

#include <numeric>

namespace curlew {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Long enough for several chunks of the default grain.
constexpr std::size_t k_many = 10000;

TEST(HostArrays, CountsBecomeOffsets) {
  std::vector<Offset> few{5, 2, 0, 7}; // the first offset, then the counts
  prefix_sum(few, 3);
  EXPECT_THAT(few, ElementsAre(5, 7, 7, 14));
  std::vector<Offset> none;
  prefix_sum(none, 3);
  EXPECT_THAT(none, IsEmpty());
  std::vector<Index> counts(k_many);
  for (std::size_t i = 0; i < counts.size(); ++i)
    counts[i] = static_cast<Index>(i * 7919 % 13);
  std::vector<Index> expected(counts.size());
  std::partial_sum(counts.begin(), counts.end(), expected.begin());
  for (const int threads : {1, 2, 5}) {
    std::vector<Index> sums = counts;
    prefix_sum(sums, threads);
    EXPECT_EQ(sums, expected) << threads;
  }
}

TEST(HostArrays, SelectedItemsRise) {
  for (const int threads : {1, 2, 5}) {
    const auto found =
        select_items<Index>(k_many, threads, [](std::size_t i) { return i % 1000 == 7; });
    EXPECT_THAT(found, ElementsAre(7, 1007, 2007, 3007, 4007, 5007, 6007, 7007, 8007, 9007));
  }
  EXPECT_THAT(select_items<Index>(0, 2, [](std::size_t) { return true; }), IsEmpty());
}

TEST(HostArrays, PartsAreJoinedInOrder) {
  EXPECT_THAT(joined<int>({{1, 2}, {}, {3}}, 2), ElementsAre(1, 2, 3));
  EXPECT_THAT(joined<int>({}, 2), IsEmpty());
}

TEST(HostArrays, InvertedRowsRise) {
  std::vector<std::array<Index, 2>> pairs(k_many);
  for (std::size_t p = 0; p < pairs.size(); ++p)
    pairs[p] = {static_cast<Index>(p % 10), static_cast<Index>(10 + p % 3)};
  const IndexRows one = invert(pairs, 14, 1);
  EXPECT_EQ(one.size(), 14u);
  EXPECT_EQ(one.begin(4)[1], 14); // the second pair that holds 4
  EXPECT_EQ(one.end(13) - one.begin(13), 0);
  EXPECT_TRUE(std::is_sorted(one.begin(11), one.end(11)));
  for (const int threads : {2, 5}) {
    const IndexRows several = invert(pairs, 14, threads);
    EXPECT_EQ(several.offsets, one.offsets) << threads;
    EXPECT_EQ(several.indices, one.indices) << threads;
  }
}

} // namespace
} // namespace curlew
