#include <curlew/methods/shared/surfaces/closed_surface.hpp>

#include <gmock/gmock.h>

namespace curlew {
namespace {

// Returns the edges of faces of a tetrahedron of 1 m whose face of nodes 0, 1, 2 lies in z = 0.
std::vector<SurfaceEdge> edges_of(const std::vector<std::array<Index, 3>> &faces) {
  const std::array<Point, 4> points{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  std::vector<SurfaceEdge> edges;
  for (const auto &n : faces)
    for (const auto &[a, b] : {std::pair{n[0], n[1]}, {n[2], n[1]}, {n[0], n[2]}})
      edges.push_back({a, b, points[a], points[b]});
  return edges;
}

TEST(ClosedSurface, EndsNowhere) {
  EXPECT_FALSE(find_open_end(edges_of({{0, 1, 2}, {1, 0, 3}, {0, 2, 3}, {1, 2, 3}}), {}));
  EXPECT_FALSE(find_open_end({}, {}));
}

TEST(ClosedSurface, EndsWhereAFaceIsMissing) {
  const auto end = find_open_end(edges_of({{1, 0, 3}, {0, 2, 3}, {1, 2, 3}}), {});
  ASSERT_TRUE(end);
  EXPECT_EQ((*end)[2], 0); // a node of the face that is missing
}

TEST(ClosedSurface, IsClosedWithItsImages) {
  const auto edges = edges_of({{1, 0, 3}, {0, 2, 3}, {1, 2, 3}});
  EXPECT_FALSE(find_open_end(edges, {{2, 0, ImagePlane::Type::pmc}}));
  EXPECT_FALSE(find_open_end(edges, {{2, 1e-8, ImagePlane::Type::pec}}));
  EXPECT_TRUE(find_open_end(edges, {{2, 1e-3, ImagePlane::Type::pec}})); // a plane beside its end
  EXPECT_TRUE(find_open_end(edges, {{1, 0, ImagePlane::Type::pec}}));
  // Two faces are missing: one end on each plane, or on one of them.
  const auto wedge = edges_of({{0, 2, 3}, {1, 2, 3}});
  EXPECT_TRUE(find_open_end(wedge, {{2, 0, ImagePlane::Type::pec}}));
  EXPECT_FALSE(
      find_open_end(wedge, {{2, 0, ImagePlane::Type::pec}, {1, 0, ImagePlane::Type::pec}}));
}

} // namespace
} // namespace curlew
