#include <curlew/core/mesh/geometry.hpp>
#include <curlew/methods/shared/setup/deep_skin.hpp>

#include <gmock/gmock.h>

using namespace curlew;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace {

// The surface of a box of these sides (m), moved by x.
struct BoxSurface {
  BoxSurface(const Boundary &boundary, Point size, double x, std::vector<Point> &points,
             std::vector<WallTriangle> &triangles) {
    const auto first = static_cast<Index>(points.size());
    for (int corner = 0; corner < 8; ++corner)
      points.push_back(
          {x + size[0] * (corner & 1), size[1] * (corner >> 1 & 1), size[2] * (corner >> 2 & 1)});
    constexpr int k_faces[6][4] = {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                   {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}};
    for (const auto &f : k_faces) {
      triangles.push_back({&boundary, {first + f[0], first + f[1], first + f[2]}});
      triangles.push_back({&boundary, {first + f[0], first + f[2], first + f[3]}});
    }
  }
};

class DeepSkin : public testing::Test {
protected:
  DeepSkin() {
    Boundary wall{"wire", SurfaceImpedanceSpec()};
    input_.boundaries = {wall};
    input_.frequencies_hz = {2e9, 1e9};
    set_sigma(5.8e7); // a skin of 2.1 um
  }
  void set_sigma(double sigma) {
    std::get<SurfaceImpedanceSpec>(input_.boundaries[0].condition).sigma = sigma;
  }
  void add_box(Point size, double x = 0) {
    BoxSurface(input_.boundaries[0], size, x, points_, triangles_);
  }
  std::vector<std::string> warnings() const {
    return deep_skin_warnings(input_, points_, triangles_);
  }

  Case input_;
  std::vector<Point> points_;
  std::vector<WallTriangle> triangles_;
};

TEST_F(DeepSkin, AreWarnedOfAtTheLowestFrequency) {
  add_box({0.02, 2e-3, 2e-3});
  EXPECT_THAT(warnings(), IsEmpty());
  set_sigma(1e5); // 50 um, 2.5 % of the side
  EXPECT_THAT(warnings(), IsEmpty());
  set_sigma(58); // copper in MS/m
  EXPECT_THAT(warnings(), ElementsAre(HasSubstr("the skin depth of 0.00209 m at 1e+09 Hz is 1 ")));
}

TEST_F(DeepSkin, TheThinnestConnectedPartCounts) {
  add_box({0.02, 2e-3, 2e-3});
  add_box({0.02, 2e-3, 20e-6}, 0.1); // nine skin depths of copper
  EXPECT_THAT(warnings(), ElementsAre(HasSubstr("least extent of the conductor, 2e-05 m")));
}

TEST_F(DeepSkin, FlatPartsShowNoThickness) {
  add_box({0.02, 2e-3, 0});
  set_sigma(58);
  EXPECT_THAT(warnings(), IsEmpty());
}

TEST_F(DeepSkin, GivenImpedancesHaveNoSkin) {
  add_box({0.02, 2e-3, 2e-3});
  input_.boundaries[0].condition = SurfaceImpedanceSpec{std::complex<double>(10, 10)};
  EXPECT_THAT(warnings(), IsEmpty());
}

} // namespace
