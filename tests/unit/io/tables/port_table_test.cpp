#include "../results/scratch.hpp"

#include <curlew/io/tables/port_table.hpp>

#include <gmock/gmock.h>

#include <algorithm>

namespace curlew {
namespace {

using test::get;
using test::scratch;
using ::testing::ElementsAre;

TEST(PortTables, HaveOneRowPerFrequency) {
  const auto path = scratch() / "port-S.csv";
  PortTable table(path, {{1}, {2}}, {{1}, {2}});
  table.add(1e9, {{0.1, 0}, {0, 0.01}, {0, 1}, {-10, 0}}); // S11, S12, S21, S22
  EXPECT_EQ(get(path), "f (Hz),|S[1][1]| (dB),arg(S[1][1]) (deg),|S[2][1]| (dB),arg(S[2][1]) (deg),"
                       "|S[1][2]| (dB),arg(S[1][2]) (deg),|S[2][2]| (dB),arg(S[2][2]) (deg)\n"
                       "1000000000,-20,0,0,90,-40,90,20,180\n");
  table.add(2e9, {0, 1, 1, 0});
  table.close();
  EXPECT_THAT(get(path), ::testing::HasSubstr("\n2000000000,-inf,0,0,0,0,0,-inf,0\n"));
}

TEST(PortTables, HaveEmptyFieldsWhereSIsUnknown) {
  const auto path = scratch() / "port-S.csv";
  PortTable table(path, {{1}, {2}}, {{1}});
  table.add_unknown(1e9);
  table.add(2e9, {1, 1});
  EXPECT_THAT(get(path), ::testing::EndsWith("\n1000000000,,,,\n2000000000,0,0,0,0\n"));
}

TEST(PortTables, LeaveOutWhatIsNotExcited) {
  const auto path = scratch() / "port-S.csv";
  PortTable table(path, {{1}, {2}, {2, 2}, {4}}, {{2, 2}});
  table.add(1, {1, 1, 1, 1});
  EXPECT_THAT(get(path), ::testing::StartsWith("f (Hz),|S[1][2:2]| (dB),arg(S[1][2:2]) (deg),"
                                               "|S[2][2:2]| (dB),arg(S[2][2:2]) (deg),"
                                               "|S[2:2][2:2]| (dB),arg(S[2:2][2:2]) (deg),"
                                               "|S[4][2:2]| (dB),arg(S[4][2:2]) (deg)\n"));
  EXPECT_THROW(table.add(2, {1, 1}), std::invalid_argument);
}

TEST(PortTables, HaveTheirColumnsForOneAndFourPorts) {
  const auto folder = scratch();
  const PortTable one(folder / "one.csv", {{1}}, {{1}});
  EXPECT_EQ(get(folder / "one.csv"), "f (Hz),|S[1][1]| (dB),arg(S[1][1]) (deg)\n");
  const std::vector<PortMode> ports{{1}, {2}, {3}, {4}};
  const PortTable four(folder / "four.csv", ports, ports);
  const std::string header = get(folder / "four.csv");
  EXPECT_EQ(std::count(header.begin(), header.end(), ','), 2 * 16);
  EXPECT_LT(header.find("|S[4][1]|"), header.find("|S[1][2]|")); // excited port outer
}

TEST(PortTables, RefuseImpossiblePorts) {
  const auto path = scratch() / "port-S.csv";
  EXPECT_THROW(PortTable(path, {}, {}), std::invalid_argument);
  EXPECT_THROW(PortTable(path, {{1}, {1}}, {{1}}), std::invalid_argument);
  EXPECT_THROW(PortTable(path, {{0}}, {{1}}), std::invalid_argument);
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_THROW(PortTable(scratch() / "absent" / "port-S.csv", {{1}}, {{1}}), OutputError);
}

} // namespace
} // namespace curlew
