#include "gmsh_samples.hpp"

#include <curlew/tests/support/paths.hpp>

#include <gmock/gmock.h>

#include <cmath>
#include <set>

using namespace curlew;
using namespace curlew::test;

namespace {

const std::string k_data = curlew::test::data_path("gmsh/");

double volume(const TetMesh &mesh, std::size_t tet) {
  const auto &n = mesh.tets[tet];
  double e[3][3];
  for (int a = 0; a < 3; ++a) {
    for (int i = 0; i < 3; ++i) {
      e[a][i] = mesh.points[n[a + 1]][i] - mesh.points[n[0]][i];
    }
  }
  return (e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) +
          e[0][1] * (e[1][2] * e[2][0] - e[1][0] * e[2][2]) +
          e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0])) /
         6;
}

double area(const TetMesh &mesh, std::size_t triangle) {
  const auto &n = mesh.triangles[triangle];
  double u[3];
  double v[3];
  for (int i = 0; i < 3; ++i) {
    u[i] = mesh.points[n[1]][i] - mesh.points[n[0]][i];
    v[i] = mesh.points[n[2]][i] - mesh.points[n[0]][i];
  }
  return std::hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                    u[0] * v[1] - u[1] * v[0]) /
         2;
}

Index group_called(const TetMesh &mesh, const std::string &name) {
  for (std::size_t i = 0; i < mesh.groups.size(); ++i) {
    if (mesh.groups[i].name == name) {
      return static_cast<Index>(i);
    }
  }
  ADD_FAILURE() << "no group " << name;
  return -1;
}

double group_volume(const TetMesh &mesh, const std::string &name) {
  const Index group = group_called(mesh, name);
  double sum = 0;
  for (std::size_t i = 0; i < mesh.tets.size(); ++i) {
    sum += mesh.tet_group[i] == group ? volume(mesh, i) : 0;
  }
  return sum;
}

double group_area(const TetMesh &mesh, const std::string &name) {
  const Index group = group_called(mesh, name);
  double sum = 0;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    sum += mesh.triangle_group[i] == group ? area(mesh, i) : 0;
  }
  return sum;
}

class GmshFile : public testing::TestWithParam<const char *> {};

// The unit cube of cube.geo: two halves, meshed and written in four formats by Gmsh 4.15.
TEST_P(GmshFile, HoldsTheCubeWithItsNamedHalves) {
  const TetMesh mesh = read_gmsh(k_data + GetParam());
  EXPECT_EQ(mesh.points.size(), 161u);
  EXPECT_EQ(mesh.tets.size(), 492u);
  EXPECT_EQ(mesh.triangles.size(), 308u);
  ASSERT_EQ(mesh.groups.size(), 4u); // the group of curves is not one of them
  const char *names[] = {"air", "core block", "outer walls", "the interface"};
  const int tags[] = {1, 2, 1, 7};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(mesh.groups[i].name, names[i]);
    EXPECT_EQ(mesh.groups[i].tag, tags[i]);
    EXPECT_EQ(mesh.groups[i].dimension, i < 2 ? 3 : 2);
  }
  for (std::size_t i = 0; i < mesh.tets.size(); ++i) {
    EXPECT_GT(volume(mesh, i), 1e-5) << i;
  }
  // Sums of a few hundred terms, each exact to rounding.
  EXPECT_NEAR(group_volume(mesh, "air"), 0.5, 1e-12);
  EXPECT_NEAR(group_volume(mesh, "core block"), 0.5, 1e-12);
  EXPECT_NEAR(group_area(mesh, "outer walls"), 6, 1e-12);
  EXPECT_NEAR(group_area(mesh, "the interface"), 1, 1e-12);
  for (std::size_t i = 0; i < mesh.tets.size(); ++i) {
    for (const Index node : mesh.tets[i]) {
      const bool is_lower = mesh.groups[mesh.tet_group[i]].name == "air";
      EXPECT_TRUE(is_lower ? mesh.points[node][2] <= 0.5 : mesh.points[node][2] >= 0.5);
    }
  }
}

