#include <curlew/core/mesh/orient_surface.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <stdexcept>

namespace curlew {
namespace {

using testing::Each;
using testing::HasSubstr;

const std::vector<Point> k_corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};

SurfaceTriangle triangle(Index a, Index b, Index c) {
  return {{a, b, c}, {k_corners[a], k_corners[b], k_corners[c]}};
}

TEST(OrientSurface, OfAClosedOneIsOutwards) {
  // Along 0 1 2 the normal is z, inwards; along 0 1 3 it is -y, along 0 2 3 x, along 1 2 3 (1, 1,
  // 1).
  std::vector<SurfaceTriangle> tet = {triangle(0, 1, 2), triangle(0, 1, 3), triangle(0, 2, 3),
                                      triangle(1, 2, 3)};
  EXPECT_EQ(orient_surface(tet), (std::vector<std::int8_t>{-1, 1, -1, 1}));
  std::reverse(tet.begin(), tet.end());
  EXPECT_EQ(orient_surface(tet), (std::vector<std::int8_t>{1, -1, 1, -1}));
}

TEST(OrientSurface, OfAnOpenOneIsTowardsItsLargestArea) {
  EXPECT_EQ(orient_surface({triangle(0, 1, 2)}), (std::vector<std::int8_t>{1}));
  EXPECT_EQ(orient_surface({triangle(0, 1, 3)}), (std::vector<std::int8_t>{-1})); // -y
  // A fold whose sides' normals are along z and y, or both opposite.
  EXPECT_EQ(orient_surface({triangle(0, 1, 2), triangle(0, 1, 3)}),
            (std::vector<std::int8_t>{1, -1}));
  EXPECT_THAT(orient_surface({}), testing::IsEmpty());
}

std::string fault(const std::vector<SurfaceTriangle> &triangles) {
  try {
    orient_surface(triangles);
  } catch (const std::invalid_argument &error) {
    return error.what();
  }
  return "none";
}

TEST(OrientSurface, RefusesWhatHasNoTwoSides) {
  EXPECT_THAT(fault({triangle(0, 1, 2), triangle(0, 1, 3), triangle(0, 1, 4)}),
              HasSubstr("3 of its triangles meet in the edge at (0, 0, 0) m"));
  // Moebius' band of five triangles.
  EXPECT_THAT(fault({triangle(0, 1, 2), triangle(1, 2, 3), triangle(2, 3, 4), triangle(0, 3, 4),
                     triangle(0, 1, 4)}),
              HasSubstr("one side only"));
}

} // namespace
} // namespace curlew
