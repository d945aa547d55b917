// The one-dimensional modes behind the background's inverse.
#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/methods/fdfd/background/axis_modes.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace curlew::fdfd::testing {
namespace {

Axis axis_of(Index cells, Wall low, Wall high, double cells_per_wavelength = 60, int layer = 8) {
  const double cell_m = 5e-3;
  const double wavenumber = 2 * std::acos(-1.0) / (cells_per_wavelength * cell_m);
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
    for (const Index cells : {17, 18, 33, 64, 96, 128, 192, 256}) {
      const Axis axis = axis_of(cells, low, high);
      const AxisModes modes = make_axis_modes(axis);
      const double defect = std::max(modes.orthogonality_defect(axis), modes.relation_defect(axis));
      double &worst = low == Wall::pml || high == Wall::pml ? worst_layers : worst_real;
      worst = std::max(worst, defect);
      std::printf("%d %d %d: %g %g\n", (int)low, (int)high, cells, modes.orthogonality_defect(axis),
                  modes.relation_defect(axis));
    }
  EXPECT_LT(worst_real, 1e-11);
  EXPECT_LT(worst_layers, 1e-8);
}

} // namespace
} // namespace curlew::fdfd::testing
