#include "mesh_fixtures.hpp"

#include <curlew/core/mesh/locate.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace curlew {
namespace {

using ::testing::HasSubstr;

Point at(const TetMesh &mesh, const TetLocation &location) {
  Point p{0, 0, 0};
  for (int i = 0; i < 4; ++i)
    for (int d = 0; d < 3; ++d)
      p[d] += location.barycentric[i] * mesh.points[mesh.tets[location.tet][i]][d];
  return p;
}

// Returns the lowest tet whose four sub-tets with the point all have a volume of at least -slack.
Index brute_force(const TetMesh &mesh, const Point &p, double slack) {
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    double smallest = 1;
    for (int i = 0; i < 4; ++i) {
      std::array<Point, 4> v;
      for (int k = 0; k < 4; ++k)
        v[k] = k == i ? p : mesh.points[mesh.tets[t][k]];
      smallest = std::min(smallest, tet_volume(v[0], v[1], v[2], v[3]));
    }
    if (smallest >= -slack)
      return static_cast<Index>(t);
  }
  return -1;
}

TEST(Locate, AgreesWithBruteForce) {
  const TetMesh mesh = testing::shuffled(make_box({1, 2, 0.5}, {6, 5, 4}, {-3, 10, 0}, 0.45, 2), 6);
  const TetLocator locator(mesh);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> x(-3.2, -1.8), y(9.7, 12.3), z(-0.1, 0.6);
  int inside = 0, outside = 0;
  for (int i = 0; i < 4000; ++i) {
    const Point p = {x(random), y(random), z(random)};
    const auto found = locator.find(p);
    ASSERT_EQ(found ? found->tet : -1, brute_force(mesh, p, 0)) << p[0] << " " << p[1];
    ++(found ? inside : outside);
    if (!found)
      continue;
    double sum = 0;
    for (double weight : found->barycentric) {
      sum += weight;
      EXPECT_GE(weight, -1e-9);
    }
    EXPECT_NEAR(sum, 1, 1e-12);
    for (int d = 0; d < 3; ++d)
      EXPECT_NEAR(at(mesh, *found)[d], p[d], 1e-11);
  }
  EXPECT_GT(inside, 1000);
  EXPECT_GT(outside, 1000);
}

TEST(Locate, SharedPointsGoToTheLowestTet) {
  const TetMesh mesh = make_box({1, 1, 1}, {4, 4, 4}, {0, 0, 0}, 0, 1);
  const TetLocator locator(mesh);
  std::vector<Index> lowest(mesh.points.size(), -1);
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    for (Index n : mesh.tets[t])
      if (lowest[n] < 0)
        lowest[n] = static_cast<Index>(t);
  for (std::size_t n = 0; n < mesh.points.size(); ++n) {
    const auto found = locator.find(mesh.points[n]);
    ASSERT_TRUE(found) << n; // corners and walls of the box included
    EXPECT_EQ(found->tet, lowest[n]);
  }
  const TetTopology topology = make_topology(mesh);
  for (std::size_t f = 0; f < topology.faces.size(); ++f) {
    Point centre{0, 0, 0};
    for (Index n : topology.faces[f])
      for (int d = 0; d < 3; ++d)
        centre[d] += mesh.points[n][d] / 3;
    const auto found = locator.find(centre);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->tet, topology.face_tets[f][0]); // ascending there
  }
}

TEST(Locate, ToleranceIsThinAndScalesWithTheMesh) {
  for (double scale : {1e-9, 1., 1e6}) {
    const TetMesh mesh = make_box({scale, scale, scale}, {3, 3, 3}, {0, 0, 0}, 0.2, 1);
    const TetLocator locator(mesh);
    const double middle = 0.4 * scale;
    EXPECT_TRUE(locator.find({scale * (1 + 1e-13), middle, middle}));
    EXPECT_TRUE(locator.find({-scale * 1e-13, middle, middle}));
    EXPECT_FALSE(locator.find({scale * (1 + 1e-10), middle, middle}));
    EXPECT_FALSE(locator.find({middle, -scale * 1e-10, middle}));
  }
  // far from the origin, where the coordinates' own rounding exceeds the relative tolerance
  const TetMesh far = make_box({1e-3, 1e-3, 1e-3}, {3, 3, 3}, {1000.1, 0, 0}, 0, 1);
  const TetLocator locator(far);
  for (double y = 0; y <= 1e-3; y += 1e-4)
    EXPECT_TRUE(locator.find({1000.1 + 1e-3, y, 3e-4}));
}

