// Half-lines that ClearLines calls clear meet no triangle; most of those that meet none are called
// so.
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/methods/fem/assembly/clear_lines.hpp>

#include <gtest/gtest.h>

#include <random>

namespace curlew::fem {
namespace {

using Triangle = std::array<Point, 3>;

// Moller and Trumbore, J. Graphics Tools 2 (1997).
bool meets(const Triangle &t, const Point &from, const Point &direction) {
  const Point e1 = t[1] - t[0], e2 = t[2] - t[0], p = cross(direction, e2);
  const double determinant = dot(e1, p);
  if (determinant == 0)
    return false;
  const Point s = from - t[0], q = cross(s, e1);
  const double u = dot(s, p) / determinant, v = dot(direction, q) / determinant;
  return u >= 0 && v >= 0 && u + v <= 1 && dot(e2, q) / determinant >= 0;
}

struct Counts {
  int wrong = 0, clear = 0, found = 0; // of those clear, found to be so
};

Counts count(const std::vector<Triangle> &triangles, const Point &low, const Point &high,
             int threads) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(0, 1), both(-1, 1);
  std::vector<Point> directions = {{1, 0, 0}, {0, 0, -1}}; // along the grid, too
  for (int i = 0; i < 10; ++i)
    directions.push_back({both(random), both(random), both(random)});
  const ClearLines lines(triangles, directions, low, high, threads);
  Counts counts;
  for (int i = 0; i < 4000; ++i) {
    Point from{};
    for (int axis = 0; axis < 3; ++axis)
      from[axis] = low[axis] + unit(random) * (high[axis] - low[axis]);
    const std::size_t d = i % directions.size();
    const bool is_met = std::any_of(triangles.begin(), triangles.end(), [&](const Triangle &t) {
      return meets(t, from, directions[d]);
    });
    const bool is_clear = lines.is_clear(from, d);
    counts.wrong += is_met && is_clear;
    counts.clear += !is_met;
    counts.found += !is_met && is_clear;
  }
  return counts;
}

// Small triangles anywhere in a flat box, one across a corner, one as large as the box.
TEST(ClearLines, MeetNoTriangle) {
  std::mt19937 random(8);
  std::uniform_real_distribution<double> unit(0, 1), near(-0.05, 0.05);
  const Point low = {-1, 2, 0}, high = {1, 2.5, 3};
  std::vector<Triangle> triangles;
  for (int i = 0; i < 6; ++i) {
    const Point at = {-1 + 2 * unit(random), 2 + 0.5 * unit(random), 3 * unit(random)};
    Triangle t;
    for (Point &p : t)
      p = at + Point{near(random), near(random), near(random)};
    triangles.push_back(t);
  }
  triangles.push_back({Point{-1, 2, 0.1}, Point{-0.9, 2, 0}, Point{-1, 2.1, 0}});
  const Counts small = count(triangles, low, high, 2);
  EXPECT_EQ(small.wrong, 0);
  EXPECT_GT(small.found, small.clear / 2);
  EXPECT_GT(small.clear, 3000);
  triangles.push_back({Point{-1, 2, 1}, Point{1, 2, 1}, Point{0, 2.5, 1}});
  const Counts large = count(triangles, low, high, 1);
  EXPECT_EQ(large.wrong, 0);
  EXPECT_LT(large.clear, small.clear - 200); // a wall stands in the way of some
}

// A closed box inside the grid: nothing inside of it is clear.
TEST(ClearLines, AreNoneInABox) {
  std::vector<Triangle> faces;
  for (int axis = 0; axis < 3; ++axis)
    for (double side : {-0.5, 0.5}) {
      const int a = (axis + 1) % 3, b = (axis + 2) % 3;
      std::array<Point, 4> c{};
      for (int i = 0; i < 4; ++i) {
        c[i][axis] = side;
        c[i][a] = i & 1 ? 0.5 : -0.5;
        c[i][b] = i & 2 ? 0.5 : -0.5;
      }
      faces.push_back({c[0], c[1], c[2]});
      faces.push_back({c[3], c[1], c[2]});
    }
  const ClearLines lines(faces, {{1, 0.2, 0.1}}, {-1, -1, -1}, {1, 1, 1}, 1);
  EXPECT_FALSE(lines.is_clear({0, 0, 0}, 0));
  EXPECT_FALSE(lines.is_clear({-0.9, 0, 0}, 0)); // the box is before it
  EXPECT_TRUE(lines.is_clear({0.9, 0, 0}, 0));   // behind it
}

// A line in the outermost cells that runs out of the grid slowly: the middle's leaves it half way
// to the triangle, the line itself meets it.
TEST(ClearLines, GrazeTheEndsOfTheGrid) {
  const std::vector<Triangle> wall = {{Point{20, -40, 31}, Point{20, 70, 31}, Point{20, 16, 33}}};
  const Point direction = {1, 0, 0.04}, from = {0.5, 16, 31.1};
  ASSERT_TRUE(meets(wall[0], from, direction));
  const ClearLines lines(wall, {direction, {-1, 0, 0.04}}, {0, 0, 0}, {32, 32, 32}, 1);
  EXPECT_FALSE(lines.is_clear(from, 0));
  EXPECT_TRUE(lines.is_clear(from, 1));
}

} // namespace
} // namespace curlew::fem
