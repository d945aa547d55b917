#include "../results/scratch.hpp"

#include <curlew/io/tables/touchstone.hpp>

#include <gmock/gmock.h>

#include <limits>

namespace curlew {
namespace {

using test::get;
using test::scratch;

// S[i][j] = (10 i + j) / 16, and -0.5 as the imaginary part at the second frequency.
TouchstoneData data(std::size_t ports) {
  TouchstoneData touchstone;
  touchstone.ports = ports;
  touchstone.frequencies_hz = {1e9, 2.5e9};
  for (int f = 0; f < 2; ++f) {
    std::vector<std::complex<double>> s;
    for (std::size_t i = 1; i <= ports; ++i)
      for (std::size_t j = 1; j <= ports; ++j)
        s.emplace_back(static_cast<double>(10 * i + j) / 16, f == 0 ? 0.0 : -0.5);
    touchstone.s.push_back(s);
  }
  return touchstone;
}

std::string written(const TouchstoneData &touchstone) {
  const auto path = scratch() / touchstone_name("antenna", touchstone);
  write_touchstone(path, touchstone);
  return get(path);
}

TEST(Touchstone, OfOnePort) {
  TouchstoneData one = data(1);
  one.reference_ohm = 75.5;
  one.comments = {"port 1: 75.5 ohm"};
  EXPECT_EQ(touchstone_name("antenna", one), "antenna.s1p");
  EXPECT_EQ(written(one), "! port 1: 75.5 ohm\n"
                          "# Hz S RI R 75.5\n"
                          "1000000000 0.6875 0\n"
                          "2500000000 0.6875 -0.5\n");
}

TEST(Touchstone, OfTwoPortsGoesColumnByColumn) {
  EXPECT_EQ(written(data(2)), "# Hz S RI R 50\n"
                              "1000000000 0.6875 0 1.3125 0 0.75 0 1.375 0\n"
                              "2500000000 0.6875 -0.5 1.3125 -0.5 0.75 -0.5 1.375 -0.5\n");
}

TEST(Touchstone, OfFourPortsBeginsALinePerRow) {
  TouchstoneData four = data(4);
  four.frequencies_hz.pop_back();
  four.s.pop_back();
  EXPECT_EQ(written(four), "# Hz S RI R 50\n"
                           "1000000000 0.6875 0 0.75 0 0.8125 0 0.875 0\n"
                           "  1.3125 0 1.375 0 1.4375 0 1.5 0\n"
                           "  1.9375 0 2 0 2.0625 0 2.125 0\n"
                           "  2.5625 0 2.625 0 2.6875 0 2.75 0\n");
}

TEST(Touchstone, OfFivePortsHasFourEntriesALine) {
  TouchstoneData five = data(5);
  five.frequencies_hz.pop_back();
  five.s.pop_back();
  EXPECT_THAT(written(five), ::testing::StartsWith("# Hz S RI R 50\n"
                                                   "1000000000 0.6875 0 0.75 0 0.8125 0 0.875 0\n"
                                                   "  0.9375 0\n"
                                                   "  1.3125 0 1.375 0 1.4375 0 1.5 0\n"
                                                   "  1.5625 0\n"));
}

// Keywords and their order: Touchstone 2.0, which scikit-rf 2.2 reads.
TEST(Touchstone, OfVersion2HasAReferenceForEachPort) {
  TouchstoneData two = data(2);
  two.references_ohm = {50, 75.5};
  EXPECT_EQ(touchstone_name("antenna", two), "antenna.ts");
  EXPECT_EQ(written(two), "[Version] 2.0\n"
                          "# Hz S RI R 50\n"
                          "[Number of Ports] 2\n"
                          "[Two-Port Data Order] 21_12\n"
                          "[Number of Frequencies] 2\n"
                          "[Reference] 50 75.5\n"
                          "[Matrix Format] Full\n"
                          "[Network Data]\n"
                          "1000000000 0.6875 0 1.3125 0 0.75 0 1.375 0\n"
                          "2500000000 0.6875 -0.5 1.3125 -0.5 0.75 -0.5 1.375 -0.5\n"
                          "[End]\n");
}

TEST(Touchstone, OfVersion2HasImpedancesThatChangeInComments) {
  TouchstoneData one = data(1);
  one.references_ohm = {50};
  one.impedances_ohm = {{{50, -3}}, {{49, -2}}};
  EXPECT_THAT(written(one), ::testing::EndsWith("[Reference] 50\n"
                                                "[Matrix Format] Full\n"
                                                "[Network Data]\n"
                                                "1000000000 0.6875 0\n"
                                                "! Port Impedance 50 -3\n"
                                                "2500000000 0.6875 -0.5\n"
                                                "! Port Impedance 49 -2\n"
                                                "[End]\n"));
}

TEST(Touchstone, KeepsEveryBit) {
  TouchstoneData one = data(1);
  one.frequencies_hz = {1e9 / 3};
  one.s = {{{0.1, -1.0 / 3}}};
  EXPECT_EQ(written(one), "# Hz S RI R 50\n333333333.3333333 0.1 -0.3333333333333333\n");
}

TEST(Touchstone, RefusesWhatTheFormatCannotHold) {
  const auto path = scratch() / "x.s2p";
  const auto refused = [&](const TouchstoneData &wrong) {
    EXPECT_THROW(write_touchstone(path, wrong), std::invalid_argument);
    EXPECT_FALSE(std::filesystem::exists(path));
  };
  TouchstoneData wrong = data(2);
  wrong.s[1].pop_back();
  refused(wrong);
  wrong = data(2);
  wrong.frequencies_hz[1] = wrong.frequencies_hz[0];
  refused(wrong);
  wrong = data(2);
  wrong.reference_ohm = 0;
  refused(wrong);
  wrong = data(2);
  wrong.references_ohm = {50};
  refused(wrong);
  wrong = data(2);
  wrong.references_ohm = {50, 75};
  wrong.impedances_ohm = {{50, 75}};
  refused(wrong);
  wrong = data(2);
  wrong.s[0][3] = std::numeric_limits<double>::quiet_NaN();
  refused(wrong);
  wrong = data(2);
  wrong.comments = {"two\nlines"};
  refused(wrong);
  wrong = data(2);
  wrong.s.pop_back();
  refused(wrong);
  EXPECT_THROW(write_touchstone(scratch() / "absent" / "x.s2p", data(2)), OutputError);
}

} // namespace
} // namespace curlew
