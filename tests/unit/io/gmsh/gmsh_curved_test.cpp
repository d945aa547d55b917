#include <curlew/core/error.hpp>
#include <curlew/core/mesh/curved.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/io/gmsh/gmsh_reader.hpp>
#include <curlew/tests/support/paths.hpp>

#include <gmock/gmock.h>

#include <cmath>
#include <fstream>
#include <sstream>

namespace curlew {
namespace {

using ::testing::HasSubstr;

const std::string k_data = curlew::test::data_path("gmsh/");

double radius(const Point &p) {
  return std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
}

class GmshCurved : public ::testing::TestWithParam<const char *> {};
INSTANTIATE_TEST_SUITE_P(All, GmshCurved,
                         ::testing::Values("ball_41_ascii.msh", "ball_41_binary.msh",
                                           "ball_22_ascii.msh", "ball_22_binary.msh"),
                         [](const auto &info) {
                           const std::string name = info.param;
                           return name.substr(0, name.find('.'));
                         });

TEST_P(GmshCurved, KeepsThePointsOnTheEdges) {
  const TetMesh mesh = read_gmsh(k_data + GetParam(), 1, CurvedTets::keep);
  ASSERT_EQ(mesh.tets.size(), 50u);
  ASSERT_EQ(mesh.tet_edge_points.size(), 50u);
  EXPECT_EQ(mesh.triangles.size(), 50u);
  const TetTopology topology = make_topology(mesh);
  EXPECT_EQ(mesh.points.size() + mesh.edge_points.size(), 130u); // the nodes of the file
  EXPECT_EQ(mesh.edge_points.size(), topology.edges.size());
  EXPECT_NO_THROW(check_edge_points(mesh, topology));
  // Points of the wall's edges lie on the sphere, those inside near the middle of their edges.
  std::vector<char> on_wall(mesh.edge_points.size(), 0);
  for (const Index face : boundary_faces(topology))
    for (int k = 0; k < 3; ++k) {
      const Index edge =
          find_edge(topology, topology.faces[face][k], topology.faces[face][(k + 1) % 3]);
      const Index t = topology.face_tets[face][0];
      for (int i = 0; i < 6; ++i)
        if (topology.tet_edges[t][i] == edge)
          on_wall[mesh.tet_edge_points[t][i]] = 1;
    }
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    for (int k = 0; k < 6; ++k) {
      const Point &point = mesh.edge_points[mesh.tet_edge_points[t][k]];
      const Point &a = mesh.points[mesh.tets[t][k_tet_edges[k][0]]];
      const Point &b = mesh.points[mesh.tets[t][k_tet_edges[k][1]]];
      const Point off = {point[0] - (a[0] + b[0]) / 2, point[1] - (a[1] + b[1]) / 2,
                         point[2] - (a[2] + b[2]) / 2};
      EXPECT_TRUE(!on_wall[mesh.tet_edge_points[t][k]] || std::abs(radius(point) - 1) < 1e-6);
      EXPECT_LT(radius(off), on_wall[mesh.tet_edge_points[t][k]] ? 0.35 : 0.02);
    }
}

TEST_P(GmshCurved, IsRefusedWhereItIsNotWanted) {
  try {
    read_gmsh(k_data + GetParam());
    ADD_FAILURE();
  } catch (const InputError &error) {
    EXPECT_THAT(error.what(), HasSubstr("is a 6-node triangle (type 9): this method reads straight "
                                        "elements; use Mesh.ElementOrder = 1"));
  }
}

// The text file with the line that begins with `begin` replaced.
std::string changed(const std::string &begin, const std::string &line) {
  std::ifstream file(k_data + "ball_22_ascii.msh");
  std::string text, result;
  bool found = false;
  while (std::getline(file, text)) {
    const bool is_it = !found && text.rfind(begin, 0) == 0;
    found |= is_it;
    result += (is_it ? line : text) + "\n";
  }
  EXPECT_TRUE(found);
  return result;
}

// Words `first` and on of the line that begins with `begin`.
std::string words_of(const std::string &begin, int first, int count) {
  std::ifstream file(k_data + "ball_22_ascii.msh");
  std::string line, words;
  while (std::getline(file, line) && line.rfind(begin, 0) != 0) {
  }
  std::istringstream all(line);
  for (int i = 0; i < first + count && all >> line; ++i)
    if (i >= first)
      words += line + " ";
  return words;
}

std::string refusal(const std::string &content) {
  try {
    parse_gmsh(content, "m.msh", 1, CurvedTets::keep);
  } catch (const InputError &error) {
    return error.what();
  }
  return "";
}

TEST(GmshCurvedErrors, FoldedTetsAreNamed) {
  const std::string head = words_of("51 11 ", 0, 9), others = words_of("51 11 ", 11, 4);
  const std::string a = words_of("51 11 ", 9, 1), b = words_of("51 11 ", 10, 1);
  EXPECT_EQ(refusal(changed("51 11 ", head + a + b + others)), ""); // the twin
  EXPECT_THAT(refusal(changed("51 11 ", head + b + a + others)),    // points of two edges exchanged
              HasSubstr("$Elements: element 51, a 10-node tetrahedron, folds over itself"));
}

TEST(GmshCurvedErrors, OrdersAreNotMixed) {
  // the first four nodes of that element
  EXPECT_THAT(
      refusal(changed("60 11 ", "60 4 2 1 1 " + words_of("60 11 ", 5, 4))),
      HasSubstr("element 60 has 4 nodes, but volume elements before it are of another order"));
}

TEST(GmshCurvedErrors, MissingNodesAreNamed) {
  EXPECT_THAT(refusal(changed("51 11 ", "51 11 2 1 1 1 2 3 4 5 6 7 8 9")),
              HasSubstr("a node of the element"));
  EXPECT_THAT(refusal(changed("51 11 ", "51 11 2 1 1 10 11 12 14 5 6 7 8 9 4711")),
              HasSubstr("element 51 uses node 4711, which $Nodes does not list"));
}

} // namespace
} // namespace curlew
