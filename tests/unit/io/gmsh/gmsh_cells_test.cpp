// Hexahedra, prisms and pyramids, of first and second order: what they are split into. Sources of
// truth: the volume and the area of the body that is meshed, and conformity, which the topology
// tables show.
#include "gmsh_samples.hpp"

#include <curlew/core/mesh/cell_split.hpp>
#include <curlew/core/mesh/curved.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/quality.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/tests/support/paths.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <random>

using namespace curlew;
using namespace curlew::test;
using ::testing::HasSubstr;

namespace {

using Place = std::array<int, 3>; // on a lattice of four steps to a cell

// A file of nodes on a lattice.
class LatticeMesh {
public:
  void add(int type, int group, const std::vector<Place> &places) {
    std::string line = fmt::format("{} 2 {} {}", type, group, group);
    elements_.push_back({line, places});
    for (const Place &place : places)
      numbers_.emplace(place, 0);
  }

  // Nodes get numbers in random order, `map` gives them their places in m.
  std::string text(unsigned seed, const std::function<Point(const Place &)> &map) {
    std::vector<int> order(numbers_.size());
    std::iota(order.begin(), order.end(), 1);
    std::mt19937 random(seed);
    for (std::size_t i = order.size(); i > 1; --i) // the same on every platform
      std::swap(order[i - 1], order[random() % i]);
    std::string nodes, elements;
    std::size_t i = 0;
    for (auto &[place, number] : numbers_) {
      number = order[i++];
      const Point p = map(place);
      nodes += fmt::format("{} {:.17g} {:.17g} {:.17g}\n", number, p[0], p[1], p[2]);
    }
    i = 0;
    for (const auto &[head, places] : elements_) {
      elements += fmt::format("{} {}", ++i, head);
      for (const Place &place : places)
        elements += fmt::format(" {}", numbers_.at(place));
      elements += "\n";
    }
    return fmt::format("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n{}\n{}$EndNodes\n"
                       "$Elements\n{}\n{}$EndElements\n",
                       numbers_.size(), nodes, elements_.size(), elements);
  }

private:
  std::map<Place, int> numbers_;
  std::vector<std::pair<std::string, std::vector<Place>>> elements_;
};

enum class Nodes { corners, edges, complete };

// The nodes of a cell in Gmsh's order, from its corners.
std::vector<Place> nodes_of(const CellShape &shape, std::vector<Place> corners, Nodes nodes) {
  const auto middle = [&](int a, int b) {
    Place m;
    for (int i = 0; i < 3; ++i)
      m[i] = (corners[a][i] + corners[b][i]) / 2;
    return m;
  };
  std::vector<Place> all = corners;
  if (nodes != Nodes::corners)
    for (int e = 0; e < shape.edge_count; ++e)
      all.push_back(middle(shape.edges[e][0], shape.edges[e][1]));
  if (nodes == Nodes::complete) {
    for (int f = 0; f < shape.quad_count; ++f)
      all.push_back(middle(shape.quads[f][0], shape.quads[f][2]));
    if (shape.corner_count == 8)
      all.push_back(middle(0, 6));
  }
  return all;
}

int type_of(const CellShape &shape, Nodes nodes) { // Gmsh reference manual, element types
  const int column = static_cast<int>(nodes);
  return std::array{std::array{5, 17, 12}, std::array{6, 18, 13},
                    std::array{7, 19, 14}}[shape.corner_count == 8   ? 0
                                           : shape.corner_count == 6 ? 1
                                                                     : 2][column];
}

// Columns of cells over the squares of a chessboard: hexahedra, pairs of prisms, or six pyramids
// around the middle of each cube.
struct Columns {
  bool prisms, pyramids;
};

LatticeMesh cells(int n, const Columns &columns, Nodes nodes) {
  LatticeMesh mesh;
  const auto add = [&](const CellShape &shape, const std::vector<Place> &corners) {
    mesh.add(type_of(shape, nodes), 1, nodes_of(shape, corners, nodes));
  };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        std::vector<Place> c;
        for (const Place &o : {Place{0, 0, 0}, Place{4, 0, 0}, Place{4, 4, 0}, Place{0, 4, 0},
                               Place{0, 0, 4}, Place{4, 0, 4}, Place{4, 4, 4}, Place{0, 4, 4}})
          c.push_back({4 * i + o[0], 4 * j + o[1], 4 * k + o[2]});
        const int kind = (i + 2 * j) % 3;
        const bool is_prism = columns.prisms && kind == 1;
        if (is_prism) {
          add(k_prism, {c[0], c[1], c[2], c[4], c[5], c[6]});
          add(k_prism, {c[0], c[2], c[3], c[4], c[6], c[7]});
        } else if (columns.pyramids && kind == 2) {
          const Place middle = {4 * i + 2, 4 * j + 2, 4 * k + 2};
          for (const auto &[a, b, d, e] : k_hexahedron.quads) // outwards: turned for the apex
            add(k_pyramid, {c[a], c[e], c[d], c[b], middle});
        } else {
          add(k_hexahedron, c);
        }
        for (const auto &[a, b, d, e] : k_hexahedron.quads)
          for (int axis = 0; axis < 3; ++axis)
            for (const int end : {0, 4 * n})
              if (c[a][axis] == end && c[b][axis] == end && c[d][axis] == end &&
                  c[e][axis] == end) {
                if (is_prism && axis == 2) {
                  const int z = end == 0 ? 0 : 4;
                  mesh.add(2, 7, {c[z], c[z + 1], c[z + 2]});
                  mesh.add(2, 7, {c[z], c[z + 2], c[z + 3]});
                } else {
                  mesh.add(3, 7, {c[a], c[b], c[d], c[e]});
                }
              }
      }
  return mesh;
}

