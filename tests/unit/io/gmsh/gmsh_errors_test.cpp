// All errors of a text file, with the exact message, which must name the place.
#include "gmsh_samples.hpp"

#include <curlew/tests/support/paths.hpp>

#include <filesystem>
#include <limits>
#include <ostream>

using namespace curlew;
using namespace curlew::test;

namespace {

struct Broken {
  const char *name;
  std::string content;
  const char *message;
};

void PrintTo(const Broken &broken, std::ostream *out) {
  *out << broken.name;
}

std::string v2(int line, const std::string &replacement) {
  return replace_line(k_text_v2, line, replacement);
}
std::string v4(int line, const std::string &replacement) {
  return replace_line(k_text_v4, line, replacement);
}
std::string until(const std::string &text, const std::string &mark) {
  return text.substr(0, text.find(mark));
}

const Broken k_broken[] = {
    // The file as a whole
    {"Empty", "", "m.msh: the file is empty; expected a Gmsh mesh"},
    {"OtherFile", "solid cube\n",
     "m.msh:1:1: this is no Gmsh mesh: expected $MeshFormat, found \"solid\""},
    {"Noise", std::string("\0\x7f\xff\n", 4),
     "m.msh:1:1: this is no Gmsh mesh: expected $MeshFormat, found \"\\x00\\x7f\\xff\""},
    {"OnlyBlanks", " \n\n",
     "m.msh:3:1: this is no Gmsh mesh: expected $MeshFormat, found end of file"},
    {"Format1", "$NOD\n4\n",
     "m.msh:1:1: this is Gmsh format 1, which Curlew does not read; save it again with "
     "Mesh.MshFileVersion = 4.1 (gmsh -format msh41)"},
    {"Format40", v4(2, "4 0 8"),
     "m.msh:2:1: $MeshFormat: this is Gmsh format 4, but Curlew reads 2.2 and 4.1; save it again "
     "with Mesh.MshFileVersion = 4.1 (gmsh -format msh41)"},
    {"FileType", v2(2, "2.2 2 8"),
     "m.msh:2:5: $MeshFormat: the file type is 2, expected 0 (ASCII) or 1 (binary)"},
    {"DataSize", v4(2, "4.1 0 4"),
     "m.msh:2:7: $MeshFormat: the data size is 4, expected 8 (bytes)"},
    {"FormatLine", v4(2, "4.1"),
     "m.msh:2:4: $MeshFormat: expected the file type (an integer), found end of line"},
    {"NoEndOfFormat", v2(3, "$Nodes"),
     "m.msh:3:1: $MeshFormat: expected $EndMeshFormat, found \"$Nodes\""},
    {"SecondFormat", k_text_v2 + until(k_text_v2, "$Phys"),
     "m.msh:21:1: $MeshFormat: a second $MeshFormat section"},
    {"TextBetweenSections", v2(8, "$EndPhysicalNames\n7 7"),
     "m.msh:9:1: expected a section such as $Nodes, found \"7\""},
    {"StrayEnd", v2(8, "$EndPhysicalNames\n$EndNodes"),
     "m.msh:9:1: expected the begin of a section, found \"$EndNodes\""},
    {"EndlessSection", k_text_v2 + "$NodeData\n1\n",
     "m.msh:21:1: $NodeData: the file ends without $EndNodeData"},
    {"EndlessComments", "$Comments\nno end\n", "m.msh:1:1: the file ends without $EndComments"},
    {"NoNodes", until(k_text_v2, "$Nodes"), "m.msh:9:1: the file ends without a $Nodes section"},
    {"NoElements", until(k_text_v4, "$Elements"),
     "m.msh:26:1: the file ends without a $Elements section"},
    {"ElementsFirst", replace_lines(k_text_v2, 9, 15, "$Comments\n$EndComments"),
     "m.msh:11:1: $Elements: $Elements comes before $Nodes"},
    {"EntitiesLate",
     k_text_v4.substr(0, k_text_v4.find("$Ent")) + k_text_v4.substr(k_text_v4.find("$Nodes")) +
         "$Entities\n0 0 0 0\n",
     "m.msh:28:1: $Entities: $Entities comes behind $Elements"},
    {"ParametricNodes2", v2(9, "$ParametricNodes"),
     "m.msh:9:1: $ParametricNodes: Curlew does not read parametric nodes of format 2.2; use "
     "Mesh.SaveParametric = 0 and save again"},
    // Names
    {"NameCount", v2(5, "many"),
     "m.msh:5:1: $PhysicalNames: expected the number of physical names (a non-negative integer), "
     "found \"many\""},
    {"NameLie", v2(5, "123456789012"),
     "m.msh:5:1: $PhysicalNames: the file announces 123456789012 physical names, but its last 150 "
     "bytes hold at most 21"},
    {"NameWithoutQuotes", v2(6, "2 1 wall"),
     "m.msh:6:5: $PhysicalNames: expected the name of a physical group in quotes, found \"wall\""},
    {"NameHalfQuoted", v2(6, "2 1 \""),
     "m.msh:6:5: $PhysicalNames: expected the name of a physical group in quotes, found \"\"\""},
    {"NamedTwice", v2(6, "3 1 \"water\""),
     "m.msh:7:1: $PhysicalNames: the physical group of dimension 3 with tag 1 is named \"water\" "
     "and again \"air\""},
    {"MoreNames", v2(5, "3"),
     "m.msh:8:1: $PhysicalNames: expected the dimension of a physical group (an integer), found "
     "\"$EndPhysicalNames\""},
    {"FewerNames", v2(5, "1"),
     "m.msh:7:1: $PhysicalNames: expected $EndPhysicalNames, found \"3\""},
    // Nodes
    {"NodeWord2", v2(12, "2 1 zero 0"),
     "m.msh:12:5: $Nodes: expected a node's y coordinate (a number), found \"zero\""},
    {"NodeShort2", v2(12, "2 1 0"),
     "m.msh:12:6: $Nodes: expected a node's z coordinate (a number), found end of line"},
    {"NodeLong2", v2(12, "2 1 0 0 9"),
     "m.msh:12:9: $Nodes: expected the end of the line after a node, found \"9\""},
    {"NodeNumber2", v2(12, "0 1 0 0"),
     "m.msh:12:1: $Nodes: a node number is 0, but must be positive"},
    {"NodeNumberFraction", v2(12, "2.5 1 0 0"),
     "m.msh:12:1: $Nodes: expected a node number (an integer), found \"2.5\""},
    {"NodeTwice2", v2(13, "2 0 1 0"), "m.msh:13:1: $Nodes: node 2 is listed a second time"},
    {"NodeTwice4", v4(19, "1"), "m.msh:19:1: $Nodes: node 1 is listed a second time"},
    {"NotANumber2", v2(12, "2 1 nan 0"),
     "m.msh:12:1: $Nodes: the y coordinate of node 2 is nan in the file, nan m: coordinates must "
     "be "
     "finite"},
    {"Infinite4", v4(22, "1 0 -inf"),
     "m.msh:22:1: $Nodes: the z coordinate of node 2 is -inf in the file, -inf m: coordinates must "
     "be finite"},
    {"TooLarge", v2(12, "2 1e999 0 0"),
     "m.msh:12:3: $Nodes: a node's x coordinate is out of range: \"1e999\""},
    {"NodeLie2", v2(10, "18446744073709551615"),
     "m.msh:10:1: $Nodes: the file announces 18446744073709551615 nodes, but its last 101 bytes "
     "hold at most 12"},
    {"NodeLie4", v4(15, "1 999999999999 1 4"),
     "m.msh:15:3: $Nodes: the file announces 999999999999 nodes, but its last 116 bytes hold at "
     "most 14"},
    {"NodeBlockLie4", v4(15, "888888888888 4 1 4"),
     "m.msh:15:1: $Nodes: the file announces 888888888888 entity blocks, but its last 116 bytes "
     "hold at most 14"},
    {"NodesInBlockLie4", v4(16, "3 6 0 777777777777"),
     "m.msh:16:7: $Nodes: the file announces 777777777777 nodes, but its last 108 bytes hold at "
     "most 13"},
    {"NegativeCount4", v4(15, "1 -4 1 4"),
     "m.msh:15:3: $Nodes: expected the total count (a non-negative integer), found \"-4\""},
    {"MoreNodes2", v2(10, "5"),
     "m.msh:15:1: $Nodes: expected a node number (an integer), found \"$EndNodes\""},
    {"FewerNodes2", v2(10, "3"), "m.msh:14:1: $Nodes: expected $EndNodes, found \"4\""},
    {"MoreNodes4", v4(15, "1 5 1 4"),
     "m.msh:24:6: $Nodes: the blocks end, but 1 of the announced nodes are missing"},
    {"FewerNodes4", v4(15, "1 3 1 4"),
     "m.msh:16:7: $Nodes: a block holds 4 nodes, but only 3 of the section's total are left"},
    {"NodeDimension", v4(16, "4 6 0 4"),
     "m.msh:16:1: $Nodes: the dimension of an entity is 4, but must be 0 to 3"},
    {"ParametricFlag", v4(16, "3 6 2 4"),
     "m.msh:16:5: $Nodes: the parametric flag is 2, but must be 0 or 1"},
    {"ParametricMissing", v4(16, "3 6 1 4"),
     "m.msh:21:6: $Nodes: expected a parametric coordinate (a number), found end of line"},
    {"SecondNodes", k_text_v2 + "$Nodes\n", "m.msh:21:1: $Nodes: a second $Nodes section"},
    {"TruncatedNodes", until(k_text_v2, " 1 0\n4 0 0"),
     "m.msh:10:1: $Nodes: the file announces 4 nodes, but its last 19 bytes hold at most 2"},
    {"NoEndNodes", until(k_text_v2, "$EndNodes"),
     "m.msh:15:1: $Nodes: expected $EndNodes, found end of file"},
    // Entities
    {"EntityLie", v4(10, "0 0 99999999999 1"),
     "m.msh:10:5: $Entities: the file announces 99999999999 entities, but its last 188 bytes hold "
     "at most 18"},
    {"EntityTwice", replace_lines(k_text_v4, 10, 10, "0 0 2 1\n5 0 0 0 1 1 0 0 0"),
     "m.msh:12:1: $Entities: surface 5 is listed a second time"},
    {"PhysicalLie", v4(12, "6 0 0 0 1 1 1 4000000000 1 1 5"),
     "m.msh:12:15: $Entities: the file announces 4000000000 physical tags of an entity, but its "
     "last 150 bytes hold at most 75"},
    {"PhysicalZero", v4(12, "6 0 0 0 1 1 1 1 0 1 5"),
     "m.msh:12:17: $Entities: the physical tag 0 is out of range"},
    {"BoundingLie", v4(12, "6 0 0 0 1 1 1 1 1 4000000000 5"),
     "m.msh:12:19: $Entities: the file announces 4000000000 bounding entities, but its last 146 "
     "bytes hold at most 73"},
    {"EntityShort", v4(12, "6 0 0 0 1 1 1"),
     "m.msh:12:14: $Entities: expected the number of physical tags of an entity (a non-negative "
     "integer), found end of line"},
    // Elements
    {"ElementWord2", v2(19, "2 4 2 1 6 1 2 3 d"),
     "m.msh:19:17: $Elements: expected a node of the element (an integer), found \"d\""},
    {"ElementShort2", v2(19, "2 4 2 1 6 1 2 3"),
     "m.msh:19:16: $Elements: expected a node of the element (an integer), found end of line"},
    {"ElementLong4", v4(31, "2 1 2 3 4 5"),
     "m.msh:31:11: $Elements: expected the end of the line after the element's last node, found "
     "\"5\""},
    {"UnknownNode2", v2(19, "2 4 2 1 6 1 2 3 5"),
     "m.msh:19:1: $Elements: element 2 uses node 5, which $Nodes does not list"},
    {"UnknownNode4", v4(31, "2 0 1 2 3"),
     "m.msh:31:1: $Elements: element 2 uses node 0, which $Nodes does not list"},
    {"NegativeNode", v2(19, "2 4 2 1 6 1 2 3 -4"),
     "m.msh:19:17: $Elements: a node of the element is -4, but must be positive"},
    {"TagLie", v2(19, "2 4 2000000000 1 6 1 2 3 4"),
     "m.msh:19:5: $Elements: the file announces 2000000000 tags of an element, but its last 26 "
     "bytes hold at most 13"},
    {"NegativeTags", v2(19, "2 4 -1 1 6 1 2 3 4"),
     "m.msh:19:5: $Elements: the number of tags is -1"},
    {"ElementLie2", v2(17, "4000000000"),
     "m.msh:17:1: $Elements: the file announces 4000000000 elements, but its last 47 bytes hold at "
     "most 6"},
    {"ElementLie4", v4(27, "2 4000000000 1 2"),
     "m.msh:27:3: $Elements: the file announces 4000000000 elements, but its last 48 bytes hold at "
     "most 12"},
    {"ElementsInBlockLie4", v4(30, "3 6 4 4000000000"),
     "m.msh:30:7: $Elements: the file announces 4000000000 elements, but its last 24 bytes hold at "
     "most 2"},
    {"MoreElements2", v2(17, "3"),
     "m.msh:20:1: $Elements: expected an element number (an integer), found \"$EndElements\""},
    {"FewerElements2", v2(17, "1"), "m.msh:19:1: $Elements: expected $EndElements, found \"2\""},
    {"FewerElements4", v4(27, "1 2 1 2"),
     "m.msh:29:8: $Elements: the blocks end, but 1 of the announced elements are missing"},
    {"NoEndElements", until(k_text_v4, "$EndElements"),
     "m.msh:32:1: $Elements: expected $EndElements, found end of file"},
    {"ZeroVolume", v2(14, "4 0.25 0.5 0"),
     "m.msh:19:1: $Elements: element 2 has no volume; its nodes in m: 1 (0, 0, 0), 2 (1, 0, 0), 3 "
     "(0, 1, 0), 4 (0.25, 0.5, 0). Mesh the geometry again, with other sizes or after healing it"},
    {"NearlyZeroVolume", v2(14, "4 0 0 1e-14"),
     "m.msh:19:1: $Elements: element 2 has no volume; its nodes in m: 1 (0, 0, 0), 2 (1, 0, 0), 3 "
     "(0, 1, 0), 4 (0, 0, 1e-14). Mesh the geometry again, with other sizes or after healing it"},
    {"RepeatedNode", v4(31, "2 1 2 2 4"),
     "m.msh:31:1: $Elements: element 2 has no volume; its nodes in m: 1 (0, 0, 0), 2 (1, 0, 0), 2 "
     "(1, 0, 0), 4 (0, 0, 1). Mesh the geometry again, with other sizes or after healing it"},
    {"RepeatedTriangleNode", v4(29, "1 1 2 1"),
     "m.msh:29:1: $Elements: element 1 is a triangle with a repeated node: 1, 2, 1"},
    {"SecondOrder2", v2(19, "2 11 2 1 6 1 2 3 4 5 6 7 8 9 10"),
     "m.msh:19:1: $Elements: element 2 is a 10-node tetrahedron (type 11): this method reads "
     "straight "
     "elements; use Mesh.ElementOrder = 1 and mesh again"},
    {"SecondOrder4", v4(30, "3 6 11 1"),
     "m.msh:30:5: $Elements: element 2 is a 10-node tetrahedron (type 11): this method reads "
     "straight "
     "elements; use Mesh.ElementOrder = 1 and mesh again"},
    {"SecondOrderTriangle", v4(28, "2 5 9 1"),
     "m.msh:28:5: $Elements: element 1 is a 6-node triangle (type 9): this method reads straight "
     "elements; use Mesh.ElementOrder = 1 and mesh again"},
    {"ThirdOrder2", v2(19, "2 92 2 1 6 1 2 3 4 5 6 7 8"),
     "m.msh:19:1: $Elements: element 2 is a 64-node hexahedron (type 92): Curlew reads elements of "
     "first order, and of second order for methods with curved elements; use Mesh.ElementOrder = 1 "
     "and mesh again"},
    {"SecondOrderPrism4", v4(30, "3 6 18 1"),
     "m.msh:30:5: $Elements: element 2 is a 15-node prism (type 18): this method reads straight "
     "elements; use Mesh.ElementOrder = 1 and mesh again"},
    {"HexahedronOfAbsentNodes", v2(19, "2 5 2 1 6 1 2 3 4 5 6 7 8"),
     "m.msh:19:1: $Elements: element 2 uses node 5, which $Nodes does not list"},
    {"ShortPrism", v4(30, "3 6 6 1"),
     "m.msh:31:10: $Elements: expected a node of the element (a non-negative integer), found end "
     "of line"},
    {"UnknownType", v2(19, "2 77 2 1 6 1 2 3 4"),
     "m.msh:19:1: $Elements: element 2 has the unknown element type 77; Curlew reads "
     "tetrahedra (type 4), hexahedra (5), prisms (6), pyramids (7), triangles (2) and quadrangles "
     "(3)"},
    {"UnknownEntity", v4(30, "3 7 4 1"),
     "m.msh:30:1: $Elements: 1 elements lie on volume 7, which $Entities does not list (a "
     "partitioned mesh must be saved unpartitioned)"},
    {"TetsOnASurface", v4(30, "2 5 4 1"),
     "m.msh:30:1: $Elements: 1 tetrahedra are listed on a surface (tag 5), expected a volume"},
    {"TwoVolumes4", v4(12, "6 0 0 0 1 1 1 2 1 9 1 5"),
     "m.msh:30:1: $Elements: the 1 tetrahedra of volume 6 lie in the physical volumes 1 and 9, but "
     "a tetrahedron belongs to exactly one"},
    {"TwoVolumes2", v2(18, "1 4 2 9 6 2 1 3 4"),
     "m.msh: elements 1 and 2 are the same tetrahedron, with the nodes 2 (1, 0, 0), 1 (0, 0, 0), 4 "
     "(0, 0, 1), 3 (0, 1, 0): it lies in the physical volumes 9 and 1, but a tetrahedron belongs "
     "to exactly one"},
    {"TetTwice", v2(18, "1 4 2 1 6 1 2 3 4"),
     "m.msh: elements 1 and 2 are the same tetrahedron, with the nodes 1 (0, 0, 0), 2 (1, 0, 0), 3 "
     "(0, 1, 0), 4 (0, 0, 1): it is listed twice in physical volume 1"},
    {"NoGroup2", v2(19, "2 4 2 0 6 1 2 3 4"),
     "m.msh: 1 of 1 tetrahedra belong to no physical group (the first is element 2; all in "
     "volume 6): add a Physical Volume for every volume to the .geo file, such as Physical "
     "Volume(\"air\") = {1}; and mesh "
     "again"},
    {"NoGroup4", v4(12, "6 0 0 0 1 1 1 0 1 5"),
     "m.msh: 1 of 1 tetrahedra belong to no physical group (the first is element 2; all in "
     "volume 6): add a Physical Volume for every volume to the .geo file, such as Physical "
     "Volume(\"air\") = {1}; and mesh "
     "again"},
    {"NoEntities", replace_lines(k_text_v4, 9, 13, "$Comments\n$EndComments"),
     "m.msh: 1 of 1 tetrahedra belong to no physical group (the first is element 2; all in "
     "volume 6): add a Physical Volume for every volume to the .geo file, such as Physical "
     "Volume(\"air\") = {1}; and mesh "
     "again"},
    {"NoTets", replace_lines(k_text_v2, 17, 19, "1\n1 2 2 1 5 1 2 3"),
     "m.msh: there are no tetrahedra in it, only 1 triangles: mesh in 3D (gmsh -3), and put every "
     "volume into a Physical Volume (once there is one physical group, Gmsh saves only elements of "
     "physical groups)"},
    {"LooseTriangle",
     replace_lines(k_text_v2, 10, 18,
                   "5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 2 2 2\n$EndNodes\n$Elements\n2\n"
                   "1 2 2 1 5 1 2 5"),
     "m.msh: element 1, a triangle of physical surface 1, touches no tetrahedron at its node 5: "
     "surfaces must bound or lie between meshed volumes (a fragment of the geometry makes them "
     "conforming)"},
};

class GmshBroken : public testing::TestWithParam<Broken> {};

TEST_P(GmshBroken, IsRefusedWithItsPlace) {
  EXPECT_EQ(input_error(GetParam().content), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(Text, GmshBroken, testing::ValuesIn(k_broken),
                         [](const auto &info) { return std::string(info.param.name); });

TEST(GmshErrors, TheSamplesThemselvesAreSound) {
  EXPECT_EQ(input_error(k_text_v2), "no error");
  EXPECT_EQ(input_error(k_text_v4), "no error");
}

// Twin of NearlyZeroVolume: a needle that is thin, but a tet.
TEST(GmshErrors, ThinTetsPass) {
  EXPECT_EQ(input_error(v2(14, "4 0 0 1e-9")), "no error");
}

TEST(GmshErrors, NoPrefixOfAFileIsAMesh) {
  for (const std::string &text : {k_text_v2, k_text_v4}) {
    const std::size_t complete = text.rfind("$EndElements") + std::string("$EndElements").size();
    for (std::size_t length = 0; length < complete; ++length) {
      const std::string message = input_error(text.substr(0, length));
      EXPECT_EQ(message.substr(0, 6), "m.msh:") << length << ": " << message;
    }
  }
}

TEST(GmshErrors, LengthUnitMustBePositive) {
  for (const double unit : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(),
                            std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(parse_gmsh(k_text_v2, "m.msh", unit), InputError) << unit;
  }
}

TEST(GmshErrors, OverflowByTheLengthUnitIsNamed) {
  try {
    parse_gmsh(replace_line(k_text_v2, 12, "2 1e10 0 0"), "m.msh", 1e300);
    ADD_FAILURE();
  } catch (const InputError &error) {
    EXPECT_STREQ(error.what(), "m.msh:12:1: $Nodes: the x coordinate of node 2 is 10000000000 in "
                               "the file, inf m: coordinates must be finite");
  }
}

std::string read_error(const std::string &path) {
  try {
    read_gmsh(path);
  } catch (const InputError &error) {
    return error.what();
  }
  return "no error";
}

TEST(GmshErrors, FilesThatCannotBeRead) {
  const std::string folder = curlew::test::output_path();
  EXPECT_EQ(read_error("absent.msh"), "absent.msh: there is no such mesh file");
  EXPECT_EQ(read_error(folder), folder + ": cannot read the mesh: it is a directory");
  EXPECT_EQ(read_error("/dev/zero"), "/dev/zero: cannot read the mesh: not a regular file");
  const std::string empty = folder + "/empty.msh";
  std::ofstream(empty).close();
  EXPECT_EQ(read_error(empty), empty + ": the file is empty; expected a Gmsh mesh");
  std::filesystem::permissions(empty, std::filesystem::perms::none);
  if (!std::ifstream(empty)) { // the superuser may read everything
    EXPECT_EQ(read_error(empty), empty + ": cannot read the mesh: Permission denied");
  }
  std::filesystem::remove(empty);
}

} // namespace
