// Surface meshes: the parts that are kept, and all errors of a file that is no surface mesh.
#include "gmsh_samples.hpp"

#include <curlew/tests/support/paths.hpp>

#include <algorithm>
#include <ostream>

using namespace curlew;
using namespace curlew::test;

namespace {

// Two triangles of surface group 1 "plate", one of them listed clockwise, and their common edge in
// curve group 2 "feed"; node 7 belongs to none. Line numbers matter to the tests.
const std::string k_plate_v2 = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
2
1 2 "feed"
2 1 "plate"
$EndPhysicalNames
$Nodes
5
1 0 0 0
2 1 0 0
7 5 5 5
3 1 1 0
4 0 1 0
$EndNodes
$Elements
3
1 1 2 2 9 3 1
2 2 2 1 5 1 2 3
3 2 2 1 5 1 4 3
$EndElements
)";

const std::string k_plate_v4 = R"($MeshFormat
4.1 0 8
$EndMeshFormat
$PhysicalNames
2
1 2 "feed"
2 1 "plate"
$EndPhysicalNames
$Entities
0 1 1 0
9 0 0 0 1 1 0 1 2 0
5 0 0 0 1 1 0 1 1 1 9
$EndEntities
$Nodes
1 5 1 7
2 5 0 5
1
2
7
3
4
0 0 0
1 0 0
5 5 5
1 1 0
0 1 0
$EndNodes
$Elements
2 3 1 3
1 9 1 1
1 3 1
2 5 2 2
2 1 2 3
3 1 4 3
$EndElements
)";

std::string v2(int line, const std::string &replacement) {
  return replace_line(k_plate_v2, line, replacement);
}
std::string v4(int line, const std::string &replacement) {
  return replace_line(k_plate_v4, line, replacement);
}

std::string surface_error(const std::string &content) {
  try {
    parse_gmsh_surface(content, "m.msh");
  } catch (const InputError &error) {
    return error.what();
  } catch (const std::exception &error) {
    return std::string("not an InputError: ") + error.what();
  }
  return "no error";
}

TEST(GmshSurface, KeepsTrianglesLinesAndTheirNodes) {
  for (const std::string &text : {k_plate_v2, k_plate_v4}) {
    const TriMesh mesh = parse_gmsh_surface(text, "m.msh", 1e-3);
    EXPECT_EQ(mesh.points,
              (std::vector<Point>{{0, 0, 0}, {1e-3, 0, 0}, {1e-3, 1e-3, 0}, {0, 1e-3, 0}}));
    EXPECT_EQ(mesh.triangles, (std::vector<std::array<Index, 3>>{{0, 1, 2}, {0, 3, 2}}));
    EXPECT_EQ(mesh.triangle_group, (std::vector<Index>{0, 0}));
    EXPECT_EQ(mesh.lines, (std::vector<std::array<Index, 2>>{{2, 0}}));
    EXPECT_EQ(mesh.line_group, (std::vector<Index>{1}));
    ASSERT_EQ(mesh.groups.size(), 2u);
    EXPECT_EQ(mesh.groups[0].dimension, 2);
    EXPECT_EQ(mesh.groups[0].name, "plate");
    EXPECT_EQ(mesh.groups[1].dimension, 1);
    EXPECT_EQ(mesh.groups[1].tag, 2);
    EXPECT_EQ(mesh.groups[1].name, "feed");
  }
}

// Without any physical surface all triangles are in one group, which "default" of a case covers.
TEST(GmshSurface, TrianglesWithoutAnyGroupAreOne) {
  const std::string v4 =
      replace_lines(k_plate_v4, 11, 12, "9 0 0 0 1 1 0 0 0\n5 0 0 0 1 1 0 0 1 9");
  const std::string v2 = replace_lines(k_plate_v2, 18, 21, "2\n2 2 2 0 5 1 2 3\n3 2 2 0 5 1 4 3");
  for (const std::string &text : {v2, v4}) {
    const TriMesh mesh = parse_gmsh_surface(text, "m.msh");
    EXPECT_EQ(mesh.triangles, (std::vector<std::array<Index, 3>>{{0, 1, 2}, {0, 3, 2}}));
    ASSERT_EQ(mesh.groups.size(), 1u);
    EXPECT_EQ(mesh.groups[0].label(), "ungrouped");
  }
}