// A cube of side 1 with moved inner nodes; nodes on walls stay, so that volume and area are known.
std::function<Point(const Place &)> jittered(int n, double part) {
  return [n, part](const Place &place) {
    std::mt19937 random(static_cast<unsigned>(place[0] + 1000 * (place[1] + 1000 * place[2])));
    bool is_inside = true;
    for (const int x : place)
      is_inside = is_inside && x > 0 && x < 4 * n;
    Point p;
    for (int i = 0; i < 3; ++i)
      p[i] = (place[i] / 4.0 + (is_inside ? part * (random() / 4294967296.0 - 0.5) : 0.0)) / n;
    return p;
  };
}

double straight_volume(const TetMesh &mesh) {
  double sum = 0;
  for (const auto &t : mesh.tets) {
    const Point &a = mesh.points[t[0]];
    sum += dot(mesh.points[t[1]] - a, cross(mesh.points[t[2]] - a, mesh.points[t[3]] - a)) / 6;
  }
  return sum;
}

double area(const TetMesh &mesh) {
  double sum = 0;
  for (const auto &t : mesh.triangles)
    sum += triangle_area(mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]]);
  return sum;
}

// Returns what is wrong: every boundary face must be a triangle of the surface group, once.
std::string nonconformity(const TetMesh &mesh) {
  const TetTopology topology = make_topology(mesh); // throws for three tets on a face
  check_edge_points(mesh, topology);
  std::vector<Index> of_groups = triangle_faces(mesh, topology);
  std::sort(of_groups.begin(), of_groups.end());
  return of_groups == boundary_faces(topology) ? ""
                                               : "boundary faces are not the triangles of groups";
}

TEST(GmshCells, FillTheCubeForAnyNumbersOfTheNodes) {
  const int n = 3;
  for (const Columns &columns :
       {Columns{false, false}, Columns{true, false}, Columns{false, true}, Columns{true, true}})
    for (unsigned seed = 1; seed <= 8; ++seed) {
      SCOPED_TRACE(seed);
      const TetMesh mesh =
          parse_gmsh(cells(n, columns, Nodes::corners).text(seed, jittered(n, 0.3)), "m.msh");
      // 27 cubes, 9 of them in the columns of each kind; 6 pyramids of 2 tets make 12
      EXPECT_EQ(mesh.tets.size(), 6u * 27 + (columns.pyramids ? 6u * 9 : 0));
      EXPECT_NEAR(straight_volume(mesh), 1, 1e-12);
      EXPECT_NEAR(area(mesh), 6, 6e-12);
      EXPECT_EQ(nonconformity(mesh), "");
    }
}

// The twin of the conformity: divided by another rule than the smallest number, it is lost.
TEST(GmshCells, AnotherDiagonalIsNoticed) {
  TetMesh mesh =
      parse_gmsh(cells(2, {false, false}, Nodes::corners).text(1, jittered(2, 0)), "m.msh");
  ASSERT_EQ(nonconformity(mesh), "");
  // the two triangles of one quadrangle follow each other
  const auto [a, b, c] = mesh.triangles[0];
  const auto [a2, c2, d] = mesh.triangles[1];
  ASSERT_EQ(a, a2);
  ASSERT_EQ(c, c2);
  mesh.triangles[0] = {a, b, d};
  mesh.triangles[1] = {b, c, d};
  EXPECT_THROW(nonconformity(mesh), InputError);
}

struct Order {
  const char *name;
  Columns columns;
  Nodes nodes;
};

