#include "mesh_fixtures.hpp"
#include "surface_fixtures.hpp"

#include <curlew/core/mesh/surface_topology.hpp>

#include <gtest/gtest.h>

#include <map>

namespace curlew {
namespace {

using testing::band;
using testing::both;
using ::testing::HasSubstr;
using testing::icosphere;
using testing::input_error;
using testing::moved;
using testing::plate;
using testing::shuffled;
using testing::unit_tetrahedron;

const double k_pi = std::acos(-1.0);

Offset triangles_at(const SurfaceTopology &topology, std::size_t edge) {
  return topology.edge_offset[edge + 1] - topology.edge_offset[edge];
}

std::array<int, 4> edges_by_triangles(const SurfaceTopology &topology) {
  std::array<int, 4> count{};
  for (std::size_t e = 0; e < topology.edges.size(); ++e)
    ++count.at(triangles_at(topology, e));
  return count;
}

void expect_same(const SurfaceTopology &a, const SurfaceTopology &b) {
  EXPECT_EQ(a.edges, b.edges);
  EXPECT_EQ(a.triangle_edges, b.triangle_edges);
  EXPECT_EQ(a.edge_offset, b.edge_offset);
  EXPECT_EQ(a.edge_triangles, b.edge_triangles);
  EXPECT_EQ(a.triangle_part, b.triangle_part);
  EXPECT_EQ(a.part_is_closed, b.part_is_closed);
}

// Everything again by a map, as plain as can be.
TEST(SurfaceTopology, AgreesWithAPlainMapOnAShuffledMesh) {
  const TriMesh mesh = shuffled(both(icosphere(2), moved(plate(7, 5), {4, 0, 0})), 3, true);
  const SurfaceTopology topology = make_surface_topology(mesh);
  std::map<std::array<Index, 2>, Index> ids;
  std::vector<std::vector<Index>> triangles;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (int i = 0; i < 3; ++i) {
      const Index a = mesh.triangles[t][(i + 1) % 3], b = mesh.triangles[t][(i + 2) % 3];
      const std::array<Index, 2> edge = {std::min(a, b), std::max(a, b)};
      const Index id = ids.emplace(edge, static_cast<Index>(ids.size())).first->second;
      triangles.resize(ids.size());
      triangles[id].push_back(static_cast<Index>(t));
      ASSERT_EQ(topology.triangle_edges[t][i], id);
      ASSERT_EQ(topology.edges[id], edge);
    }
  ASSERT_EQ(topology.edges.size(), ids.size());
  ASSERT_EQ(topology.edge_offset.size(), ids.size() + 1);
  for (std::size_t e = 0; e < triangles.size(); ++e)
    EXPECT_EQ(std::vector<Index>(topology.edge_triangles.begin() + topology.edge_offset[e],
                                 topology.edge_triangles.begin() + topology.edge_offset[e + 1]),
              triangles[e]);
}

TEST(SurfaceTopology, DoesNotDependOnTheNumberOfThreads) {
  const TriMesh mesh = shuffled(icosphere(4), 5); // 5120 triangles: several chunks
  const SurfaceTopology one = make_surface_topology(mesh, 1);
  for (const int threads : {2, 3, 8})
    expect_same(make_surface_topology(mesh, threads), one);
}

TEST(SurfaceTopology, SphereIsClosed) {
  const SurfaceTopology topology = make_surface_topology(icosphere(2));
  EXPECT_EQ(topology.parts, 1);
  EXPECT_TRUE(topology.part_is_closed[0]);
  EXPECT_EQ(topology.edges.size(), 480u); // 3/2 of 320 triangles
  EXPECT_EQ(edges_by_triangles(topology), (std::array<int, 4>{0, 0, 480, 0}));
}

TEST(SurfaceTopology, SphereWithATriangleLessIsOpen) {
  TriMesh mesh = icosphere(2);
  mesh.triangles.pop_back();
  mesh.triangle_group.pop_back();
  const SurfaceTopology topology = make_surface_topology(mesh);
  EXPECT_FALSE(topology.part_is_closed[0]);
  EXPECT_EQ(edges_by_triangles(topology), (std::array<int, 4>{0, 3, 477, 0}));
}

TEST(SurfaceTopology, PlateIsOpen) {
  const SurfaceTopology topology = make_surface_topology(plate(8, 6));
  EXPECT_EQ(topology.parts, 1);
  EXPECT_FALSE(topology.part_is_closed[0]);
  EXPECT_EQ(edges_by_triangles(topology), (std::array<int, 4>{0, 28, 130, 0}));
}

TEST(SurfaceTopology, JunctionOfThreeTrianglesJoinsOnePart) {
  TriMesh mesh;
  mesh.points = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {-1, 1, 0}, {-1, -1, 0}};
  mesh.triangles = {{0, 1, 2}, {0, 1, 3}, {1, 0, 4}};
  mesh.triangle_group = {0, 0, 0};
  mesh.groups = {{2, 1, "fins"}};
  const SurfaceTopology topology = make_surface_topology(mesh);
  EXPECT_EQ(edges_by_triangles(topology), (std::array<int, 4>{0, 6, 0, 1}));
  EXPECT_EQ(topology.parts, 1);
  EXPECT_FALSE(topology.part_is_closed[0]);
  const TriMesh before = mesh;
  EXPECT_EQ(orient_surfaces(mesh, topology), 0u); // each fin is a manifold part of its own
  EXPECT_EQ(mesh.triangles, before.triangles);
}

TEST(SurfaceTopology, TwoBodiesAreTwoParts) {
  const TriMesh mesh = both(icosphere(1, 1), icosphere(2, 0.5, {3, 0, 0}));
  const SurfaceTopology topology = make_surface_topology(mesh);
  ASSERT_EQ(topology.parts, 2);
  EXPECT_TRUE(topology.part_is_closed[0]);
  EXPECT_TRUE(topology.part_is_closed[1]);
  EXPECT_EQ(topology.triangle_part[0], 0);
  EXPECT_EQ(topology.triangle_part[79], 0);
  EXPECT_EQ(topology.triangle_part[80], 1);
  // a twin that shares a node with the first body but no edge stays a part of its own
  TriMesh touching = mesh;
  for (auto &v : touching.triangles)
    for (Index &n : v)
      n = n == touching.triangles[80][0] ? 0 : n;
  EXPECT_EQ(make_surface_topology(touching).parts, 2);
}

TEST(SurfaceTopology, RefusesWhatIsNoTriangle) {
  TriMesh mesh = unit_tetrahedron();
  mesh.triangles[2][1] = 4;
  EXPECT_THAT(input_error([&] { make_surface_topology(mesh); }),
              HasSubstr("triangle 2 names node 4, but the mesh has nodes 0 to 3"));
  mesh.triangles[2] = {3, 1, 3};
  EXPECT_THAT(input_error([&] { make_surface_topology(mesh); }),
              HasSubstr("triangle 2 names node 3 twice"));
}

TEST(OrientSurfaces, TurnsFlippedTrianglesOfClosedBodiesOutwards) {
  const TriMesh right = both(icosphere(2), icosphere(1, 0.25, {5, 0, 0}));
  TriMesh mesh = right;
  std::size_t flipped = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 3, ++flipped) // includes the first one
    std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
  EXPECT_EQ(orient_surfaces(mesh, make_surface_topology(mesh)), flipped);
  EXPECT_EQ(mesh.triangles, right.triangles);
  EXPECT_EQ(orient_surfaces(mesh, make_surface_topology(mesh)), 0u);
}

