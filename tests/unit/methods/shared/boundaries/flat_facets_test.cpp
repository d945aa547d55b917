// Flat facets of curved walls.
#include <curlew/methods/shared/setup/flat_facets.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/io/case/case.hpp>

#include <gmock/gmock.h>

#include <cmath>

namespace curlew {
namespace {

using testing::HasSubstr;

// The mantle of a circular cylinder of n sides, two radii high, as the group "wall".
TetMesh mantle(int sides, int rings = 4) {
  TetMesh mesh;
  mesh.groups = {{2, 1, "wall"}};
  for (int k = 0; k <= rings; ++k)
    for (int i = 0; i < sides; ++i)
      mesh.points.push_back(
          {std::cos(2 * k_pi * i / sides), std::sin(2 * k_pi * i / sides), 2.0 * k / rings});
  for (int k = 0; k < rings; ++k)
    for (int i = 0; i < sides; ++i) {
      const Index a = k * sides + i, b = k * sides + (i + 1) % sides;
      mesh.triangles.push_back({a, b, a + sides});
      mesh.triangles.push_back({b, a + sides, b + sides}); // turned the other way
    }
  mesh.triangle_group.assign(mesh.triangles.size(), 0);
  return mesh;
}

std::string warning(const TetMesh &mesh, const BoundaryCondition &condition) {
  Case input;
  input.boundaries = {{"wall", condition}, {"default", Abc()}};
  return flat_facets_warning(input, mesh);
}

// The sides of a polygon in a circle lie (2 pi / n)^2 / 12 of the radius inside of it in the
// mean: 2.3 % of 12 sides, 0.6 % of 24. Facets at the open ends bend less.
TEST(FlatFacets, OfACylinderAreWarnedOf) {
  EXPECT_THAT(warning(mantle(12), Pec()), HasSubstr("\"wall\" lie 2.1 % of the radius inside"));
  EXPECT_THAT(warning(mantle(12), SurfaceImpedanceSpec()), HasSubstr("2.1 %"));
  EXPECT_EQ(warning(mantle(24), Pec()), "");
}

// Twins: a prism has no curved wall, an absorbing face may have any shape, a thin pin beside a
// large plane does not count, and curved tets have no flat facets.
TEST(FlatFacets, OfOthersAreNot) {
  EXPECT_EQ(warning(mantle(6), Pec()), "");
  EXPECT_EQ(warning(mantle(12), Abc()), "");
  TetMesh with_plane = mantle(12);
  const auto first = static_cast<Index>(with_plane.points.size());
  for (const Point &corner : {Point{10, 0, 0}, Point{40, 0, 0}, Point{10, 40, 0}})
    with_plane.points.push_back(corner);
  with_plane.triangles.push_back({first, first + 1, first + 2});
  with_plane.triangle_group.push_back(0);
  EXPECT_EQ(warning(with_plane, Pec()), "");
  TetMesh curved = mantle(12);
  curved.tet_edge_points.resize(1);
  EXPECT_EQ(warning(curved, Pec()), "");
}

} // namespace
} // namespace curlew
