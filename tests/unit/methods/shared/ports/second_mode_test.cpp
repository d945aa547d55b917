// Cutoffs of second modes in ports, and their warning.
#include <curlew/core/constants.hpp>
#include <curlew/methods/shared/ports/second_mode.hpp>

#include <gmock/gmock.h>

#include <cmath>

namespace curlew {
namespace {

// Radii b / a and k_c a of TE11, with Bessel functions by their integrals.
TEST(SecondMode, OfARingIsTE11) {
  const double known[][2] = {{1.2, 0.910332}, {2, 0.677336}, {3, 0.513621}, {5, 0.341023}};
  for (const auto &[ratio, root] : known)
    EXPECT_NEAR(second_mode_of_ring(1, ratio).wavenumber, root, 3e-6 * root) << ratio;
  EXPECT_NEAR(second_mode_of_ring(1e-3, 2e-3).wavenumber, 1e3 * 0.67734, 0.2);
  // Without an inner conductor the mode is that of a circular waveguide; in a narrow ring it is a
  // wave around it.
  EXPECT_NEAR(second_mode_of_ring(1e-6, 1).wavenumber, 1.8411837813, 1e-9);
  EXPECT_NEAR(second_mode_of_ring(0.9999, 1.0001).wavenumber, 1, 1e-7);
}

// d/dr of C(r) = J1(kr) Y1'(ka) - Y1(kr) J1'(ka) vanishes at both walls.
TEST(SecondMode, OfARingHasNoFieldAlongBothWalls) {
  for (const double ratio : {1.01, 1.6, 2.3, 7.0, 40.0}) {
    const double k = second_mode_of_ring(1, ratio).wavenumber;
    const auto slope_j = [&](double x) {
      return std::cyl_bessel_j(0.0, x) - std::cyl_bessel_j(1.0, x) / x;
    };
    const auto slope_y = [&](double x) {
      return std::cyl_neumann(0.0, x) - std::cyl_neumann(1.0, x) / x;
    };
    const auto at_wall = [&](double of_k) {
      return slope_j(of_k * ratio) * slope_y(of_k) - slope_y(of_k * ratio) * slope_j(of_k);
    };
    const double scale = std::abs(at_wall(0.5 * k));
    EXPECT_LT(std::abs(at_wall(k)), 1e-12 * scale) << ratio;
    EXPECT_GT(std::abs(at_wall(1.01 * k)), 1e-4 * scale) << ratio; // the twin
  }
}

TEST(SecondMode, OfRectanglesAndPlates) {
  const SecondMode wide = second_mode_of_rectangle(0.02286, 0.01016, 1, 0);
  EXPECT_EQ(wide.name, "the mode TE20");
  EXPECT_NEAR(wide.wavenumber, 2 * k_pi / 0.02286, 1e-9);
  EXPECT_EQ(second_mode_of_rectangle(0.02286, 0.0128, 1, 0).name, "the mode TE01");
  EXPECT_EQ(second_mode_of_rectangle(0.02286, 0.01016, 2, 0).name, "the mode TE10");
  EXPECT_NEAR(second_mode_between_plates(0.01, 0.03).wavenumber, k_pi / 0.03, 1e-9);
}

TEST(SecondMode, IsWarnedOfFromItsCutoffOn) {
  const SecondMode mode{"the mode TE11", 200};
  EXPECT_THAT(second_mode_warning("case", 1e9, 200.1, mode),
              ::testing::HasSubstr("case: at 1e+09 Hz the mode TE11 can travel in the port"));
  EXPECT_EQ(second_mode_warning("case", 1e9, 199.9, mode), "");
}

} // namespace
} // namespace curlew
