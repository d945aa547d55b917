#pragma once

#include <curlew/core/error.hpp>
#include <curlew/io/gmsh/gmsh_reader.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace curlew::test {

// One tet in volume group 1 "air", one of its faces in surface group 1 "wall". Line numbers matter
// to the tests.
inline const std::string k_text_v2 = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
2
2 1 "wall"
3 1 "air"
$EndPhysicalNames
$Nodes
4
1 0 0 0
2 1 0 0
3 0 1 0
4 0 0 1
$EndNodes
$Elements
2
1 2 2 1 5 1 2 3
2 4 2 1 6 1 2 3 4
$EndElements
)";

inline const std::string k_text_v4 = R"($MeshFormat
4.1 0 8
$EndMeshFormat
$PhysicalNames
2
2 1 "wall"
3 1 "air"
$EndPhysicalNames
$Entities
0 0 1 1
5 0 0 0 1 1 0 1 1 0
6 0 0 0 1 1 1 1 1 1 5
$EndEntities
$Nodes
1 4 1 4
3 6 0 4
1
2
3
4
0 0 0
1 0 0
0 1 0
0 0 1
$EndNodes
$Elements
2 2 1 2
2 5 2 1
1 1 2 3
3 6 4 1
2 1 2 3 4
$EndElements
)";

// The text with lines first..last (from 1) replaced by `replacement`, which may hold several lines.
inline std::string replace_lines(const std::string &text, int first, int last,
                                 const std::string &replacement) {
  std::istringstream in(text);
  std::string result;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (number == first) {
      result += replacement + "\n";
    } else if (number < first || number > last) {
      result += line + "\n";
    }
  }
  return result;
}

inline std::string replace_line(const std::string &text, int number, const std::string &line) {
  return replace_lines(text, number, number, line);
}

// The message of the InputError that parsing must end with.
inline std::string input_error(const std::string &content) {
  try {
    parse_gmsh(content, "m.msh");
  } catch (const InputError &error) {
    return error.what();
  } catch (const std::exception &error) {
    return std::string("not an InputError: ") + error.what();
  }
  return "no error";
}

// Elements as sets of node coordinates with their group's name: independent of all numbering.
// Rounded to 1e-10 m, because Gmsh writes 16 digits as text, but all bits in binary.
using Corners = std::multiset<std::array<long long, 3>>;
template <class Elements>
std::multiset<std::pair<std::string, Corners>>
content(const TetMesh &mesh, const Elements &elements, const std::vector<Index> &groups) {
  std::multiset<std::pair<std::string, Corners>> result;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    Corners corners;
    for (const Index node : elements[i]) {
      const Point &p = mesh.points[node];
      corners.insert(
          {std::llround(1e10 * p[0]), std::llround(1e10 * p[1]), std::llround(1e10 * p[2])});
    }
    result.emplace(mesh.groups[groups[i]].name, corners);
  }
  return result;
}

// EXPECT_TRUE: the difference of two meshes would fill pages.
inline void expect_same(const TetMesh &a, const TetMesh &b) {
  EXPECT_TRUE(content(a, a.tets, a.tet_group) == content(b, b.tets, b.tet_group));
  EXPECT_TRUE(content(a, a.triangles, a.triangle_group) ==
              content(b, b.triangles, b.triangle_group));
}

} // namespace curlew::test