TEST_P(GmshFile, IsTheSameMeshInEachFormat) {
  const TetMesh reference = read_gmsh(k_data + "cube_41_ascii.msh");
  TetMesh mesh = read_gmsh(k_data + GetParam());
  expect_same(reference, mesh);
  // Twin: the comparison detects one moved node and one changed group.
  TetMesh moved = mesh;
  moved.points[80][1] += 1e-9;
  EXPECT_FALSE(content(reference, reference.tets, reference.tet_group) ==
               content(moved, moved.tets, moved.tet_group));
  mesh.triangle_group[3] = mesh.triangle_group[3] == 2 ? 3 : 2;
  EXPECT_FALSE(content(reference, reference.triangles, reference.triangle_group) ==
               content(mesh, mesh.triangles, mesh.triangle_group));
}

TEST_P(GmshFile, IsScaledByTheLengthUnit) {
  const TetMesh metres = read_gmsh(k_data + GetParam());
  const TetMesh millimetres = read_gmsh(k_data + GetParam(), 1e-3);
  for (std::size_t i = 0; i < metres.points.size(); ++i) {
    for (int k = 0; k < 3; ++k) {
      EXPECT_DOUBLE_EQ(millimetres.points[i][k], 1e-3 * metres.points[i][k]);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, GmshFile,
                         testing::Values("cube_22_ascii.msh", "cube_22_binary.msh",
                                         "cube_41_ascii.msh", "cube_41_binary.msh",
                                         "cube_parametric.msh"),
                         [](const auto &info) {
                           const std::string name = info.param;
                           return name.substr(0, name.size() - 4);
                         });

TEST(GmshRead, CylinderHasItsVolume) {
  const TetMesh mesh = read_gmsh(k_data + "cylinder_coarse.msh");
  EXPECT_EQ(mesh.tets.size(), 1715u);
  // An inscribed polyhedron: its volume is below pi / 2, by (2 pi / n)^2 / 6 = 0.5 % for the n = 36
  // edges that 0.175 m make of the circle.
  const double cylinder = 3.14159265358979 / 2;
  EXPECT_LT(group_volume(mesh, "cavity"), cylinder);
  EXPECT_GT(group_volume(mesh, "cavity"), 0.99 * cylinder);
}

TEST(GmshRead, BothSamplesAreTheOneTet) {
  for (const std::string &text : {k_text_v2, k_text_v4}) {
    const TetMesh mesh = parse_gmsh(text, "m.msh");
    EXPECT_THAT(mesh.points, testing::ElementsAre(Point{0, 0, 0}, Point{1, 0, 0}, Point{0, 1, 0},
                                                  Point{0, 0, 1}));
    EXPECT_THAT(mesh.tets, testing::ElementsAre(std::array<Index, 4>{0, 1, 2, 3}));
    EXPECT_THAT(mesh.triangles, testing::ElementsAre(std::array<Index, 3>{0, 1, 2}));
    // Tag 1 names two groups: tags are unique per dimension only.
    ASSERT_EQ(mesh.groups.size(), 2u);
    EXPECT_EQ(mesh.groups[mesh.tet_group[0]].name, "air");
    EXPECT_EQ(mesh.groups[mesh.triangle_group[0]].name, "wall");
    EXPECT_EQ(mesh.groups[0].tag, mesh.groups[1].tag);
  }
}

TEST(GmshRead, LineEndsAndBlanksDoNotMatter) {
  for (const std::string &text : {k_text_v2, k_text_v4}) {
    std::string windows;
    std::string blanks;
    for (const char c : text) {
      windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
      blanks += c == '\n' ? std::string(" \t\n\n") : std::string(1, c);
    }
    const TetMesh plain = parse_gmsh(text, "m.msh");
    for (const std::string &variant :
         {windows, blanks, text.substr(0, text.size() - 1), "\xef\xbb\xbf" + text}) {
      const TetMesh mesh = parse_gmsh(variant, "m.msh");
      expect_same(plain, mesh);
      EXPECT_EQ(mesh.groups[0].name, "air");
    }
  }
}

TEST(GmshRead, UnknownSectionsAreSkipped) {
  for (const std::string &text : {k_text_v2, k_text_v4}) {
    const std::string comments = "$Comments\nwritten by hand, $Nodes to follow\n$EndComments\n";
    const std::string data = "$Periodic\n0\n$EndPeriodic\n$GhostElements\n1\n1 0 0\n"
                             "$EndGhostElements\n$NodeData\n1\n\"E\"\n$EndNodeData\n"
                             "$MyOwn\nfree text\n$EndMyOwn\n";
    expect_same(parse_gmsh(text, "m.msh"), parse_gmsh(comments + text + data, "m.msh"));
  }
}

TEST(GmshRead, InvertedTetsAreTurned) {
  const TetMesh mesh = parse_gmsh(replace_line(k_text_v2, 19, "2 4 2 1 6 1 3 2 4"), "m.msh");
  EXPECT_DOUBLE_EQ(volume(mesh, 0), 1.0 / 6);
  EXPECT_THAT(mesh.tets[0], testing::UnorderedElementsAre(0, 1, 2, 3));
}

TEST(GmshRead, NodeTagsMayBeSparseHugeAndUnordered) {
  std::string text =
      replace_lines(k_text_v4, 15, 24,
                    "2 5 7 18446744073709551615\n3 6 0 2\n18446744073709551615\n7\n"
                    "0 0 1\n1 0 0\n2 5 0 3\n900\n3000000000\n8\n0 1 0\n0 0 0\n5 5 5");
  text.replace(text.find("1 1 2 3\n3"), 8, "1 3000000000 7 900\n");
  text.replace(text.find("2 1 2 3 4"), 9, "2 3000000000 7 900 18446744073709551615");
  const TetMesh mesh = parse_gmsh(text, "m.msh");
  expect_same(parse_gmsh(k_text_v4, "m.msh"), mesh); // node 8 at (5, 5, 5) is in no tet: dropped
  // Numbered by ascending tag.
  EXPECT_THAT(mesh.points,
              testing::ElementsAre(Point{1, 0, 0}, Point{0, 1, 0}, Point{0, 0, 0}, Point{0, 0, 1}));
}

TEST(GmshRead, NamesMayHoldSpacesAndQuotes) {
  const TetMesh mesh = parse_gmsh(replace_line(k_text_v2, 7, "3 1 \"air \"hot\" inside\"  "), "");
  EXPECT_EQ(mesh.groups[0].name, "air \"hot\" inside");
}

TEST(GmshRead, GroupsWithoutNameKeepTheirTag) {
  const TetMesh mesh = parse_gmsh(replace_lines(k_text_v4, 4, 8, "$Comments\n$EndComments"), "");
  ASSERT_EQ(mesh.groups.size(), 2u);
  EXPECT_EQ(mesh.groups[0].name, "");
  EXPECT_EQ(mesh.groups[0].label(), "1");
}

TEST(GmshRead, ATriangleCountsOncePerSurfaceGroup) {
  const std::string v4 = replace_line(k_text_v4, 11, "5 0 0 0 1 1 0 2 9 1 0");
  const std::string v2 =
      replace_lines(k_text_v2, 17, 18, "4\n1 2 2 1 5 1 2 3\n3 2 2 9 5 1 2 3\n4 2 2 9 5 3 1 2");
  for (const std::string &text : {v4, v2}) {
    const TetMesh mesh = parse_gmsh(text, "m.msh");
    ASSERT_EQ(mesh.triangles.size(), 2u);
    std::set<int> tags{mesh.groups[mesh.triangle_group[0]].tag,
                       mesh.groups[mesh.triangle_group[1]].tag};
    EXPECT_EQ(tags, (std::set<int>{1, 9}));
  }
}

TEST(GmshRead, ElementsWithoutMeaningAreIgnored) {
  // A point, a line, and triangles of no group; the line uses a node of no tet.
  const std::string text =
      replace_lines(k_text_v2, 17, 18,
                    "6\n10 15 2 3 1 1\n11 1 2 3 1 1 2\n12 2 0 1 2 3\n13 2 2 0 4 1 2 4\n"
                    "1 2 3 1 5 0 1 2 3");
  const TetMesh mesh = parse_gmsh(text, "m.msh");
  EXPECT_EQ(mesh.triangles.size(), 1u);
  EXPECT_EQ(mesh.groups.size(), 2u);
}

TEST(GmshRead, ReversedPhysicalGroupsAreTheSameGroups) {
  const TetMesh v4 = parse_gmsh(replace_line(k_text_v4, 11, "5 0 0 0 1 1 0 1 -1 0"), "m.msh");
  EXPECT_EQ(v4.groups[1].name, "wall");
  const TetMesh v2 = parse_gmsh(replace_line(k_text_v2, 18, "1 2 2 -1 5 1 2 3"), "m.msh");
  EXPECT_EQ(v2.groups[1].name, "wall");
}

TEST(GmshRead, VeryLargeAndVerySmallTetsAreTets) {
  for (const double unit : {1e-150, 1e150}) {
    EXPECT_EQ(parse_gmsh(k_text_v2, "m.msh", unit).tets.size(), 1u);
  }
}

} // namespace
