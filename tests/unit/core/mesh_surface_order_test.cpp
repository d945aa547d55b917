// Refinement and order of surface meshes.
#include "mesh_fixtures.hpp"
#include "surface_fixtures.hpp"

#include <curlew/core/mesh/surface_refine.hpp>
#include <curlew/core/mesh/surface_reorder.hpp>
#include <curlew/core/mesh/surface_topology.hpp>

#include <gtest/gtest.h>

#include <set>

namespace curlew {
namespace {

using testing::both;
using ::testing::HasSubstr;
using testing::icosphere;
using testing::input_error;
using testing::moved;
using testing::plate;

// Triangles or lines as coordinates and groups, in the order of their nodes: what no renumbering
// may change.
template <class Entities>
std::multiset<std::vector<double>> geometry(const TriMesh &mesh, const Entities &entities,
                                            const std::vector<Index> &groups) {
  std::multiset<std::vector<double>> result;
  for (std::size_t i = 0; i < entities.size(); ++i) {
    std::vector<double> entry = {static_cast<double>(groups[i])};
    for (Index n : entities[i])
      entry.insert(entry.end(), mesh.points[n].begin(), mesh.points[n].end());
    result.insert(entry);
  }
  return result;
}

double area(const TriMesh &mesh) {
  double sum = 0;
  for (const auto &v : mesh.triangles)
    sum += triangle_area(mesh.points[v[0]], mesh.points[v[1]], mesh.points[v[2]]);
  return sum;
}

// A plate of two groups with its lower side as a line, and a sphere above.
TriMesh model() {
  TriMesh mesh = both(plate(6, 4), moved(icosphere(3, 0.5), {3, 2, 2}));
  mesh.groups = {{2, 1, "plate"}, {2, 2, "right"}, {1, 1, "feed"}};
  for (std::size_t t = 0; t < 48; t += 3)
    mesh.triangle_group[t] = 1;
  for (Index i = 0; i < 6; ++i)
    mesh.lines.push_back(i % 2 ? std::array<Index, 2>{i, i + 1} : std::array<Index, 2>{i + 1, i});
  mesh.line_group.assign(6, 2);
  return mesh;
}

TEST(SurfaceRefine, CutsTrianglesIntoFourAndLinesIntoTwo) {
  const TriMesh coarse = model();
  const TriMesh fine = refine(coarse, 2);
  ASSERT_EQ(fine.triangles.size(), 16 * coarse.triangles.size());
  EXPECT_NEAR(area(fine), area(coarse), 1e-12 * area(coarse));
  for (std::size_t t = 0; t < fine.triangles.size(); ++t) {
    const std::size_t parent = t / 16;
    EXPECT_EQ(fine.triangle_group[t], coarse.triangle_group[parent]);
    const auto normal = [](const TriMesh &mesh, const std::array<Index, 3> &v) {
      return cross(mesh.points[v[1]] - mesh.points[v[0]], mesh.points[v[2]] - mesh.points[v[0]]);
    };
    const Point n = normal(fine, fine.triangles[t]);
    const Point expected = normal(coarse, coarse.triangles[parent]);
    EXPECT_LT(norm(16.0 * n - expected), 1e-12 * norm(expected)); // a quarter of a quarter of it
  }
  ASSERT_EQ(fine.lines.size(), 24u);
  double length = 0;
  for (const auto &line : fine.lines)
    length += fine.points[line[1]][0] - fine.points[line[0]][0];
  EXPECT_NEAR(length, 0, 1e-12); // three lines ran this way, three the other
  EXPECT_EQ(fine.line_group, std::vector<Index>(24, 2));
  const SurfaceTopology topology = make_surface_topology(fine);
  EXPECT_EQ(topology.parts, 2);
  EXPECT_FALSE(topology.part_is_closed[0]);
  EXPECT_TRUE(topology.part_is_closed[1]);
}

TEST(SurfaceRefine, RefusesLinesBesideTheTriangles) {
  TriMesh mesh = model();
  mesh.lines[3] = {0, 9};
  EXPECT_THAT(input_error([&] { refine(mesh); }),
              HasSubstr("line 3 (nodes 0, 9) is no edge of a triangle"));
  EXPECT_THAT(input_error([&] { refine(model(), -1); }), HasSubstr("cannot be refined -1 times"));
}

TEST(SurfaceReorder, KeepsTheGeometryAndGathersNeighbours) {
  TriMesh mesh = testing::shuffled(model(), 11);
  mesh.points.push_back({-9, -9, -9}); // in no triangle
  const TriMesh ordered = reorder(mesh, MeshOrder::spatial);
  EXPECT_EQ(geometry(ordered, ordered.triangles, ordered.triangle_group),
            geometry(mesh, mesh.triangles, mesh.triangle_group));
  EXPECT_EQ(geometry(ordered, ordered.lines, ordered.line_group),
            geometry(mesh, mesh.lines, mesh.line_group));
  EXPECT_EQ(ordered.points.back(), mesh.points.back());
  const auto distance = [](const TriMesh &of) {
    double sum = 0;
    const SurfaceTopology topology = make_surface_topology(of);
    for (const auto &edge : topology.edges)
      sum += edge[1] - edge[0];
    return sum / static_cast<double>(topology.edges.size());
  };
  // 1328 triangles and 677 nodes: a random order has a third of the nodes between neighbours
  EXPECT_GT(distance(mesh), 200);
  EXPECT_LT(distance(ordered), 50);
  for (const int threads : {1, 2, 8})
    EXPECT_EQ(reorder(mesh, MeshOrder::spatial, threads).triangles, ordered.triangles);
}

TEST(SurfaceReorder, NoneKeepsAllAndOthersAreRefused) {
  const TriMesh mesh = testing::shuffled(model(), 11);
  EXPECT_EQ(reorder(mesh, MeshOrder::none).triangles, mesh.triangles);
  for (const MeshOrder order : {MeshOrder::rcm, MeshOrder::metis})
    EXPECT_THAT(input_error([&] { reorder(mesh, order); }), HasSubstr("\"spatial\" or \"none\""));
}

} // namespace
} // namespace curlew