// A triangle of second order has the nodes 1, 3, 4 as corners and 2, 7, 2 on its edges.
TEST(GmshSurface, CornersOfSecondOrderWhereTheyServe) {
  const std::string text = replace_lines(k_plate_v2, 18, 21, "1\n3 9 2 1 5 1 4 3 2 7 5");
  const std::string curved = replace_lines(text, 10, 11, "6\n1 0 0 0\n5 0.5 0.5 0");
  const TriMesh mesh = parse_gmsh_surface(curved, "m.msh", 1, CurvedTriangles::keep_corners);
  EXPECT_EQ(mesh.triangles.size(), 1u);
  EXPECT_EQ(mesh.points, (std::vector<Point>{{0, 0, 0}, {1, 1, 0}, {0, 1, 0}}));
  EXPECT_NE(surface_error(curved).find("this method reads straight elements"), std::string::npos);
}

// The diagonal goes through the node of the smallest number, wherever the ring begins.
TEST(GmshSurface, QuadranglesAreSplit) {
  for (const char *ring : {"1 2 3 4", "3 4 1 2", "2 3 4 1"}) {
    const TriMesh mesh = parse_gmsh_surface(
        replace_lines(k_plate_v2, 18, 21, "2\n1 1 2 2 9 3 1\n3 3 2 1 5 " + std::string(ring)),
        "m.msh");
    EXPECT_EQ(mesh.triangles, (std::vector<std::array<Index, 3>>{{0, 1, 2}, {0, 2, 3}}));
    EXPECT_EQ(mesh.triangle_group, (std::vector<Index>{0, 0}));
    EXPECT_EQ(mesh.lines.size(), 1u); // on the diagonal
  }
}

TEST(GmshSurface, TetsAreIgnored) {
  // every version and byte layout gives the boundary of the same cube
  const TriMesh cube = read_gmsh_surface(curlew::test::data_path("gmsh/cube_41_binary.msh"));
  const TetMesh solid = read_gmsh(curlew::test::data_path("gmsh/cube_41_binary.msh"));
  EXPECT_EQ(cube.triangles.size(), solid.triangles.size());
  EXPECT_LT(cube.points.size(), solid.points.size());
  for (const MeshGroup &group : cube.groups)
    EXPECT_LE(group.dimension, 2);
  for (const char *file : {"cube_22_ascii", "cube_22_binary", "cube_41_ascii"}) {
    SCOPED_TRACE(file);
    const TriMesh other = read_gmsh_surface(curlew::test::data_path("gmsh/") + file + ".msh");
    EXPECT_EQ(other.points.size(), cube.points.size());
    EXPECT_EQ(other.triangles.size(), cube.triangles.size());
    EXPECT_EQ(other.groups.size(), cube.groups.size());
  }
}

TEST(GmshSurface, ALineListedTwiceIsKeptOncePerGroup) {
  const std::string content = replace_lines(k_plate_v2, 18, 19,
                                            "6\n1 1 2 2 9 3 1\n4 1 2 2 9 1 3\n5 1 2 8 9 1 3\n"
                                            "6 1 2 0 9 2 4"); // in no group: no edge either
  const TriMesh mesh = parse_gmsh_surface(content, "m.msh");
  EXPECT_EQ(mesh.lines, (std::vector<std::array<Index, 2>>{{2, 0}, {0, 2}}));
  EXPECT_EQ(mesh.line_group, (std::vector<Index>{1, 2}));
}

struct Broken {
  const char *name;
  std::string content;
  const char *message;
};

void PrintTo(const Broken &broken, std::ostream *out) {
  *out << broken.name;
}

