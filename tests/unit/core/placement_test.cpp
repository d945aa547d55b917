#include <curlew/core/mpi/placement.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace curlew {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Placement on_device(const std::string &host, const std::string &uuid) {
  return {host, "NVIDIA H100", uuid, "0-15", "0"};
}

TEST(Placement, RangesAreWrittenWithDashes) {
  EXPECT_EQ(range_text({}), "");
  EXPECT_EQ(range_text({5}), "5");
  EXPECT_EQ(range_text({0, 1, 2, 3, 8, 10, 11}), "0-3,8,10-11");
}

// A GPU of the same number on another host is another GPU, and so is one of another UUID.
TEST(Placement, RanksOnOneDeviceAreCounted) {
  const std::vector<Placement> places = {on_device("a", "GPU-1"), on_device("a", "GPU-2"),
                                         on_device("b", "GPU-1"), on_device("a", "GPU-1")};
  EXPECT_THAT(ranks_on_devices(places), ElementsAre(2, 1, 1, 2));
  EXPECT_THAT(shared_device_text(places), HasSubstr("ranks 0,3 share GPU-1 of a: they take turns"));
  EXPECT_EQ(shared_device_text({places[0], places[1], places[2]}), "");
}

TEST(Placement, ProcessorsAreNoDevice) {
  const std::vector<Placement> places = {{"a", "", "", "0-3", "0"}, {"a", "", "", "0-3", "0"}};
  EXPECT_THAT(ranks_on_devices(places), ElementsAre(1, 1));
  EXPECT_EQ(shared_device_text(places), "");
  EXPECT_THAT(placement_lines(places), ElementsAre("rank 0 on a, processors 0-3, NUMA node 0",
                                                   "rank 1 on a, processors 0-3, NUMA node 0"));
}

TEST(Placement, OwnPlaceIsGathered) {
  const Placement own = own_placement(Backend::serial);
  EXPECT_FALSE(own.host.empty());
  EXPECT_EQ(own.processors, range_text(usable_processors()));
  const std::vector<Placement> places = gather_placements({}, own);
  ASSERT_EQ(places.size(), 1u);
  EXPECT_EQ(places[0].host, own.host);
  EXPECT_EQ(places[0].processors, own.processors);
  EXPECT_EQ(places[0].numa_nodes, own.numa_nodes);
  EXPECT_EQ(places[0].device, "");
}

} // namespace
} // namespace curlew
