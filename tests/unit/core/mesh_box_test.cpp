#include "mesh_fixtures.hpp"

#include <curlew/core/mesh/topology.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace curlew {
namespace {

using ::testing::HasSubstr;
using testing::input_error;

TEST(BoxMesh, CountsGroupsAndVolumesOfPlainBox) {
  const TetMesh mesh = make_box({2, 3, 4}, {2, 3, 5}, {-1, 0, 7}, 0, 1);
  EXPECT_EQ(mesh.points.size(), 3u * 4 * 6);
  ASSERT_EQ(mesh.tets.size(), 6u * 2 * 3 * 5);
  EXPECT_EQ(mesh.triangles.size(), 2u * 2 * (2 * 3 + 3 * 5 + 5 * 2));
  const double volume = 2. * 3 * 4 / static_cast<double>(mesh.tets.size());
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    EXPECT_NEAR(tet_volume(mesh, t), volume, 1e-13 * volume * 100);
  ASSERT_EQ(mesh.groups.size(), 7u);
  const std::vector<std::string> names = {"volume", "x-", "x+", "y-", "y+", "z-", "z+"};
  for (int g = 0; g < 7; ++g) {
    EXPECT_EQ(mesh.groups[g].name, names[g]);
    EXPECT_EQ(mesh.groups[g].dimension, g == 0 ? 3 : 2);
    EXPECT_EQ(mesh.groups[g].tag, g == 0 ? 1 : g);
  }
}

TEST(BoxMesh, WallsLieWhereTheirNamesSayAndCoverTheBoundaryOnce) {
  const std::array<double, 3> size = {2, 3, 4}, origin = {-1, 0.5, 7};
  const TetMesh mesh = make_box(size, {3, 4, 2}, origin, 0.4, 5);
  std::array<double, 7> area{};
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const Index group = mesh.triangle_group[i];
    const int d = (group - 1) / 2, high = (group - 1) % 2;
    for (Index n : mesh.triangles[i])
      EXPECT_EQ(mesh.points[n][d], origin[d] + high * size[d]);
    area[group] +=
        triangle_area(mesh.points[mesh.triangles[i][0]], mesh.points[mesh.triangles[i][1]],
                      mesh.points[mesh.triangles[i][2]]);
  }
  for (int g = 1; g < 7; ++g) {
    const int d = (g - 1) / 2;
    EXPECT_NEAR(area[g], size[(d + 1) % 3] * size[(d + 2) % 3], 1e-12);
  }
  const TetTopology topology = make_topology(mesh);
  std::vector<Index> listed = triangle_faces(mesh, topology);
  std::sort(listed.begin(), listed.end());
  EXPECT_EQ(listed, boundary_faces(topology)); // each boundary face exactly once, and no other
}

TEST(BoxMesh, JitterMovesInteriorNodesOnlyAndWithinItsBound) {
  const double jitter = 0.1;
  const TetMesh plain = make_box({1, 2, 3}, {6, 5, 4}, {0, 0, 0}, 0, 1);
  const TetMesh mesh = make_box({1, 2, 3}, {6, 5, 4}, {0, 0, 0}, jitter, 1);
  const std::array<double, 3> step = {1. / 6, 2. / 5, 3. / 4};
  double largest = 0, smallest = 0;
  for (std::size_t n = 0; n < mesh.points.size(); ++n) {
    const Point &p = plain.points[n];
    const bool wall = p[0] == 0 || p[0] == 1 || p[1] == 0 || p[1] == 2 || p[2] == 0 || p[2] == 3;
    EXPECT_EQ(wall, mesh.points[n] == p) << n;
    for (int d = 0; d < 3; ++d) {
      largest = std::max(largest, (mesh.points[n][d] - p[d]) / step[d]);
      smallest = std::min(smallest, (mesh.points[n][d] - p[d]) / step[d]);
    }
  }
  EXPECT_LE(largest, jitter + 1e-14);
  EXPECT_GE(smallest, -jitter - 1e-14);
  EXPECT_GT(largest,
            0.9 * jitter); // 180 draws: all within 90 % is a chance of 1e-4 at a fixed seed
  EXPECT_LT(smallest, -0.9 * jitter);
}

