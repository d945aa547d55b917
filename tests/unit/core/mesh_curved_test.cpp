#include "curved_fixtures.hpp"
#include "mesh_fixtures.hpp"

#include <curlew/core/constants.hpp>
#include <curlew/core/mesh/curved.hpp>
#include <curlew/core/mesh/curved_locate.hpp>
#include <curlew/core/mesh/hierarchy.hpp>
#include <curlew/core/mesh/reorder.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>

namespace curlew {
namespace {

using namespace curlew::testing;
using ::testing::HasSubstr;

double curved_volume(const TetMesh &mesh) {
  const SimplexRule<4> rule = tet_rule(3); // exact: the Jacobian is of degree 3
  double volume = 0;
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    for (std::size_t q = 0; q < rule.points.size(); ++q) {
      const auto x = curved_point(curved_nodes(mesh, t), rule.points[q]);
      volume += rule.weights[q] / 6 * dot(x[1], cross(x[2], x[3]));
    }
  return volume;
}

// The area of the wall, seen from the tets.
double curved_area(const TetMesh &mesh) {
  const TetTopology topology = make_topology(mesh);
  const SimplexRule<3> rule = triangle_rule(12);
  double area = 0;
  for (const Index face : boundary_faces(topology)) {
    const Index t = topology.face_tets[face][0];
    int opposite = 0;
    while (topology.tet_faces[t][opposite] != face)
      ++opposite;
    for (std::size_t q = 0; q < rule.points.size(); ++q) {
      std::array<double, 4> l{};
      for (int k = 0; k < 3; ++k)
        l[k + (k >= opposite)] = rule.points[q][k];
      const auto x = curved_point(curved_nodes(mesh, t), l);
      const Point slopes[4] = {{0, 0, 0}, x[1], x[2], x[3]}; // by l_i, up to a common part
      const int a = opposite == 0 ? 1 : 0, b = opposite <= 1 ? 2 : 1, c = opposite <= 2 ? 3 : 2;
      area += rule.weights[q] / 2 * norm(cross(slopes[b] - slopes[a], slopes[c] - slopes[a]));
    }
  }
  return area;
}

TEST(CurvedMesh, VolumeAndSurfaceOfABallConvergeAtFourthOrder) {
  std::array<double, 3> volume, area;
  for (int times = 1; times <= 3; ++times) {
    const TetMesh ball = curved_ball(times);
    volume[times - 1] = std::abs(curved_volume(ball) / (4 * k_pi / 3) - 1);
    area[times - 1] = std::abs(curved_area(ball) / (4 * k_pi) - 1);
  }
  RecordProperty("volume", std::to_string(std::log2(volume[1] / volume[2])));
  RecordProperty("area", std::to_string(std::log2(area[1] / area[2])));
  EXPECT_NEAR(std::log2(volume[1] / volume[2]), 4, 0.15);
  EXPECT_NEAR(std::log2(area[1] / area[2]), 4, 0.15);
  EXPECT_LT(volume[2], 1e-4);
  // The twin: straight tets are of second order.
  TetMesh flat = curved_ball(3);
  EXPECT_GT(std::abs(total_volume(flat) / (4 * k_pi / 3) - 1), 1e-2);
}

// --- The tools of meshes -------------------------------------------------------------------------

TEST(CurvedMesh, RefinedKeepsItsShapeAndItsEdges) {
  const TetMesh ball = curved_ball(1), fine = refine(ball, 2);
  ASSERT_EQ(fine.tet_edge_points.size(), 64 * ball.tets.size());
  EXPECT_NEAR(curved_volume(fine), curved_volume(ball), 1e-12); // a sum over 4,096 tets
  EXPECT_NEAR(curved_area(fine), curved_area(ball), 1e-7); // error of the rules, not of the shape
  EXPECT_NO_THROW(check_edge_points(fine, make_topology(fine)));
  for (std::size_t t = 0; t < fine.tets.size(); ++t)
    EXPECT_GT(smallest_curved_jacobian(curved_nodes(fine, t)), 0.3);
  // Nodes of the wall lie on the coarse tets' surface: near the sphere, off the flat triangles.
  double lowest = 1;
  for (const auto &triangle : fine.triangles)
    for (const Index node : triangle)
      lowest = std::min(lowest, norm(fine.points[node]));
  EXPECT_GT(lowest, 0.98);
  // Every point of an edge is the image by the map of its tet: half way on straight edges.
  const TetMesh box = make_box({1, 1, 1}, {2, 2, 2}, {0, 0, 0}, 0.2, 1);
  TetMesh straight = box;
  const TetTopology topology = make_topology(box);
  for (const auto &edge : topology.edges)
    straight.edge_points.push_back(0.5 * (box.points[edge[0]] + box.points[edge[1]]));
  straight.tet_edge_points = topology.tet_edges;
  const TetMesh as_straight = refine(box);
  TetMesh as_curved = refine(straight);
  EXPECT_EQ(as_curved.tets, as_straight.tets);
  for (std::size_t n = 0; n < as_straight.points.size(); ++n)
    EXPECT_LT(norm(as_curved.points[n] - as_straight.points[n]), 1e-15);
  as_curved = refine(as_curved);
  for (std::size_t t = 0; t < as_curved.tets.size(); ++t)
    for (int k = 0; k < 6; ++k) {
      const auto &tet = as_curved.tets[t];
      const Point middle = 0.5 * (as_curved.points[tet[k_tet_edges[k][0]]] +
                                  as_curved.points[tet[k_tet_edges[k][1]]]);
      EXPECT_LT(norm(as_curved.edge_points[as_curved.tet_edge_points[t][k]] - middle), 1e-15);
    }
}

TEST(CurvedMesh, ReorderedKeepsItsShape) {
  const TetMesh ball = curved_ball(2);
  for (const MeshOrder order : {MeshOrder::spatial, MeshOrder::rcm}) {
    const TetMesh sorted = reorder(ball, order);
    EXPECT_NEAR(curved_volume(sorted), curved_volume(ball), 1e-13);
    EXPECT_NO_THROW(check_edge_points(sorted, make_topology(sorted)));
  }
}

TEST(CurvedMesh, PointsAreFoundInCurvedTets) {
  const TetMesh ball = shuffled_curved(curved_ball(1), 7);
  const CurvedLocator locator(ball);
  const TetLocator straight(ball);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(0, 1);
  int beyond_flat = 0;
  for (std::size_t t = 0; t < ball.tets.size(); ++t)
    for (int i = 0; i < 20; ++i) {
      std::array<double, 4> l;
      double sum = 0;
      for (double &part : l)
        sum += part = -std::log(1 - uniform(random));
      for (double &part : l)
        part /= sum;
      const Point p = curved_point(curved_nodes(ball, t), l)[0];
      const auto found = locator.find(p);
      ASSERT_TRUE(found);
      EXPECT_EQ(found->tet, static_cast<Index>(t));
      for (int k = 0; k < 4; ++k)
        EXPECT_NEAR(found->barycentric[k], l[k], 1e-11);
      beyond_flat += !straight.find(p);
    }
  EXPECT_GT(beyond_flat, 50); // the twin: flat facets miss them
  EXPECT_FALSE(locator.find({0.9, 0.9, 0}));
  EXPECT_FALSE(locator.find({NAN, 0, 0}));
}

// A run moves the mesh after its check; the copy is asked in place of the locator it is made from.
TEST(CurvedMesh, PointsAreFoundAfterTheMeshIsMoved) {
  TetMesh ball = shuffled_curved(curved_ball(1), 7);
  auto locator = std::make_unique<CurvedLocator>(ball);
  const std::vector<Point> points = {{0.2, 0.1, -0.3}, {0.7, 0, 0.69}, {0.9, 0.9, 0}};
  std::vector<std::optional<TetLocation>> before;
  for (const Point &p : points)
    before.push_back(locator->find(p));
  ASSERT_TRUE(before[0] && before[1] && !before[2]);
  const CurvedLocator copy = *locator;
  locator.reset();
  const TetMesh moved = std::move(ball);
  ball = TetMesh();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto found = copy.find(points[i]);
    ASSERT_EQ(found.has_value(), before[i].has_value());
    if (!found)
      continue;
    EXPECT_EQ(found->tet, before[i]->tet);
    EXPECT_EQ(found->barycentric, before[i]->barycentric);
  }
}

TEST(CurvedMesh, HasNestedLevels) {
  const TetMesh ball = curved_ball(1);
  const MeshHierarchy hierarchy = make_hierarchy(ball, 2, MeshOrder::spatial);
  ASSERT_EQ(hierarchy.levels.size(), 3u);
  for (const TetMesh &level : hierarchy.levels) {
    EXPECT_NEAR(curved_volume(level), curved_volume(ball), 1e-12);
    EXPECT_NO_THROW(check_edge_points(level, make_topology(level)));
  }
  // A node with two parents is the point of their edge.
  const TetMesh &coarse = hierarchy.levels[0], &fine = hierarchy.levels[1];
  const TetTopology topology = make_topology(coarse);
  std::vector<Point> middles(topology.edges.size());
  for (std::size_t t = 0; t < coarse.tets.size(); ++t)
    for (int k = 0; k < 6; ++k)
      middles[topology.tet_edges[t][k]] = coarse.edge_points[coarse.tet_edge_points[t][k]];
  for (std::size_t n = 0; n < fine.points.size(); ++n) {
    const auto [a, b] = hierarchy.parents[0][n];
    EXPECT_EQ(fine.points[n], a == b ? coarse.points[a] : middles[find_edge(topology, a, b)]);
  }
}

TEST(CurvedMesh, FoldedTetsAndEdgesWithTwoPointsAreSeen) {
  TetMesh ball = curved_ball(1);
  const TetTopology topology = make_topology(ball);
  EXPECT_NEAR(smallest_curved_jacobian({Point{0, 0, 0},
                                        {1, 0, 0},
                                        {0, 1, 0},
                                        {0, 0, 1},
                                        {0.5, 0, 0},
                                        {0, 0.5, 0},
                                        {0, 0, 0.5},
                                        {0.5, 0.5, 0},
                                        {0.5, 0, 0.5},
                                        {0, 0.5, 0.5}}),
              1, 1e-15);
  // dx/dl_1 on the first edge is 1 + 4 s (1/2 - m): it vanishes at an end for m = 3/4.
  const auto with_middle = [](double m) {
    return smallest_curved_jacobian({Point{0, 0, 0},
                                     {1, 0, 0},
                                     {0, 1, 0},
                                     {0, 0, 1},
                                     {m, 0, 0},
                                     {0, 0.5, 0},
                                     {0, 0, 0.5},
                                     {0.5, 0.5, 0},
                                     {0.5, 0, 0.5},
                                     {0, 0.5, 0.5}});
  };
  EXPECT_NEAR(with_middle(0.75), 0, 1e-12);
  EXPECT_GT(with_middle(0.7), 0.1);
  EXPECT_LT(with_middle(0.8), -0.1);
  EXPECT_NO_THROW(check_edge_points(ball, topology));
  ball.edge_points.push_back(ball.edge_points[ball.tet_edge_points[5][2]]);
  ball.tet_edge_points[5][2] = static_cast<Index>(ball.edge_points.size()) - 1;
  try {
    check_edge_points(ball, topology);
    ADD_FAILURE();
  } catch (const InputError &error) {
    EXPECT_THAT(error.what(), HasSubstr("has different points in tets"));
  }
  ball.tet_edge_points[5][2] = 1000;
  EXPECT_THROW(check_edge_points(ball, topology), InputError);
  EXPECT_FALSE(straightened(ball).is_curved());
}

} // namespace
} // namespace curlew