void PrintTo(const Order &order, std::ostream *out) {
  *out << order.name;
}

class GmshCurvedCells : public testing::TestWithParam<Order> {};

INSTANTIATE_TEST_SUITE_P(Orders, GmshCurvedCells,
                         testing::Values(Order{"hexahedra20", {false, false}, Nodes::edges},
                                         Order{"hexahedra27", {false, false}, Nodes::complete},
                                         Order{"prisms15", {true, false}, Nodes::edges},
                                         Order{"prisms18", {true, false}, Nodes::complete},
                                         Order{"pyramids13", {true, true}, Nodes::edges},
                                         Order{"pyramids14", {true, true}, Nodes::complete}),
                         [](const auto &info) { return info.param.name; });

// An affine map leaves straight tets: each point across a cell lies in the middle of its edge.
TEST_P(GmshCurvedCells, OfStraightCellsAreStraight) {
  const auto affine = [](const Place &p) {
    return Point{p[0] + 0.3 * p[1], p[1] - 0.1 * p[2], 0.7 * p[2] + 0.2 * p[0]};
  };
  const TetMesh mesh = parse_gmsh(cells(3, GetParam().columns, GetParam().nodes).text(3, affine),
                                  "m.msh", 1, CurvedTets::keep);
  ASSERT_EQ(mesh.tet_edge_points.size(), mesh.tets.size());
  EXPECT_EQ(nonconformity(mesh), "");
  const TetTopology topology = make_topology(mesh);
  EXPECT_EQ(mesh.edge_points.size(), topology.edges.size());
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    ASSERT_FALSE(is_curved_tet(mesh, static_cast<Index>(t)));
}

// Volume of tets of second order: the determinant of their map is a cubic, which the rule of five
// points integrates exactly.
double curved_volume(const TetMesh &mesh) {
  double sum = 0;
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    const auto determinant = [&](const std::array<double, 4> &l) {
      std::array<Point, 4> slope;
      for (int i = 0; i < 4; ++i)
        slope[i] = (4 * l[i] - 1) * mesh.points[mesh.tets[t][i]];
      for (int k = 0; k < 6; ++k) {
        const auto [a, b] = k_tet_edges[k];
        const Point &m = mesh.edge_points[mesh.tet_edge_points[t][k]];
        slope[a] = slope[a] + (4 * l[b]) * m;
        slope[b] = slope[b] + (4 * l[a]) * m;
      }
      return dot(slope[1] - slope[0], cross(slope[2] - slope[0], slope[3] - slope[0]));
    };
    sum += -0.8 / 6 * determinant({0.25, 0.25, 0.25, 0.25});
    for (int i = 0; i < 4; ++i) {
      std::array<double, 4> l = {1 / 6.0, 1 / 6.0, 1 / 6.0, 1 / 6.0};
      l[i] = 0.5;
      sum += 0.45 / 6 * determinant(l);
    }
  }
  return sum;
}

// A quarter of a tube, radii 1 and 2, length 1: 3 pi / 4. The chords of 3 cells lose 4.5 % of it
// (sin x / x at x = pi / 6); parabolas through the same arcs lose below 0.1 %.
TEST_P(GmshCurvedCells, KeepTheVolumeOfATube) {
  const int n = 3;
  const double exact = 3 * std::acos(-1.0) / 4;
  const auto tube = [n](const Place &p) {
    const double r = 1 + p[0] / (4.0 * n), phi = std::acos(-1.0) / 2 * p[1] / (4.0 * n);
    return Point{r * std::cos(phi), r * std::sin(phi), p[2] / (4.0 * n)};
  };
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const TetMesh mesh = parse_gmsh(cells(n, GetParam().columns, GetParam().nodes).text(seed, tube),
                                    "m.msh", 1, CurvedTets::keep);
    EXPECT_EQ(nonconformity(mesh), "");
    EXPECT_LT(straight_volume(mesh) / exact, 0.96);
    EXPECT_NEAR(curved_volume(mesh) / exact, 1, 1e-3);
  }
}

// By Gmsh (tests/data/gmsh/mixed.geo): 8 hexahedra, pyramids on them, tets around these, prisms on
// top; a box of 1 x 1 x 2.5.
TEST(GmshCells, OfAllShapesByGmsh) {
  for (const bool curved : {false, true}) {
    const std::string file =
        curlew::test::data_path(curved ? "gmsh/mixed_second_order.msh" : "gmsh/mixed.msh");
    const TetMesh mesh = read_gmsh(file, 1, CurvedTets::keep);
    EXPECT_EQ(mesh.is_curved(), curved);
    EXPECT_NEAR(straight_volume(mesh), 2.5, 2.5e-12);
    EXPECT_NEAR(area(mesh), 12, 1.2e-11);
    EXPECT_EQ(nonconformity(mesh), "");
    ASSERT_EQ(mesh.groups.size(), 4u);
    EXPECT_EQ(mesh.groups[0].name, "hexahedra");
  }
}

