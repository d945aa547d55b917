#include "star.hpp"

#include <curlew/methods/shared/ports/network.hpp>

#include <gmock/gmock.h>

namespace curlew {
namespace {

using testing::complex;
using testing::difference;
using ::testing::ElementsAre;
using testing::Star;

const Star k_star{{{10, 3}, {0, 20}, {5, -30}, 40}, {0.01, 0.02}};

NetworkSweep sweep(const std::vector<complex> &references) {
  NetworkSweep network;
  Star star = k_star;
  star.arms_ohm.resize(references.size());
  for (const double f : {1e9, 2e9}) {
    network.frequencies_hz.push_back(f);
    network.impedances_ohm.push_back(references);
    network.s.push_back(star.scattering(references));
  }
  return network;
}

TEST(Networks, OfOneRealImpedanceStayAsTheyAre) {
  const NetworkSweep network = sweep({75, 75});
  const TouchstoneData data = to_touchstone(network, {});
  EXPECT_EQ(data.ports, 2u);
  EXPECT_EQ(data.reference_ohm, 75);
  EXPECT_EQ(data.s, network.s);
  EXPECT_THAT(data.comments, ElementsAre("port 1: 75 ohm", "port 2: 75 ohm"));
}

TEST(Networks, OfUnequalImpedancesAreRenormalised) {
  for (const std::vector<complex> &references :
       {std::vector<complex>{75}, {75, 50}, {75, 50, {100, 20}, 30}}) {
    const std::size_t n = references.size();
    const TouchstoneData data = to_touchstone(sweep(references), 50.0);
    EXPECT_EQ(data.reference_ohm, 50);
    const auto expected = sweep(std::vector<complex>(n, 50)).s;
    EXPECT_LT(difference(data.s[1], expected[1]), 1e-14);
    EXPECT_GT(difference(sweep(references).s[1], expected[1]), 1e-2);
    EXPECT_EQ(data.comments.size(), n + 1);
    EXPECT_EQ(data.comments.back(), "S renormalised to 50 ohm with power waves");
  }
  NetworkSweep changing = sweep({75, 50});
  changing.impedances_ohm[1][0] = {80, -4};
  EXPECT_EQ(to_touchstone(changing, 50.0).comments[0],
            "port 1: 75 ohm at 1e+09 Hz, changes with frequency");
}

// Without a reference S stays as it is, in a file that has a place for the references.
TEST(Networks, OfUnequalImpedancesAreOfVersion2) {
  const NetworkSweep unequal = sweep({50, 75});
  const TouchstoneData data = to_touchstone(unequal, {});
  EXPECT_EQ(data.s, unequal.s);
  EXPECT_THAT(data.references_ohm, ElementsAre(50, 75));
  EXPECT_TRUE(data.impedances_ohm.empty());
}

TEST(Networks, OfImpedancesThatNoVersionHasArePrintedAsComments) {
  const NetworkSweep lossy = sweep({{50, -3}});
  const TouchstoneData data = to_touchstone(lossy, {});
  EXPECT_EQ(data.s, lossy.s);
  EXPECT_THAT(data.references_ohm, ElementsAre(50));
  EXPECT_EQ(data.impedances_ohm, lossy.impedances_ohm);
  EXPECT_EQ(data.comments[0], "port 1: 50 - j 3 ohm");
  EXPECT_EQ(data.comments.back(), "S-parameter uses the power definition");
  NetworkSweep travelling = lossy;
  travelling.is_travelling = true;
  EXPECT_EQ(to_touchstone(travelling, {}).comments.back(),
            "S-parameter uses the pseudo definition");
  NetworkSweep changing = sweep({50});
  changing.impedances_ohm[1][0] = 51; // as that of a waveguide
  EXPECT_EQ(to_touchstone(changing, {}).impedances_ohm, changing.impedances_ohm);
  EXPECT_FALSE(to_touchstone(sweep({50, 50}), {}).is_version_2());
}

TEST(Networks, RefuseSizesThatDoNotFit) {
  NetworkSweep cut = sweep({50});
  cut.s.pop_back();
  EXPECT_THROW(to_touchstone(cut, {}), std::invalid_argument);
}

} // namespace
} // namespace curlew
