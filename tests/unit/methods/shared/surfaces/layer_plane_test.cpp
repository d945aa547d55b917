#include <curlew/methods/shared/surfaces/layer_plane.hpp>

#include <gmock/gmock.h>

namespace curlew {
namespace {

constexpr Point k_low{0, 0, -1}, k_high{1, 2, 3};

TEST(LayerPlane, LiesAtAnEndOfTheMesh) {
  const auto top = layer_plane_of({{{0, 0, 3}, {1, 0, 3}, {0, 2, 3}}}, k_low, k_high);
  ASSERT_TRUE(top);
  EXPECT_EQ(top->axis, 2);
  EXPECT_EQ(top->side, 1);
  EXPECT_EQ(top->outer_m, 3);
  const auto left = layer_plane_of({{{1e-8, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, k_low, k_high);
  ASSERT_TRUE(left); // to rounding
  EXPECT_EQ(left->axis, 0);
  EXPECT_EQ(left->side, -1);
  EXPECT_EQ(left->outer_m, 0);
}

TEST(LayerPlane, IsNoneInsideOrAcrossNoAxis) {
  EXPECT_FALSE(layer_plane_of({{{0, 0, 2}, {1, 0, 2}, {0, 2, 2}}}, k_low, k_high));
  EXPECT_FALSE(layer_plane_of({{{0, 0, 3}, {1, 0, 3}, {0, 2, 2.99}}}, k_low, k_high));
  EXPECT_EQ(axis_across({{{0, 0, 0}, {1, 1, 0}, {0, 0, 1}}}), -1);
}

TEST(LayerPlane, DepthIsOneAtThePlane) {
  const LayerPlane high{1, 1, 2}, low{1, -1, 0};
  EXPECT_DOUBLE_EQ(high.depth({0, 2, 0}, 0.5), 1);
  EXPECT_DOUBLE_EQ(high.depth({9, 1.5, 9}, 0.5), 0);
  EXPECT_DOUBLE_EQ(low.depth({0, 0.25, 0}, 0.5), 0.5);
  EXPECT_LT(low.depth({0, 2, 0}, 0.5), 0);
}

} // namespace
} // namespace curlew