const Broken k_broken[] = {
    {"Empty", "", "m.msh: the file is empty; expected a Gmsh mesh"},
    {"OtherFile", "solid plate\n",
     "m.msh:1:1: this is no Gmsh mesh: expected $MeshFormat, found \"solid\""},
    {"NotANumber", v2(12, "2 1 nan 0"),
     "m.msh:12:1: $Nodes: the y coordinate of node 2 is nan in the file, nan m: coordinates must "
     "be finite"},
    {"UnknownNode", v2(20, "2 2 2 1 5 1 2 8"),
     "m.msh:20:1: $Elements: element 2 uses node 8, which $Nodes does not list"},
    {"UnknownNodeOfALine", v4(31, "1 3 8"),
     "m.msh:31:1: $Elements: element 1 uses node 8, which $Nodes does not list"},
    {"QuadrangleOverATriangle", v2(20, "2 3 2 1 5 1 2 3 4"),
     "m.msh: elements 2 and 3 are the same triangle, with the nodes 1 (0, 0, 0), 3 (1, 1, 0), 4 "
     "(0, 1, 0): it is listed twice in physical surface 1"},
    {"QuadrangleTwice", replace_lines(k_plate_v2, 20, 21, "2 3 2 1 5 1 2 3 4\n3 3 2 1 5 3 2 1 4"),
     "m.msh: elements 2 and 3 are the same quadrangle, with the nodes 1 (0, 0, 0), 2 (1, 0, 0), 3 "
     "(1, 1, 0), 4 (0, 1, 0): it is listed twice in physical surface 1"},
    {"QuadrangleThatCrossesItself", v2(20, "2 3 2 1 5 1 2 4 3"),
     "m.msh:20:1: $Elements: element 2 is a quadrangle that crosses itself or folds over its "
     "diagonal; its nodes in m: 1 (0, 0, 0), 2 (1, 0, 0), 4 (0, 1, 0), 3 (1, 1, 0). They must go "
     "around it"},
    {"QuadrangleWithARepeatedNode", v2(20, "2 3 2 1 5 1 2 3 2"),
     "m.msh:20:1: $Elements: element 2 is a quadrangle with a repeated node: 1, 2, 3, 2"},
    {"FlatQuadrangle", replace_line(v2(13, "7 5 5 0"), 20, "2 3 2 1 5 1 3 7 4"),
     "m.msh:20:1: $Elements: element 2 has no area; its nodes in m: 1 (0, 0, 0), 3 (1, 1, 0), 7 "
     "(5, 5, 0). Mesh the geometry again, with other sizes or after healing it"},
    {"SecondOrderQuadrangle", v4(32, "2 5 16 2"),
     "m.msh:32:5: $Elements: element 2 is a 8-node quadrangle (type 16): this method reads "
     "straight elements; use Mesh.ElementOrder = 1 and mesh again"},
    {"SecondOrder", v2(20, "2 9 2 1 5 1 2 3 4 5 6"),
     "m.msh:20:1: $Elements: element 2 is a 6-node triangle (type 9): this method reads straight "
     "elements; use Mesh.ElementOrder = 1 and mesh again"},
    {"SecondOrderLine", v4(30, "1 9 8 1"),
     "m.msh:30:5: $Elements: element 1 is a 3-node line (type 8): this method reads straight "
     "elements; "
     "use Mesh.ElementOrder = 1 and mesh again"},
    {"UnknownType", v2(20, "2 77 2 1 5 1 2 3"),
     "m.msh:20:1: $Elements: element 2 has the unknown element type 77; Curlew reads "
     "triangles (type 2), quadrangles (3) and lines (1)"},
    {"RepeatedNode", v2(20, "2 2 2 1 5 1 2 1"),
     "m.msh:20:1: $Elements: element 2 is a triangle with a repeated node: 1, 2, 1"},
    {"RepeatedNodeOfALine", v2(19, "1 1 2 2 9 3 3"),
     "m.msh:19:1: $Elements: element 1 is a line with a repeated node: 3, 3"},
    {"ZeroArea", v2(12, "2 0.5 0.5 0"),
     "m.msh:20:1: $Elements: element 2 has no area; its nodes in m: 1 (0, 0, 0), 2 (0.5, 0.5, 0), "
     "3 (1, 1, 0). Mesh the geometry again, with other sizes or after healing it"},
    {"NearlyZeroArea", v2(12, "2 0.5 0.5 1e-13"),
     "m.msh:20:1: $Elements: element 2 has no area; its nodes in m: 1 (0, 0, 0), 2 (0.5, 0.5, "
     "1e-13), 3 (1, 1, 0). Mesh the geometry again, with other sizes or after healing it"},
    {"NodesInOnePoint", v2(12, "2 0 0 0"),
     "m.msh:20:1: $Elements: element 2 has no area; its nodes in m: 1 (0, 0, 0), 2 (0, 0, 0), 3 "
     "(1, 1, 0). Mesh the geometry again, with other sizes or after healing it"},
    {"AllNodesInOnePoint",
     replace_lines(k_plate_v2, 11, 15, "1 0 0 0\n2 0 0 0\n3 0 0 0\n4 0 1 0\n7 1 1 1"),
     "m.msh:20:1: $Elements: element 2 has no area; its nodes in m: 1 (0, 0, 0), 2 (0, 0, 0), 3 "
     "(0, 0, 0). Mesh the geometry again, with other sizes or after healing it"},
    {"TwiceInOneSurface", v2(20, "2 2 2 1 5 1 3 4"),
     "m.msh: elements 2 and 3 are the same triangle, with the nodes 1 (0, 0, 0), 3 (1, 1, 0), 4 "
     "(0, 1, 0): it is listed twice in physical surface 1"},
    {"InTwoSurfaces2", v2(20, "2 2 2 8 5 1 3 4"),
     "m.msh: elements 2 and 3 are the same triangle, with the nodes 1 (0, 0, 0), 3 (1, 1, 0), 4 "
     "(0, 1, 0): it lies in the physical surfaces 8 and 1, but a triangle belongs to exactly one"},
    {"InTwoSurfaces4", v4(12, "5 0 0 0 1 1 0 2 1 8 1 9"),
     "m.msh:32:1: $Elements: the 2 triangles of surface 5 lie in the physical surfaces 1 and 8, "
     "but a triangle belongs to exactly one"},
    {"NoGroup", v2(20, "2 2 2 0 5 1 2 3"),
     "m.msh: 1 of 2 triangles belong to no physical group (the first is element 2): add a Physical "
     "Surface for every surface to the .geo file, such as Physical Surface(\"plate\") = {1}; and "
     "mesh again"},
    {"NoTriangles", replace_lines(k_plate_v2, 18, 21, "1\n1 1 2 2 9 3 1"),
     "m.msh: there are no triangles in it: mesh in 2D (gmsh -2), and put every surface into a "
     "Physical Surface (once there is one physical group, Gmsh saves only elements of physical "
     "groups)"},
    {"LooseLine", v2(19, "1 1 2 2 9 2 4"),
     "m.msh: element 1, a line of physical curve \"feed\" (tag 2), is no edge of a triangle; its "
     "nodes in m: 2 (1, 0, 0), 4 (0, 1, 0). Curves must lie on meshed surfaces (a fragment of the "
     "geometry makes them conforming)"},
    {"LooseLineWithoutAName", v2(19, "1 1 2 3 9 2 7"),
     "m.msh: element 1, a line of physical curve 3, is no edge of a triangle; its nodes in m: 2 "
     "(1, 0, 0), 7 (5, 5, 5). Curves must lie on meshed surfaces (a fragment of the geometry makes "
     "them conforming)"},
    {"TrianglesOnACurve", v4(32, "1 9 2 2"),
     "m.msh:32:1: $Elements: 2 triangles are listed on a curve (tag 9), expected a surface"},
    {"UnknownCurve", v4(30, "1 8 1 1"),
     "m.msh:30:1: $Elements: 1 elements lie on curve 8, which $Entities does not list (a "
     "partitioned mesh must be saved unpartitioned)"},
};

