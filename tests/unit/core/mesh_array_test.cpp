#include "mesh_fixtures.hpp"

#include <curlew/core/mesh/array_mesh.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/tests/unit/array_fixtures.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace curlew {
namespace {

using ::testing::HasSubstr;
using testing::input_error;
using testing::SquareCoaxArray;

Point barycentre(const TetMesh &mesh, std::size_t tet) {
  Point centre{};
  for (const Index node : mesh.tets[tet])
    centre = centre + 0.25 * mesh.points[node];
  return centre;
}

class ArrayMeshOf : public ::testing::TestWithParam<std::array<Index, 2>> {};

TEST_P(ArrayMeshOf, NineCellsIsTheMeshMadeAsOne) {
  const SquareCoaxArray array(GetParam());
  const TetMesh whole = array.whole();
  const ArrayMesh joined = join_cells(array.cells());
  const TetMesh &mesh = joined.mesh;
  EXPECT_EQ(tets_of_array(array.cells()), static_cast<double>(whole.tets.size()));
  ASSERT_EQ(mesh.tets.size(), whole.tets.size());
  EXPECT_EQ(mesh.points.size(), whole.points.size());
  EXPECT_EQ(mesh.triangles.size(), whole.triangles.size());
  const TetTopology one = make_topology(mesh), other = make_topology(whole);
  EXPECT_EQ(one.faces.size(), other.faces.size());
  EXPECT_EQ(boundary_faces(one).size(), boundary_faces(other).size());
  // The same tets, by their barycentres, in the same groups.
  std::map<std::array<std::int64_t, 3>, std::string> groups;
  const auto key = [](const Point &p) {
    return std::array<std::int64_t, 3>{std::llround(p[0] * 1e9), std::llround(p[1] * 1e9),
                                       std::llround(p[2] * 1e9)};
  };
  for (std::size_t t = 0; t < whole.tets.size(); ++t)
    groups[key(barycentre(whole, t))] = whole.groups[whole.tet_group[t]].name;
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    ASSERT_EQ(groups[key(barycentre(mesh, t))], mesh.groups[mesh.tet_group[t]].name);
  std::map<std::string, int> feeds, expected;
  for (const Index group : mesh.triangle_group)
    ++feeds[mesh.groups[group].name];
  for (const Index group : whole.triangle_group)
    ++expected[whole.groups[group].name];
  EXPECT_EQ(feeds, expected);
}

// Moved without rounding of shapes, and with the same order of nodes: so both have one matrix.
TEST_P(ArrayMeshOf, CopiesAreMovedCells) {
  const ArrayMesh joined = join_cells(SquareCoaxArray(GetParam()).cells());
  const TetMesh &mesh = joined.mesh;
  ASSERT_EQ(joined.copies.first.size(), mesh.tets.size());
  EXPECT_EQ(joined.copies.begin.size(), (GetParam()[0] + 2) * (GetParam()[1] + 2) + 1u);
  EXPECT_EQ(joined.copies.begin.back(), static_cast<Index>(mesh.tets.size()));
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    const auto &here = mesh.tets[t], &there = mesh.tets[joined.copies.first[t]];
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) {
        ASSERT_EQ(here[a] < here[b], there[a] < there[b]);
        const Point side = mesh.points[here[a]] - mesh.points[here[b]];
        ASSERT_LT(norm(side - (mesh.points[there[a]] - mesh.points[there[b]])), 1e-15);
      }
  }
  const double distinct = static_cast<double>(mesh.tets.size()) - copied_tets(joined.copies);
  EXPECT_EQ(distinct, tets_of_array(SquareCoaxArray({1, 1}).cells()));
}

INSTANTIATE_TEST_SUITE_P(Counts, ArrayMeshOf,
                         ::testing::Values(std::array<Index, 2>{1, 1}, std::array<Index, 2>{2, 1},
                                           std::array<Index, 2>{3, 4}));

TEST(ArrayMesh, TakesFilesThatAreRoundedToNineDigits) {
  ArrayCells cells = SquareCoaxArray({2, 2}).cells();
  for (TetMesh &mesh : cells.meshes)
    for (Point &point : mesh.points)
      for (double &x : point)
        x = std::round(x * 1e9) / 1e9;
  EXPECT_EQ(join_cells(cells).mesh.points.size(), SquareCoaxArray({2, 2}).whole().points.size());
}

TEST(ArrayMesh, RefusesFacetsWithoutPartnerByTheNamesOfBothCells) {
  ArrayCells cells = SquareCoaxArray({2, 2}).cells();
  TetMesh &edge = cells.meshes[5];
  for (Point &point : edge.points)
    if (point[2] > 0.03 && point[2] < 0.04)
      point[2] += 0.001;
  const std::string message = input_error([&] { join_cells(cells); });
  EXPECT_THAT(message, HasSubstr("\"cell 4\" and \"cell 5\" of the array meet along x"));
  EXPECT_THAT(message, HasSubstr("has no partner"));
}

// A centre whose own sides differ matches its edges but not itself.
TEST(ArrayMesh, RefusesACentreThatDoesNotMeetItself) {
  ArrayCells cells = SquareCoaxArray({2, 1}).cells();
  const auto move = [&](int kind, double x) {
    for (Point &point : cells.meshes[kind].points)
      if (std::abs(point[0] - x) < 1e-9 && point[2] > 0.03 && point[2] < 0.04)
        point[2] += 0.001;
  };
  move(4, SquareCoaxArray::k_pitch_m);
  move(5, 0.7 * 5 + SquareCoaxArray::k_pitch_m);
  EXPECT_THAT(input_error([&] { join_cells(cells); }),
              HasSubstr("\"cell 4\" and \"cell 4\" of the array"));
  EXPECT_THAT(input_error([&] { join_cells(cells); }), HasSubstr("meet along"));
}

TEST(ArrayMesh, RefusesSizesThatDiffer) {
  ArrayCells cells = SquareCoaxArray({2, 2}).cells();
  cells.pitch_m[1] = 0.061;
  EXPECT_THAT(input_error([&] { join_cells(cells); }), HasSubstr("the pitch is 0.061 m"));
  cells = SquareCoaxArray({2, 2}).cells();
  for (Point &point : cells.meshes[2].points)
    point[0] *= 1.01;
  EXPECT_THAT(input_error([&] { join_cells(cells); }), HasSubstr("\"cell 2\""));
}

TEST(ArrayMesh, RefusesElementGroupsOfTheFrame) {
  ArrayCells cells = SquareCoaxArray({2, 2}).cells();
  TetMesh &edge = cells.meshes[1];
  edge.groups.push_back({2, 7, "feed"});
  edge.triangles.push_back({edge.tets[0][0], edge.tets[0][1], edge.tets[0][2]});
  edge.triangle_group.push_back(static_cast<Index>(edge.groups.size() - 1));
  EXPECT_THAT(input_error([&] { join_cells(cells); }),
              HasSubstr("\"cell 1\" of the array has the group \"feed\" too"));
  cells = SquareCoaxArray({2, 2}).cells();
  cells.element_groups = {"mouth"};
  EXPECT_THAT(input_error([&] { join_cells(cells); }), HasSubstr("mouth"));
}

} // namespace
} // namespace curlew
