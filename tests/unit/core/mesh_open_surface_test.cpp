#include "curved_fixtures.hpp"
#include "mesh_fixtures.hpp"

#include <curlew/core/mesh/open_surface.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/tests/support/mark_surface.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

using namespace curlew::testing;

// A box of 4 by 4 by 2 cells of size 1, with a group of the faces in the plane z = 1 that are
// within these limits, and the triangles of that group.
struct Sheet {
  Sheet(const Point &low, const Point &high)
      : mesh(shuffled(make_box({4, 4, 2}, {4, 4, 2}, {0, 0, 0}, 0, 1), 3)) {
    const std::size_t others = mesh.triangles.size();
    test::mark_surface(mesh, "sheet", [&](const std::array<Point, 3> &corners) {
      return std::all_of(corners.begin(), corners.end(), [&](const Point &p) {
        return std::abs(p[2] - 1) < 1e-9 && p[0] > low[0] - 1e-9 && p[0] < high[0] + 1e-9 &&
               p[1] > low[1] - 1e-9 && p[1] < high[1] + 1e-9;
      });
    });
    opens.assign(mesh.triangles.size(), 0);
    std::fill(opens.begin() + static_cast<std::ptrdiff_t>(others), opens.end(), 1);
  }

  TetMesh mesh;
  std::vector<std::uint8_t> opens;
};

double area_of_boundary(const TetMesh &mesh) {
  const TetTopology topology = make_topology(mesh);
  double area = 0;
  for (const Index face : boundary_faces(topology)) {
    const auto &n = topology.faces[face];
    area += triangle_area(mesh.points[n[0]], mesh.points[n[1]], mesh.points[n[2]]);
  }
  return area;
}

double volume_of(const TetMesh &mesh) {
  double volume = 0;
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    EXPECT_GT(tet_volume(mesh, t), 0);
    volume += tet_volume(mesh, t);
  }
  return volume;
}

// All triangles of the group are faces of the boundary, and both sides are listed.
void expect_open(const TetMesh &mesh, double area) {
  const TetTopology topology = make_topology(mesh);
  const std::vector<Index> face_of = triangle_faces(mesh, topology);
  double listed = 0;
  for (std::size_t t = 0; t < face_of.size(); ++t) {
    if (mesh.groups[mesh.triangle_group[t]].name != "sheet")
      continue;
    EXPECT_EQ(topology.face_tets[face_of[t]][1], -1);
    const auto &n = mesh.triangles[t];
    listed += triangle_area(mesh.points[n[0]], mesh.points[n[1]], mesh.points[n[2]]);
  }
  EXPECT_NEAR(listed, 2 * area, 1e-12);
  EXPECT_NEAR(area_of_boundary(mesh), 64 + 2 * area, 1e-12);
  EXPECT_NEAR(volume_of(mesh), 32, 1e-12);
}

TEST(OpenSurface, DoublesTheNodesInsideOfASheetAlone) {
  const Sheet sheet({1, 1, 1}, {3, 3, 1});
  const TetMesh open = open_along(sheet.mesh, sheet.opens, 1);
  expect_open(open, 4);
  // Corner triangles whose diagonal joins two nodes of the rim are bisected: a node each, doubled.
  EXPECT_EQ((open.points.size() - sheet.mesh.points.size()) % 2, 1u);
  EXPECT_LE(open.points.size(), sheet.mesh.points.size() + 9);
}

TEST(OpenSurface, ASheetAcrossTheMeshCutsItInTwo) {
  const Sheet sheet({0, 0, 1}, {4, 4, 1});
  const TetMesh open = open_along(sheet.mesh, sheet.opens, 1);
  expect_open(open, 16);
  EXPECT_EQ(open.points.size(), sheet.mesh.points.size() + 25);
  EXPECT_EQ(open.tets.size(), sheet.mesh.tets.size());
}

// A strip of one cell has all its nodes on its rim, and one triangle has nothing else.
TEST(OpenSurface, NarrowStripsAndSingleTrianglesOpenToo) {
  const Sheet strip({1, 0, 1}, {2, 4, 1});
  expect_open(open_along(strip.mesh, strip.opens, 1), 4);
  Sheet one({1, 1, 1}, {2, 2, 1});
  one.mesh.triangles.pop_back();
  one.mesh.triangle_group.pop_back();
  one.opens.pop_back();
  expect_open(open_along(one.mesh, one.opens, 1), 0.5);
}

TEST(OpenSurface, OtherTrianglesStayWhereTheirTetsAre) {
  Sheet sheet({0, 0, 1}, {4, 4, 1});
  test::mark_surface(sheet.mesh, "across", [](const std::array<Point, 3> &corners) {
    return std::all_of(corners.begin(), corners.end(),
                       [](const Point &p) { return std::abs(p[0] - 2) < 1e-9; });
  });
  sheet.opens.resize(sheet.mesh.triangles.size(), 0);
  const TetMesh open = open_along(sheet.mesh, sheet.opens, 1);
  EXPECT_EQ(triangle_faces(open, make_topology(open)).size(), open.triangles.size());
}

TEST(OpenSurface, NothingChangesWithoutInnerTriangles) {
  Sheet sheet({1, 1, 1}, {3, 3, 1});
  sheet.opens.assign(sheet.opens.size(), 0);
  const TetMesh same = open_along(sheet.mesh, sheet.opens, 1);
  EXPECT_EQ(same.points, sheet.mesh.points);
  EXPECT_EQ(same.tets, sheet.mesh.tets);
}

} // namespace
} // namespace curlew