class GmshSurfaceBroken : public testing::TestWithParam<Broken> {};

TEST_P(GmshSurfaceBroken, IsRefusedWithItsPlace) {
  EXPECT_EQ(surface_error(GetParam().content), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(Text, GmshSurfaceBroken, testing::ValuesIn(k_broken),
                         [](const auto &info) { return std::string(info.param.name); });

// Twin of NearlyZeroArea: a needle that is thin, but a triangle.
TEST(GmshSurface, ThinTrianglesPass) {
  EXPECT_EQ(surface_error(v2(12, "2 0.5 0.5 1e-9")), "no error");
}

TEST(GmshSurface, AreasDoNotUnderOrOverflow) {
  for (const double unit : {1e-200, 1e200}) {
    EXPECT_EQ(parse_gmsh_surface(k_plate_v2, "m.msh", unit).triangles.size(), 2u);
  }
}

TEST(GmshSurface, NoPrefixOfAFileIsAMesh) {
  for (const std::string &text : {k_plate_v2, k_plate_v4}) {
    const std::size_t complete = text.rfind("$EndElements") + std::string("$EndElements").size();
    for (std::size_t length = 0; length < complete; ++length) {
      const std::string message = surface_error(text.substr(0, length));
      EXPECT_EQ(message.substr(0, 6), "m.msh:") << length << ": " << message;
    }
  }
}

} // namespace