TEST(Locate, HolesAndHostilePointsAreOutside) {
  TetMesh mesh = make_box({3, 3, 3}, {3, 3, 3}, {0, 0, 0}, 0, 1);
  mesh.tets.erase(mesh.tets.begin() + 6 * 13, mesh.tets.begin() + 6 * 14); // the brick inside
  const TetLocator locator(mesh);
  EXPECT_FALSE(locator.find({1.5, 1.5, 1.5}));
  EXPECT_NEAR(locator.distance_m({1.5, 1.4, 1.5}), 0.4, 1e-14);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (double bad : {nan, infinity, -infinity, 1e300}) {
    EXPECT_FALSE(locator.find({bad, 1, 1}));
    EXPECT_FALSE(locator.find({1, 1, bad}));
  }
  const TetMesh empty;
  EXPECT_FALSE(TetLocator(empty).find({0, 0, 0}));
}

TEST(Locate, DistanceToFaceEdgeAndCorner) {
  const TetMesh mesh = make_box({1, 1, 1}, {3, 4, 5}, {0, 0, 0}, 0.3, 1);
  const TetLocator locator(mesh);
  EXPECT_EQ(locator.distance_m({0.3, 0.4, 0.5}), 0);
  EXPECT_NEAR(locator.distance_m({1.25, 0.4, 0.5}), 0.25, 1e-14);
  EXPECT_NEAR(locator.distance_m({0.4, 4, 5}), 5, 1e-14);
  EXPECT_NEAR(locator.distance_m({-1, 2, 3}), std::sqrt(1 + 1 + 4), 1e-14);
  const std::string text = locator.describe_outside({1.25, 0.4, 0.5});
  EXPECT_THAT(text, HasSubstr("(1.25, 0.4, 0.5) m lies outside of the mesh, 0.25 m from"));
  EXPECT_THAT(text, HasSubstr("x 0 .. 1, y 0 .. 1, z 0 .. 1 m"));
}

TEST(Locate, TheKeptLocatorIsMadeOnce) {
  struct Holder {
    TetMesh mesh;
    KeptLocator locator;
  };
  Holder holder{make_box({1, 1, 1}, {3, 4, 5}, {0, 0, 0}, 0.3, 1), {}};
  const TetLocator *made = &holder.locator.of(holder.mesh);
  const auto found = made->find({0.3, 0.4, 0.5});
  ASSERT_TRUE(found);
  EXPECT_EQ(&holder.locator.of(holder.mesh), made);
  Holder copy = holder; // has a mesh of its own, and so a locator of its own
  EXPECT_NE(&copy.locator.of(copy.mesh), made);
  const Holder moved = std::move(holder); // the tables of the mesh stay in place
  EXPECT_EQ(&moved.locator.of(moved.mesh), made);
  EXPECT_EQ(moved.locator.of(moved.mesh).find({0.3, 0.4, 0.5})->tet, found->tet);
}

TEST(Locate, TheSameForAnyNumberOfThreads) {
  const TetMesh mesh = testing::shuffled(make_box({1, 1, 1}, {9, 8, 7}, {0, 0, 0}, 0.3, 1), 2);
  const TetLocator one(mesh, 1), five(mesh, 5);
  for (int i = 0; i < 500; ++i) {
    const Point p{0.0021 * i, 0.5 + 0.001 * i, 1 - 0.0019 * i};
    const auto a = one.find(p), b = five.find(p);
    ASSERT_EQ(a.has_value(), b.has_value());
    if (a) {
      EXPECT_EQ(a->tet, b->tet);
    }
  }
}

} // namespace
} // namespace curlew
