// The one-dimensional modes behind the background's inverse.
#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/methods/fdfd/background/axis_modes.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd::testing {
namespace {

Axis axis_of(Index cells, Wall low, Wall high, double cells_per_wavelength = 60, int layer = 8) {
  const double cell_m = 5e-3;
  const double wavenumber = 2 * k_pi / (cells_per_wavelength * cell_m);
  return make_axis(cells, cell_m, -0.1, low, high, {layer, 3.5, 1e-8}, wavenumber);
}

const std::pair<Wall, Wall> k_walls[] = {{Wall::pml, Wall::pml}, {Wall::pml, Wall::pec},
                                         {Wall::pec, Wall::pml}, {Wall::pml, Wall::pmc},
                                         {Wall::pmc, Wall::pml}, {Wall::pec, Wall::pec},
                                         {Wall::pec, Wall::pmc}, {Wall::pmc, Wall::pec},
                                         {Wall::pmc, Wall::pmc}, {Wall::periodic, Wall::periodic}};

TEST(AxisModes, DiagonaliseTheDifferencesOfAllWalls) {
  double worst_real = 0, worst_layers = 0;
  for (const auto &[low, high] : k_walls)
    for (const Index cells : {17, 18, 33, 64, 128, 161}) {
      const Axis axis = axis_of(cells, low, high);
      const AxisModes modes = make_axis_modes(axis);
      const double defect = std::max(modes.orthogonality_defect(axis), modes.relation_defect(axis));
      double &worst = low == Wall::pml || high == Wall::pml ? worst_layers : worst_real;
      worst = std::max(worst, defect);
    }
  EXPECT_LT(worst_real, 1e-11);  // 4e-12 seen
  EXPECT_LT(worst_layers, 1e-9); // 5e-11 seen; what is wanted is 1e-8
}

// Without a split the modes of two layers far apart mix.
TEST(AxisModes, KeepTheParityOfAnAxis) {
  const Axis axis = axis_of(160, Wall::pml, Wall::pml);
  const AxisModes modes = make_axis_modes(axis);
  for (Index m = 0; m < modes.count; ++m) {
    double even = 0, odd = 0, all = 0;
    for (Index i = 1; i < modes.count; ++i) {
      const complex here = modes.node[i + m * modes.count];
      const complex there = modes.node[modes.count - i + m * modes.count];
      even += std::norm(here - there);
      odd += std::norm(here + there);
      all += std::norm(here);
    }
    EXPECT_LE(std::min(even, odd), 1e-20 * all);
  }
}

// Of a box of conducting walls they are sines: g = 2 / h sin(m pi / 2 N).
TEST(AxisModes, AreThoseOfAConductingBox) {
  const Axis axis = axis_of(20, Wall::pec, Wall::pec);
  AxisModes modes = make_axis_modes(axis);
  std::sort(modes.g.begin(), modes.g.end(),
            [](const complex &a, const complex &b) { return a.real() < b.real(); });
  for (Index m = 0; m < 20; ++m)
    EXPECT_NEAR(std::abs(modes.g[m] - 2 / 5e-3 * std::sin(m * k_pi / 40)), 0, 1e-9);
}

TEST(AxisModes, AreSharedByEqualAxes) {
  const Axis one = axis_of(17, Wall::pml, Wall::pml), other = axis_of(17, Wall::pml, Wall::pmc);
  const auto modes = make_modes({one, other, one});
  EXPECT_EQ(modes[0], modes[2]);
  EXPECT_NE(modes[0], modes[1]);
}

TEST(AxisModes, RefuseABlochPhase) {
  EXPECT_THROW(make_axis_modes(make_axis(8, 1e-3, 0, Wall::periodic, Wall::periodic, {}, 20,
                                         std::polar(1.0, 0.5))),
               Error);
}

} // namespace
} // namespace curlew::fdfd::testing