TEST(BoxMesh, EveryTetStaysPositiveAtAnyJitter) {
  for (double jitter : {0.05, 0.2, 0.35, 0.499})
    for (std::uint64_t seed : {0, 1, 77}) {
      const TetMesh mesh = make_box({1, 1, 1}, {9, 8, 7}, {0, 0, 0}, jitter, seed);
      const double kuhn = 1. / static_cast<double>(mesh.tets.size());
      EXPECT_GE(testing::smallest_volume(mesh), 0.1 * kuhn) << jitter << " " << seed;
      EXPECT_NEAR(testing::total_volume(mesh), 1, 1e-13);
    }
}

// The guard is needed: the same displacements without it do invert tets.
TEST(BoxMesh, LargeJitterWouldInvertTetsWithoutTheGuard) {
  const double jitter = 0.499;
  const int cells = 8;
  const TetMesh plain = make_box({1, 1, 1}, {cells, cells, cells}, {0, 0, 0}, 0, 1);
  const TetMesh small = make_box({1, 1, 1}, {cells, cells, cells}, {0, 0, 0}, 0.05, 1);
  TetMesh large = plain;
  for (std::size_t n = 0; n < plain.points.size(); ++n)
    for (int d = 0; d < 3; ++d) // displacements are proportional to the jitter
      large.points[n][d] += (small.points[n][d] - plain.points[n][d]) * jitter / 0.05;
  EXPECT_LT(testing::smallest_volume(large), 0);
}

TEST(BoxMesh, SameOnEveryPlatformAndForAnyThreads) {
  const TetMesh one = make_box({1, 1, 1}, {20, 21, 22}, {0, 0, 0}, 0.45, 42, 1);
  for (int threads : {2, 3, 4})
    testing::expect_same(one, make_box({1, 1, 1}, {20, 21, 22}, {0, 0, 0}, 0.45, 42, threads));
  EXPECT_NE(one.points, make_box({1, 1, 1}, {20, 21, 22}, {0, 0, 0}, 0.45, 43).points);
  // the only interior node of 2 x 2 x 2 cells is node 13: draws 39, 40, 41 of splitmix64(1),
  // computed once apart from this code
  const TetMesh tiny = make_box({2, 2, 2}, {2, 2, 2}, {0, 0, 0}, 0.05, 1);
  const Point expected = {1.0168573465604236, 1.0361828284658707, 1.0208179250483334};
  for (int d = 0; d < 3; ++d)
    EXPECT_NEAR(tiny.points[13][d], expected[d], 1e-15);
}

TEST(BoxMesh, RefusesArgumentsOutOfRange) {
  const std::array<double, 3> unit = {1, 1, 1}, zero = {0, 0, 0};
  const std::array<Index, 3> cells = {2, 2, 2};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (double bad : {0., -1., nan, infinity})
    EXPECT_THAT(input_error([&] { make_box({1, bad, 1}, cells, zero, 0, 1); }), HasSubstr("in y"));
  for (Index bad : {0, -3})
    EXPECT_THAT(input_error([&] {
                  make_box(unit, {2, 2, bad}, zero, 0, 1);
                }),
                HasSubstr("cells in z"));
  for (double bad : {nan, -infinity})
    EXPECT_THAT(input_error([&] {
                  make_box(unit, cells, {bad, 0, 0}, 0, 1);
                }),
                HasSubstr("origin"));
  for (double bad : {-0.1, 0.5, 7., nan})
    EXPECT_THAT(input_error([&] { make_box(unit, cells, zero, bad, 1); }), HasSubstr("jitter"));
  EXPECT_THAT(input_error([&] {
                make_box(unit, cells, {1e12, 0, 0}, 0.2, 1);
              }),
              HasSubstr("rounding"));
  EXPECT_THAT(input_error([&] {
                make_box({1e-200, 1e-200, 1e-200}, cells, zero, 0, 1);
              }),
              HasSubstr("volume"));
}

TEST(BoxMesh, RefusesMoreTetsThanAnIndexCountsBeforeAllocating) {
  const Index huge = std::numeric_limits<Index>::max();
  for (const std::array<Index, 3> &cells :
       {std::array<Index, 3>{huge, huge, huge}, {710, 711, 712}, {huge, 1, 1}, {1, 1, huge}})
    EXPECT_THROW(make_box({1, 1, 1}, cells, {0, 0, 0}, 0, 1), ResourceError);
}

} // namespace
} // namespace curlew