TEST(OrientSurfaces, TurnsABodyInsideOut) {
  TriMesh mesh = icosphere(1, 1, {1e3, 0, 0}); // far out, where the origin lies outside
  for (auto &v : mesh.triangles)
    std::swap(v[1], v[2]);
  EXPECT_LT(enclosed_volume(mesh, make_surface_topology(mesh), 0), 0);
  EXPECT_EQ(orient_surfaces(mesh, make_surface_topology(mesh)), 80u);
  EXPECT_GT(enclosed_volume(mesh, make_surface_topology(mesh), 0), 0);
}

TEST(OrientSurfaces, OpenSurfacesFollowTheirFirstTriangle) {
  TriMesh mesh = plate(4, 4);
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 4)
    std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
  EXPECT_EQ(orient_surfaces(mesh, make_surface_topology(mesh)), 24u);
  for (const auto &v : mesh.triangles)
    EXPECT_LT(
        cross(mesh.points[v[1]] - mesh.points[v[0]], mesh.points[v[2]] - mesh.points[v[0]])[2], 0);
}

TEST(OrientSurfaces, RefusesAMoebiusStripAndNamesAnEdge) {
  TriMesh strip = band(12, 1);
  const std::string message =
      input_error([&] { orient_surfaces(strip, make_surface_topology(strip)); });
  EXPECT_THAT(message, HasSubstr("a surface has one side only"));
  EXPECT_THAT(message, HasSubstr("across the edge from (-"));
  for (const int half_turns : {0, 2}) { // twins with two sides
    TriMesh ring = shuffled(band(12, half_turns), 7, true);
    orient_surfaces(ring, make_surface_topology(ring));
    EXPECT_EQ(orient_surfaces(ring, make_surface_topology(ring)), 0u);
  }
}

TEST(EnclosedVolume, IsThatOfTheBody) {
  const TriMesh tetrahedron = unit_tetrahedron();
  EXPECT_DOUBLE_EQ(enclosed_volume(tetrahedron, make_surface_topology(tetrahedron), 0), 1.0 / 6);
  const TriMesh far = moved(tetrahedron, {1e6, -1e6, 1e6});
  EXPECT_DOUBLE_EQ(enclosed_volume(far, make_surface_topology(far), 0), 1.0 / 6);
  // Inscribed polyhedra: the error falls by four with every cut.
  double last = 0;
  for (int times = 2; times < 5; ++times) {
    const TriMesh mesh = both(unit_tetrahedron(), icosphere(times, 2, {5, 5, 5}));
    const double error = 32 * k_pi / 3 - enclosed_volume(mesh, make_surface_topology(mesh), 1);
    EXPECT_GT(error, 0);
    if (times > 2) {
      EXPECT_NEAR(last / error, 4, 0.15);
    }
    last = error;
  }
}

} // namespace
} // namespace curlew
