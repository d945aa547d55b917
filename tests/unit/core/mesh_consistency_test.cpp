// Volumes that do not share faces where they meet, as Gmsh leaves them without fragments.
#include "mesh_fixtures.hpp"

#include <curlew/core/mesh/consistency.hpp>
#include <curlew/core/mesh/parts.hpp>
#include <curlew/core/mesh/point_search.hpp>

#include <gtest/gtest.h>

namespace curlew {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

MeshConsistency consistency_of(const TetMesh &mesh, int threads = 0) {
  const TetTopology topology = make_topology(mesh);
  std::vector<std::uint8_t> grouped(topology.faces.size(), 0);
  for (const Index face : triangle_faces(mesh, topology))
    grouped[face] = 1;
  return check_consistency(mesh, topology, grouped, threads);
}

std::vector<std::string> warnings_of(const TetMesh &mesh) {
  return consistency_warnings(mesh, consistency_of(mesh));
}

TetMesh left_box(const std::array<Index, 3> &cells = {3, 3, 3}) {
  return testing::named_box("left", 1, {1, 1, 1}, cells, {0, 0, 0});
}

TetMesh right_box(double begin, const std::array<Index, 3> &cells = {3, 3, 3}) {
  return testing::named_box("right", 2, {1, 1, 1}, cells, {begin, 0, 0});
}

// The two halves of one box: the conforming twin of two boxes that touch.
TetMesh fragmented() {
  TetMesh mesh = testing::named_box("left", 1, {2, 1, 1}, {6, 3, 3}, {0, 0, 0});
  mesh.groups.push_back({3, 2, "right"});
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    mesh.tet_group[t] = t % 36 / 6 >= 3; // bricks run along x first, six tets each
  return mesh;
}

TEST(Consistency, AFragmentedMeshHasNothingToWarnOf) {
  for (const TetMesh &mesh : {fragmented(), testing::shuffled(left_box({5, 4, 3}), 3)}) {
    const MeshConsistency found = consistency_of(mesh);
    EXPECT_EQ(found.overlapping.count, 0);
    EXPECT_EQ(found.touching.count, 0);
    EXPECT_EQ(found.coincident_nodes, 0);
    EXPECT_NEAR(found.volume_m3, found.box_m3, 1e-12);
    EXPECT_THAT(consistency_warnings(mesh, found), IsEmpty());
  }
}

TEST(Consistency, BoxesWithNodesOfTheirOwnTouch) {
  const TetMesh mesh = testing::side_by_side(left_box(), right_box(1));
  const MeshConsistency found = consistency_of(mesh);
  EXPECT_EQ(found.touching.count, 2 * 18); // two triangles for each of 9 bricks, on both sides
  EXPECT_NEAR(found.touching.area_m2, 2, 1e-12);
  EXPECT_NEAR(found.touching.first_m[0], 1, 1e-12);
  EXPECT_EQ(found.overlapping.count, 0);
  EXPECT_EQ(found.coincident_nodes, 16);
  const auto warnings = consistency_warnings(mesh, found);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_THAT(warnings[0], AllOf(HasSubstr("touch without sharing faces: 36 boundary faces"),
                                 HasSubstr("\"left\" and \"right\""), HasSubstr("16 nodes lie"),
                                 HasSubstr("BooleanFragments"), HasSubstr("Coherence")));
}

TEST(Consistency, TriangulationsThatDifferTouchToo) {
  const MeshConsistency found =
      consistency_of(testing::side_by_side(left_box(), right_box(1, {2, 4, 5})));
  EXPECT_EQ(found.touching.count, 2 * 9 + 2 * 20);
  EXPECT_EQ(found.overlapping.count, 0);
}

// Twins that are intended: boxes apart, even by a thousandth of an edge, and a crack whose faces
// the file lists, as a sheet of no thickness.
TEST(Consistency, GapsAndListedFacesAreMeant) {
  EXPECT_THAT(warnings_of(testing::side_by_side(left_box(), right_box(1 + 1e-3 / 3))), IsEmpty());
  EXPECT_THAT(warnings_of(testing::side_by_side(left_box(), right_box(1 + 1e-6 / 3))),
              SizeIs(1)); // below the step from a face: taken for the same place
  TetMesh cracked = testing::side_by_side(left_box(), right_box(1));
  cracked.groups.push_back({2, 9, "sheet"});
  const TetTopology topology = make_topology(cracked);
  for (const Index face : boundary_faces(topology)) {
    const auto &nodes = topology.faces[face];
    if (std::all_of(nodes.begin(), nodes.end(),
                    [&](Index n) { return std::abs(cracked.points[n][0] - 1) < 1e-9; })) {
      cracked.triangles.push_back(nodes);
      cracked.triangle_group.push_back(2);
    }
  }
  EXPECT_EQ(cracked.triangles.size(), 36u);
  EXPECT_THAT(warnings_of(cracked), IsEmpty());
}

TEST(Consistency, OverlapsAreFoundWhateverTheSurfacesAreCalled) {
  // partly inside each other, one in the other, and twice the same
  const TetMesh partly = testing::side_by_side(left_box(), right_box(0.5));
  const TetMesh within =
      testing::side_by_side(left_box({4, 4, 4}), testing::named_box("core", 2, {0.2, 0.2, 0.2},
                                                                    {1, 1, 1}, {0.4, 0.4, 0.4}));
  const TetMesh box = make_box({1, 1, 1}, {3, 3, 3}, {0, 0, 0}, 0.2, 1); // with surface groups
  const TetMesh twice = testing::side_by_side(box, box);
  for (const TetMesh &mesh : {partly, within, twice}) {
    const auto warnings = warnings_of(mesh);
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_THAT(warnings[0], AllOf(HasSubstr("the mesh overlaps itself"),
                                   HasSubstr("boundary face"), HasSubstr("BooleanFragments")));
  }
  EXPECT_EQ(consistency_of(within).overlapping.count, 12); // the tets of the core
  EXPECT_EQ(consistency_of(twice).overlapping.count, 2 * 108);
  EXPECT_THAT(warnings_of(twice)[0], HasSubstr("\"volume\" and itself"));
}

TEST(Consistency, MoreVolumeThanTheBoxAroundIsAnOverlap) {
  const TetMesh mesh = left_box();
  MeshConsistency found = consistency_of(mesh);
  found.volume_m3 = 1.01 * found.box_m3; // an overlap that no barycentre meets
  ASSERT_EQ(consistency_warnings(mesh, found).size(), 1u);
  EXPECT_THAT(consistency_warnings(mesh, found)[0], HasSubstr("more than the 1 m^3 of the box"));
}

TEST(Consistency, TheSameForAnyNumberOfThreads) {
  const TetMesh mesh = testing::shuffled(
      testing::side_by_side(left_box({12, 12, 12}), right_box(0.9, {11, 12, 13})), 5);
  const MeshConsistency one = consistency_of(mesh, 1), five = consistency_of(mesh, 5);
  EXPECT_GT(one.overlapping.count, 0);
  EXPECT_EQ(one.overlapping.count, five.overlapping.count);
  EXPECT_EQ(one.overlapping.area_m2, five.overlapping.area_m2);
  EXPECT_EQ(one.overlapping.groups, five.overlapping.groups);
  EXPECT_EQ(one.volume_m3, five.volume_m3);
  const TetTopology topology = make_topology(mesh);
  EXPECT_EQ(find_parts(topology, {}, 1).of_tet, find_parts(topology, {}, 5).of_tet);
}

// Small tets in a corner of a large box: every point is found, however crowded its corner.
TEST(Consistency, GradedMeshes) {
  const TetMesh tiny = testing::named_box("tiny", 2, {1e-3, 1e-3, 1e-3}, {8, 8, 8}, {1, 0, 0});
  const MeshConsistency found = consistency_of(testing::side_by_side(left_box(), tiny));
  EXPECT_EQ(found.touching.count, 2 * 64); // no barycentre of the large faces meets the tiny box
}

TEST(Parts, AreNumberedByTheirLowestTets) {
  const TetMesh mesh = testing::side_by_side(left_box(), right_box(1));
  const TetTopology topology = make_topology(mesh);
  const MeshParts parts = find_parts(topology);
  EXPECT_EQ(parts.count, 2);
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    EXPECT_EQ(parts.of_tet[t], t >= 162);
  EXPECT_EQ(find_parts(make_topology(fragmented())).count, 1);
  // tets that are not solved connect nothing
  const TetMesh whole = fragmented();
  std::vector<std::uint8_t> solved(whole.tets.size());
  for (std::size_t t = 0; t < solved.size(); ++t)
    solved[t] = t % 36 / 6 != 2; // a wall across the box
  const MeshParts cut = find_parts(make_topology(whole), solved);
  EXPECT_EQ(cut.count, 2);
  EXPECT_EQ(cut.of_tet[12], -1);
  EXPECT_EQ(cut.of_tet[0], 0);
  EXPECT_EQ(cut.of_tet[18], 1);
}

TEST(PointSearch, FindsTheLowestTetButTheOwn) {
  const TetMesh mesh = testing::unit_tets(2); // x + y + z = 1 is the face between them
  const Point on_face{1. / 3, 1. / 3, 1. / 3}, in_second{0.5, 0.5, 0.5}, nowhere{2, 2, 2};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(containing_tets(mesh, {{on_face, -1},
                                     {on_face, 0},
                                     {in_second, -1},
                                     {in_second, 1},
                                     {nowhere, -1},
                                     {{nan, 0, 0}, -1}}),
              ElementsAre(0, 1, 1, -1, -1, -1));
  EXPECT_THAT(containing_tets(mesh, {{on_face, -1}}, {0, 1}), ElementsAre(1));
  EXPECT_THAT(containing_tets(mesh, {}), IsEmpty());
}

} // namespace
} // namespace curlew
