#include "curved_fixtures.hpp"
#include "mesh_fixtures.hpp"

#include <curlew/core/mesh/bisect.hpp>
#include <curlew/core/mesh/curved.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

namespace curlew {
namespace {

using namespace curlew::testing;
using ::testing::HasSubstr;

TetMesh two_materials() {
  TetMesh mesh = shuffled(make_box({1, 2, 3}, {3, 4, 2}, {0, 0, 0}, 0.3, 2), 6);
  mesh.groups.push_back({3, 2, "core"});
  for (std::size_t t = 0; t < mesh.tets.size(); t += 3)
    mesh.tet_group[t] = 7;
  return mesh;
}

// Volumes of groups of tets, areas of groups of triangles.
std::map<Index, double> sizes_of_groups(const TetMesh &mesh) {
  std::map<Index, double> sizes;
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    sizes[mesh.tet_group[t]] += tet_volume(mesh, t);
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto &[a, b, c] = mesh.triangles[i];
    sizes[mesh.triangle_group[i]] += triangle_area(mesh.points[a], mesh.points[b], mesh.points[c]);
  }
  return sizes;
}

// Marks every fifth tet.
std::vector<char> some_of(const TetMesh &mesh) {
  std::vector<char> marked(mesh.tets.size(), 0);
  for (std::size_t t = 0; t < marked.size(); t += 5)
    marked[t] = 1;
  return marked;
}

std::vector<char> tets_at(const TetMesh &mesh, const Point &corner, double distance) {
  std::vector<char> marked(mesh.tets.size(), 0);
  for (std::size_t t = 0; t < marked.size(); ++t)
    for (const Index node : mesh.tets[t])
      marked[t] = marked[t] || norm(mesh.points[node] - corner) < distance;
  return marked;
}

// Expects no hanging nodes: every face has two tets, except on the walls of the box.
void expect_conforming(const TetMesh &mesh, const std::map<Index, double> &sizes) {
  const TetTopology topology = make_topology(mesh); // throws for a face of three tets
  std::vector<Index> listed = triangle_faces(mesh, topology);
  std::sort(listed.begin(), listed.end());
  EXPECT_EQ(listed, boundary_faces(topology));
  EXPECT_GT(smallest_volume(mesh), 0);
  const auto now = sizes_of_groups(mesh);
  ASSERT_EQ(now.size(), sizes.size());
  for (const auto &[group, size] : sizes)
    EXPECT_NEAR(now.at(group), size, 1e-12 * size) << group;
  std::set<Point> places(mesh.points.begin(), mesh.points.end());
  EXPECT_EQ(places.size(), mesh.points.size()); // no node twice
}

TEST(Bisect, IsConformingAndKeepsGroups) {
  TetMesh mesh = two_materials();
  const auto sizes = sizes_of_groups(mesh);
  for (int pass = 0; pass < 4; ++pass) {
    const std::vector<char> marked = some_of(mesh);
    const BisectedMesh fine = bisect(mesh, marked);
    std::vector<int> children(mesh.tets.size(), 0);
    for (const Index parent : fine.parent)
      ++children[parent];
    for (std::size_t t = 0; t < children.size(); ++t)
      EXPECT_GE(children[t], marked[t] ? 2 : 1);
    EXPECT_TRUE(std::equal(mesh.points.begin(), mesh.points.end(), fine.mesh.points.begin()));
    mesh = fine.mesh;
    expect_conforming(mesh, sizes);
  }
}

TEST(Bisect, WithoutMarksChangesNothing) {
  const TetMesh mesh = two_materials();
  expect_same(bisect(mesh, std::vector<char>(mesh.tets.size(), 0)).mesh, mesh);
}

// A tet alone through its longest edge, in the middle.
TEST(Bisect, CutsTheLongestEdge) {
  TetMesh mesh = unit_tets(1);
  mesh.points[1] = {3, 0, 0};
  const BisectedMesh fine = bisect(mesh, {1});
  ASSERT_EQ(fine.mesh.tets.size(), 2u);
  EXPECT_EQ(fine.mesh.points.back(), (Point{1.5, 0.5, 0})); // between nodes 1 and 2, before 1 and 3
  EXPECT_DOUBLE_EQ(tet_volume(fine.mesh, 0), tet_volume(fine.mesh, 1));
}

// Marks of a corner, pass after pass: the mesh stays graded, and tets do not get flat.
TEST(Bisect, RefinesTowardsACornerAndKeepsItsQuality) {
  TetMesh mesh = shuffled(make_box({1, 1, 1}, {3, 3, 3}, {0, 0, 0}, 0.2, 3), 1);
  const auto sizes = sizes_of_groups(mesh);
  const auto worst_gamma = [](const TetMesh &m) {
    double worst = 1;
    for (const auto &[a, b, c, d] : m.tets)
      worst = std::min(worst, tet_gamma(m.points[a], m.points[b], m.points[c], m.points[d]));
    return worst;
  };
  const double before = worst_gamma(mesh);
  double distance = 0.5;
  const int passes = 30;
  for (int pass = 0; pass < passes; ++pass) {
    mesh = bisect(mesh, tets_at(mesh, {0, 0, 0}, distance)).mesh;
    distance *= 0.8; // three passes halve edges
  }
  expect_conforming(mesh, sizes);
  EXPECT_LT(mesh.tets.size(), 40000u);
  EXPECT_LT(smallest_volume(mesh), 1e-9);
  EXPECT_GT(worst_gamma(mesh), 0.3 * before); // measured
  RecordProperty("gamma", std::to_string(worst_gamma(mesh) / before));
}

// Faces of curved tets agree on both sides, and the shape stays that of the coarse mesh.
TEST(Bisect, CutsCurvedTetsAlongTheirMap) {
  TetMesh mesh = curved_ball(1);
  const auto volume = [](const TetMesh &m) {
    const SimplexRule<4> rule = tet_rule(3);
    double sum = 0;
    for (std::size_t t = 0; t < m.tets.size(); ++t)
      for (std::size_t q = 0; q < rule.points.size(); ++q) {
        const auto x = curved_point(curved_nodes(m, t), rule.points[q]);
        sum += rule.weights[q] / 6 * dot(x[1], cross(x[2], x[3]));
      }
    return sum;
  };
  const double before = volume(mesh);
  for (int pass = 0; pass < 3; ++pass) {
    mesh = bisect(mesh, some_of(mesh)).mesh;
    const TetTopology topology = make_topology(mesh);
    check_edge_points(mesh, topology);
    EXPECT_NEAR(volume(mesh), before, 1e-12 * before);
    for (std::size_t t = 0; t < mesh.tets.size(); ++t)
      EXPECT_GT(smallest_curved_jacobian(curved_nodes(mesh, t)), 0.1);
  }
  EXPECT_GT(mesh.tets.size(), 100u);
}

TEST(Bisect, RefusesATriangleBesideTheMesh) {
  TetMesh mesh = unit_tets(1);
  mesh.triangles = {{0, 1, 4}};
  mesh.triangle_group = {1};
  EXPECT_THAT(input_error([&] { bisect(mesh, {1}); }), HasSubstr("is no facet of any tet"));
  EXPECT_THROW(bisect(mesh, {1, 1}), std::invalid_argument);
}

} // namespace
} // namespace curlew
