#include "mesh_fixtures.hpp"

#include <curlew/core/mesh/refine.hpp>
#include <curlew/core/mesh/topology.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace curlew {
namespace {

using ::testing::HasSubstr;
using testing::input_error;

TetMesh two_materials() {
  TetMesh mesh = testing::shuffled(make_box({1, 2, 3}, {3, 4, 2}, {0, 0, 0}, 0.3, 2), 6);
  mesh.groups.push_back({3, 2, "core"});
  for (std::size_t t = 0; t < mesh.tets.size(); t += 3)
    mesh.tet_group[t] = 7;
  return mesh;
}

TEST(Refine, CountsVolumesAndOrientation) {
  const TetMesh coarse = two_materials();
  const TetTopology topology = make_topology(coarse);
  const TetMesh fine = refine(coarse);
  EXPECT_EQ(fine.tets.size(), 8 * coarse.tets.size());
  EXPECT_EQ(fine.triangles.size(), 4 * coarse.triangles.size());
  EXPECT_EQ(fine.points.size(), coarse.points.size() + topology.edges.size());
  EXPECT_TRUE(std::equal(coarse.points.begin(), coarse.points.end(), fine.points.begin()));
  for (std::size_t t = 0; t < coarse.tets.size(); ++t) {
    const double volume = tet_volume(coarse, t);
    for (int i = 0; i < 8;
         ++i) { // red refinement: eight equal volumes, inside their parent's group
      EXPECT_NEAR(tet_volume(fine, 8 * t + i), volume / 8, 1e-12 * volume);
      EXPECT_EQ(fine.tet_group[8 * t + i], coarse.tet_group[t]);
    }
  }
}

// Edges and faces of the fine mesh follow from the coarse one when neighbours cut their common
// face alike: a hanging midpoint would add faces.
TEST(Refine, IsConformingAndCarriesTheWalls) {
  const TetMesh coarse = two_materials(), fine = refine(coarse);
  const TetTopology before = make_topology(coarse), after = make_topology(fine);
  const std::size_t e = before.edges.size(), f = before.faces.size(), t = coarse.tets.size();
  EXPECT_EQ(after.edges.size(), 2 * e + 3 * f + t);
  EXPECT_EQ(after.faces.size(), 4 * f + 8 * t);
  std::vector<Index> listed = triangle_faces(fine, after);
  std::sort(listed.begin(), listed.end());
  EXPECT_EQ(listed, boundary_faces(after));
  for (std::size_t i = 0; i < fine.triangles.size(); ++i)
    EXPECT_EQ(fine.triangle_group[i], coarse.triangle_group[i / 4]);
  const std::array<double, 3> size = {1, 2, 3};
  for (std::size_t i = 0; i < fine.triangles.size(); ++i)
    for (Index n : fine.triangles[i]) {
      const int d = (fine.triangle_group[i] - 1) / 2, high = (fine.triangle_group[i] - 1) % 2;
      EXPECT_EQ(fine.points[n][d], high * size[d]);
    }
}

TEST(Refine, CutsTheOctahedronAlongItsShortestDiagonal) {
  TetMesh mesh = testing::unit_tets(1);
  // midpoints of 01 and 23 are nearest, then of 02 and 13, then of 03 and 12
  for (int d = 0; d < 3; ++d) {
    const std::vector<std::array<Index, 4>> even = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}};
    mesh.points = {{0, 0, 0}, {3, 0, 0}, {1, 1, 0}, {1.5, 0.4, 1}, {9, 9, 9}};
    mesh.tets = {even[d]};
    const TetMesh fine = refine(mesh);
    const auto middle = [&](Index a, Index b) {
      return find_edge(make_topology(mesh), a, b) + static_cast<Index>(mesh.points.size());
    };
    const auto length = [&](Index a, Index b) {
      double sum = 0;
      for (int k = 0; k < 3; ++k)
        sum += std::pow(fine.points[a][k] - fine.points[b][k], 2);
      return sum;
    };
    const std::array<std::array<Index, 2>, 3> diagonals = {
        {{middle(0, 1), middle(2, 3)}, {middle(0, 2), middle(1, 3)}, {middle(0, 3), middle(1, 2)}}};
    const auto shortest =
        *std::min_element(diagonals.begin(), diagonals.end(), [&](const auto &a, const auto &b) {
          return length(a[0], a[1]) < length(b[0], b[1]);
        });
    const TetTopology topology = make_topology(fine);
    for (const auto &diagonal : diagonals)
      EXPECT_EQ(find_edge(topology, diagonal[0], diagonal[1]) >= 0, diagonal == shortest) << d;
  }
}

TEST(Refine, RepeatedRefinementKeepsQuality) {
  const TetMesh coarse = two_materials();
  const TetMesh thrice = refine(coarse, 3);
  testing::expect_same(thrice, refine(refine(refine(coarse))));
  testing::expect_same(coarse, refine(coarse, 0));
  EXPECT_NEAR(testing::total_volume(thrice), 6, 1e-11);
  const auto worst = [](const TetMesh &mesh) {
    return make_report(mesh, make_topology(mesh)).gamma_min;
  };
  // the children of a red refinement stay in finitely many shapes; the cut along the shortest
  // diagonal keeps most of the parent's quality
  EXPECT_GT(worst(thrice), 0.3 * worst(coarse));
}

TEST(Refine, SameForAnyNumberOfThreads) {
  const TetMesh mesh = make_box({1, 1, 1}, {14, 14, 14}, {0, 0, 0}, 0.2, 1);
  const TetMesh one = refine(mesh, 1, 1);
  testing::expect_same(one, refine(mesh, 1, 2));
  testing::expect_same(one, refine(mesh, 1, 4));
}

TEST(Refine, Refusals) {
  TetMesh mesh = testing::unit_tets(2);
  EXPECT_THAT(input_error([&] { refine(mesh, -1); }), HasSubstr("-1 times"));
  mesh.triangles = {{0, 1, 4}};
  mesh.triangle_group = {1};
  EXPECT_THAT(input_error([&] { refine(mesh); }), HasSubstr("triangle 0 (nodes 0, 1, 4)"));
  mesh.triangles = {{0, 1, 77}};
  EXPECT_THAT(input_error([&] { refine(mesh); }), HasSubstr("77"));
}

} // namespace
} // namespace curlew