constexpr const char *k_nodes =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n13\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n"
    "5 0 0 1\n6 1 0 1\n7 1 1 1\n8 0 1 1\n9 0 0 2\n10 1 0 2\n11 1 1 2\n12 0 1 2\n13 0.5 0.5 1.4\n"
    "$EndNodes\n";

std::string file_of(const std::vector<std::string> &elements) {
  std::string text = fmt::format("{}$Elements\n{}\n", k_nodes, elements.size());
  int number = 0;
  for (const std::string &element : elements)
    text += fmt::format("{} {}\n", ++number, element);
  return text + "$EndElements\n";
}

TEST(GmshCells, ListedInsideOutAreTurned) {
  for (const char *cell : {"5 2 1 1 1 2 3 4 5 6 7 8", "5 2 1 1 5 6 7 8 1 2 3 4"}) {
    const TetMesh mesh = parse_gmsh(file_of({cell, "5 2 1 1 5 6 7 8 9 10 11 12"}), "m.msh");
    EXPECT_EQ(mesh.tets.size(), 12u);
    EXPECT_NEAR(straight_volume(mesh), 2, 1e-14); // a tet inside out would count negative
  }
}

struct Broken {
  const char *name;
  std::vector<std::string> elements;
  const char *message;
};

void PrintTo(const Broken &broken, std::ostream *out) {
  *out << broken.name;
}

const std::string k_low = "5 2 1 1 1 2 3 4 5 6 7 8", k_high = "5 2 1 1 5 6 7 8 9 10 11 12";

const Broken k_broken[] = {
    {"RepeatedNode",
     {k_low, "5 2 1 1 5 6 7 8 9 10 11 9"},
     "element 2 is a 8-node hexahedron with a repeated node: 5, 6, 7, 8, 9, 10, 11, 9"},
    {"RepeatedNodeOfAPyramid",
     {"7 2 1 1 1 2 3 4 2"},
     "element 1 is a 5-node pyramid with a repeated node: 1, 2, 3, 4, 2"},
    {"Twisted",
     {k_low, "5 2 1 1 5 6 7 8 10 9 12 11"},
     "element 2, a 8-node hexahedron, folds over itself or has too warped faces: of the 6 tets"},
    {"CrossingBase",
     {"5 2 1 1 1 2 4 3 5 6 8 7"},
     "element 1, a 8-node hexahedron, folds over itself"},
    {"TwistedPrism", {"6 2 1 1 1 2 3 6 5 7"}, "element 1, a 6-node prism, "},
    {"FlatPrism", {"6 2 1 1 1 5 9 2 6 10"}, "element 1, a 6-node prism, is flat at the nodes"},
    {"ListedTwice",
     {k_low, k_high, "5 2 1 1 12 9 10 11 8 5 6 7"},
     "elements 2 and 3 lie on the same side of the quadrilateral face with the nodes in m 5"},
    {"ListedTwiceAlone",
     {k_low, "5 2 1 1 2 3 4 1 6 7 8 5"},
     "elements 1 and 2 lie on the same side of the quadrilateral face with the nodes in m 1"},
    {"QuadrangleAcross",
     {k_low, "3 2 4 4 5 6 8 7"},
     "elements 2 and 1 list the quadrilateral face with the nodes in m 5 (0, 0, 1), 6 (1, 0, 1), 7 "
     "(1, 1, 1), 8 (0, 1, 1) in different orders around it"},
    {"TetsAcross",
     {k_low, "4 2 1 1 5 6 8 13", "4 2 1 1 6 7 8 13"},
     "element 2 has the nodes in m 5 (0, 0, 1), 6 (1, 0, 1), 8 (0, 1, 1) of a quadrilateral face "
     "of element 1, which is divided along its other diagonal"},
    {"TrianglesAcross",
     {k_low, "2 2 4 4 5 6 8", "2 2 4 4 6 7 8"},
     "element 2 has the nodes in m 5 (0, 0, 1), 6 (1, 0, 1), 8 (0, 1, 1) of a quadrilateral face"},
    {"SomeWithoutAGroup",
     {k_low, "5 2 0 3 5 6 7 8 9 10 11 12"},
     "1 of 2 volume elements belong to no physical group (the first is element 2; all in volume "
     "3)"},
};

class GmshBrokenCells : public testing::TestWithParam<Broken> {};

