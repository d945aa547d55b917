// Splits of hexahedra, prisms and pyramids for every order of their nodes' numbers. Source of
// truth: the volume of the straight element, and split_quad() for what neighbours see of it.
#include <curlew/core/mesh/cell_split.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/topology.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

using namespace curlew;

namespace {

using Triangle = std::array<Index, 3>;

Triangle sorted(Triangle triangle) {
  std::sort(triangle.begin(), triangle.end());
  return triangle;
}

const std::vector<Point> k_cube = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                   {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};

struct Sample {
  const char *name;
  const CellShape &shape;
  std::vector<Point> corners;
  double volume;
  int tets;
};

void PrintTo(const Sample &sample, std::ostream *out) {
  *out << sample.name;
}

class CellSplitTest : public testing::TestWithParam<Sample> {};

INSTANTIATE_TEST_SUITE_P(
    Shapes, CellSplitTest,
    testing::Values(Sample{"hexahedron", k_hexahedron, k_cube, 1, 6},
                    Sample{"prism",
                           k_prism,
                           {k_cube[0], k_cube[1], k_cube[3], k_cube[4], k_cube[5], k_cube[7]},
                           0.5,
                           3},
                    Sample{"pyramid",
                           k_pyramid,
                           {k_cube[0], k_cube[1], k_cube[2], k_cube[3], {0.4, 0.3, 1}},
                           1.0 / 3,
                           2}),
    [](const auto &info) { return info.param.name; });

TEST_P(CellSplitTest, FillsTheCellForEveryOrderOfItsNodes) {
  const Sample &sample = GetParam();
  const CellShape &shape = sample.shape;
  std::vector<Index> number(shape.corner_count);
  std::iota(number.begin(), number.end(), 0);
  do {
    const CellSplit split = split_cell(shape, number.data());
    ASSERT_EQ(split.count, sample.tets);
    double volume = 0;
    std::multiset<Triangle> faces;
    for (int t = 0; t < split.count; ++t) {
      const auto &tet = split.tets[t];
      const auto at = [&](int i) { return sample.corners[tet[i]]; };
      const double six = dot(at(1) - at(0), cross(at(2) - at(0), at(3) - at(0)));
      ASSERT_GT(six, 0.05); // all of these have 1/3 and more: none is flat or inverted
      volume += six / 6;
      for (const auto &[a, b, c] : k_tet_faces)
        faces.insert(sorted({number[tet[a]], number[tet[b]], number[tet[c]]}));
    }
    ASSERT_NEAR(volume, sample.volume, 1e-14);
    // Faces met once are the cell's own faces, divided as any neighbour divides them.
    std::set<Triangle> hull, expected;
    for (const Triangle &face : faces)
      if (faces.count(face) == 1)
        hull.insert(face);
    for (int f = 0; f < shape.triangle_count; ++f) {
      const auto &[a, b, c] = shape.triangles[f];
      expected.insert(sorted({number[a], number[b], number[c]}));
    }
    for (int f = 0; f < shape.quad_count; ++f) {
      const auto &[a, b, c, d] = shape.quads[f];
      // the neighbour's ring begins elsewhere and turns the other way
      for (const Triangle &half : split_quad({number[c], number[b], number[a], number[d]}))
        expected.insert(sorted(half));
    }
    ASSERT_EQ(hull, expected);
  } while (std::next_permutation(number.begin(), number.end()));
}

TEST_P(CellSplitTest, FacesPointOutwards) {
  const Sample &sample = GetParam();
  Point middle{};
  for (const Point &corner : sample.corners)
    middle = middle + (1.0 / sample.corners.size()) * corner;
  const auto check = [&](int a, int b, int c) {
    const Point &at = sample.corners[a];
    EXPECT_GT(dot(cross(sample.corners[b] - at, sample.corners[c] - at), at - middle), 0);
  };
  for (int f = 0; f < sample.shape.quad_count; ++f) {
    const auto &[a, b, c, d] = sample.shape.quads[f];
    check(a, b, c);
    check(a, c, d);
  }
  for (int f = 0; f < sample.shape.triangle_count; ++f)
    check(sample.shape.triangles[f][0], sample.shape.triangles[f][1], sample.shape.triangles[f][2]);
}

TEST(QuadSplit, KeepsTheOrientation) {
  EXPECT_EQ(split_quad({5, 9, 2, 7}),
            (std::array<Triangle, 2>{Triangle{2, 7, 5}, Triangle{2, 5, 9}}));
}

} // namespace
