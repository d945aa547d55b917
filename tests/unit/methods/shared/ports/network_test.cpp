#include "star.hpp"

#include <curlew/core/error.hpp>
#include <curlew/methods/shared/ports/network.hpp>

#include <gmock/gmock.h>

namespace curlew {
namespace {

using testing::complex;
using testing::difference;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
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

TEST(Networks, OfUnequalImpedancesAskForAReference) {
  const auto refusal = [](const NetworkSweep &network) -> std::string {
    try {
      to_touchstone(network, {});
    } catch (const InputError &error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal(sweep({50, 50})), "");
  EXPECT_THAT(refusal(sweep({50, 75})),
              HasSubstr("port 2 has 75 ohm at 1e+09 Hz and port 1 50 ohm"));
  EXPECT_THAT(refusal(sweep({{50, -3}})), HasSubstr("port 1 has 50 - j 3 ohm"));
  NetworkSweep changing = sweep({50});
  changing.impedances_ohm[1][0] = 51;
  EXPECT_THAT(refusal(changing), HasSubstr("51 ohm at 2e+09 Hz"));
  NetworkSweep cut = sweep({50});
  cut.s.pop_back();
  EXPECT_THROW(to_touchstone(cut, {}), std::invalid_argument);
}

} // namespace
} // namespace curlew