INSTANTIATE_TEST_SUITE_P(All, GmshBrokenCells, testing::ValuesIn(k_broken),
                         [](const auto &info) { return std::string(info.param.name); });

std::string refusal(const std::string &text) {
  try {
    parse_gmsh(text, "m.msh", 1, CurvedTets::keep);
  } catch (const InputError &error) {
    return error.what();
  }
  return "";
}

TEST_P(GmshBrokenCells, AreRefusedWithTheirNumber) {
  EXPECT_THAT(refusal(file_of(GetParam().elements)), HasSubstr(GetParam().message));
}

// Twins of the refusals above.
TEST(GmshCells, TetsAndTrianglesAlongTheDiagonalPass) {
  EXPECT_EQ(refusal(file_of({k_low, "4 2 1 1 5 6 7 13", "4 2 1 1 5 7 8 13", "2 2 4 4 5 6 7",
                             "2 2 4 4 5 7 8", "3 2 4 4 4 3 2 1"})),
            "");
  EXPECT_EQ(refusal(file_of({k_low, "7 2 1 1 5 6 7 8 13"})), "");
}

TEST(GmshCells, NoPrefixIsAMesh) {
  const std::string text = file_of({k_low, k_high, "3 2 4 4 1 2 3 4"});
  for (std::size_t length = 0; length + 13 < text.size(); ++length)
    EXPECT_EQ(refusal(text.substr(0, length)).substr(0, 6), "m.msh:") << length;
}

std::vector<Place> cube_at(int z) {
  return {{0, 0, z},     {4, 0, z},     {4, 4, z},     {0, 4, z},
          {0, 0, z + 4}, {4, 0, z + 4}, {4, 4, z + 4}, {0, 4, z + 4}};
}

TEST(GmshCells, OrdersAreNotMixed) {
  LatticeMesh mesh;
  mesh.add(12, 1, nodes_of(k_hexahedron, cube_at(0), Nodes::complete));
  mesh.add(5, 1, cube_at(4));
  EXPECT_THAT(refusal(mesh.text(1, jittered(2, 0))),
              HasSubstr("element 2 has 8 nodes, but volume elements before it are of another "
                        "order"));
}

// A 20-node hexahedron beside one of 27 nodes whose node on the common face is not where the
// 20-node map has the middle.
TEST(GmshCells, NeighboursOfTwoMapsAreNamed) {
  const auto text = [](double off) {
    LatticeMesh mesh;
    mesh.add(12, 1, nodes_of(k_hexahedron, cube_at(0), Nodes::complete));
    mesh.add(17, 1, nodes_of(k_hexahedron, cube_at(4), Nodes::edges));
    return mesh.text(1, [off](const Place &p) {
      return Point{0.25 * p[0], 0.25 * p[1], 0.25 * p[2] + (p == Place{2, 2, 4} ? off : 0.0)};
    });
  };
  EXPECT_EQ(refusal(text(0)), "");
  EXPECT_THAT(refusal(text(0.05)),
              HasSubstr("element 2, a 20-node hexahedron, has the middle of a face 0.05 m away"));
}

// Gmsh saves all elements where there is no physical group.
TEST(GmshCells, EntitiesAreGroupsWhereThereAreNoOthers) {
  const TetMesh mesh = parse_gmsh(file_of({"5 2 0 12 1 2 3 4 5 6 7 8", "5 2 0 7 5 6 7 8 9 10 11 12",
                                           "3 2 0 5 1 2 3 4", "3 2 0 7 9 10 11 12"}),
                                  "m.msh");
  ASSERT_EQ(mesh.groups.size(), 4u);
  EXPECT_EQ(mesh.groups[0].tag, 7);
  EXPECT_EQ(mesh.groups[1].tag, 12);
  EXPECT_EQ(mesh.groups[2].dimension, 2);
  EXPECT_EQ(mesh.groups[2].tag, 5);
  EXPECT_EQ(mesh.groups[3].tag, 7);
  EXPECT_EQ(mesh.tet_group[0], 1);
  EXPECT_EQ(mesh.triangles.size(), 4u);
  // a surface group of the file: surfaces of no group are not kept, volumes of none are missed
  EXPECT_THAT(refusal(file_of({"5 2 0 12 1 2 3 4 5 6 7 8", "3 2 2 5 1 2 3 4"})),
              HasSubstr("all in volume 12): add a Physical Volume"));
  const TetMesh grouped = parse_gmsh(file_of({"3 2 0 5 1 2 3 4", k_low}), "m.msh");
  EXPECT_EQ(grouped.triangles.size(), 0u);
}

} // namespace
