// Flat facets of curved walls.
#include <curlew/methods/shared/setup/flat_facets.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/io/case/case.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

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

// A ball of tets, of the material "ball", in a shell of "air": icosahedron's triangles cut in n
// steps, all nodes on spheres. No group has its surface.
TetMesh ball_in_air(int refinements) {
  const double g = 0.5 * (1 + std::sqrt(5.0));
  std::vector<Point> points = {{-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0},
                               {0, -1, g}, {0, 1, g}, {0, -1, -g}, {0, 1, -g},
                               {g, 0, -1}, {g, 0, 1}, {-g, 0, -1}, {-g, 0, 1}};
  std::vector<std::array<Index, 3>> faces = {
      {0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
      {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
      {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
  for (int pass = 0; pass < refinements; ++pass) {
    std::map<std::pair<Index, Index>, Index> middles;
    const auto middle = [&](Index a, Index b) {
      const auto [at, is_new] =
          middles.try_emplace(std::minmax(a, b), static_cast<Index>(points.size()));
      if (is_new)
        points.push_back(points[a] + points[b]);
      return at->second;
    };
    std::vector<std::array<Index, 3>> finer;
    for (const auto &[a, b, c] : faces) {
      const Index ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
    }
    for (Point &p : points)
      p = (1 / norm(p)) * p;
    faces = finer;
  }
  TetMesh mesh;
  mesh.groups = {{3, 1, "ball"}, {3, 2, "air"}};
  for (Point &p : points)
    p = (1 / norm(p)) * p;
  const auto count = static_cast<Index>(points.size());
  mesh.points = points;
  for (const Point &p : points)
    mesh.points.push_back(2.0 * p);
  mesh.points.push_back({0, 0, 0});
  for (const auto &[a, b, c] : faces) {
    mesh.tets.push_back({2 * count, a, b, c});
    mesh.tet_group.push_back(0);
    std::array<Index, 3> n{a, b, c};
    std::sort(n.begin(), n.end()); // prisms between equal faces are cut alike
    mesh.tets.push_back({n[0], n[1], n[2], n[2] + count});
    mesh.tets.push_back({n[0], n[1], n[1] + count, n[2] + count});
    mesh.tets.push_back({n[0], n[0] + count, n[1] + count, n[2] + count});
    mesh.tet_group.insert(mesh.tet_group.end(), 3, 1);
  }
  return mesh;
}

std::string ball_warning(int refinements, double eps_r, bool is_scatterer) {
  Case input;
  input.materials.resize(2);
  input.materials[0].name = "air";
  input.materials[1].name = "dielectric";
  input.materials[1].eps_r = SymmetricTensor::isotropic(eps_r);
  input.regions = {{"air", "air"}, {"ball", "dielectric"}};
  input.boundaries = {{"default", Abc()}};
  if (is_scatterer)
    input.excitations.push_back({"wave", PlaneWaveSource()});
  return flat_facets_warning(input, ball_in_air(refinements));
}

// The surface between two media is one too, whether a group has it or not. Facets with edges e lie
// e^2 / 8 R of the radius inside in the mean, three times as much in volume, and cross sections of
// small bodies go with the volume squared: Mie's series of a sphere of 4 with edges of 0.3 and 0.5
// R at 0.13 wavelengths have 6.6 and 11 % more scattered power than it.
TEST(FlatFacets, OfDielectricsAreWarnedOfAndCostTwiceAsMuchInCrossSections) {
  const std::string coarse = ball_warning(1, 4, true), fine = ball_warning(2, 4, true);
  EXPECT_THAT(coarse, HasSubstr("between \"air\" and \"dielectric\""));
  EXPECT_THAT(coarse, HasSubstr("cross sections"));
  EXPECT_THAT(fine, HasSubstr("cross sections"));
  EXPECT_EQ(ball_warning(3, 4, true), "");
  EXPECT_EQ(ball_warning(1, 1, true), ""); // air in air
  EXPECT_THAT(ball_warning(1, 4, false), HasSubstr("resonances"));
}

// Whether nodes were moved outwards on purpose only the volume tells: it lacks three times the
// distance of the facets.
TEST(FlatFacets, NameTheVolumeOfTheBody) {
  for (const int refinements : {1, 2}) {
    const std::string text = ball_warning(refinements, 4, true);
    const auto number_after = [&](const std::string &words) {
      const std::size_t at = text.find(words);
      return at == std::string::npos ? 0 : std::stod(text.substr(at + words.size()));
    };
    EXPECT_THAT(text, HasSubstr("m^3 of \"dielectric\" in the mesh"));
    const double share = number_after("moved outwards until ") / (4 * k_pi / 3),
                 off = number_after("dielectric\" lie ") / 100;
    EXPECT_NEAR(1 - share, 3 * off, 0.1 * 3 * off) << text;
  }
}

} // namespace
} // namespace curlew
