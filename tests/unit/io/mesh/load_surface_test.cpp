#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/gmsh/gmsh_writer.hpp>
#include <curlew/io/mesh/load_surface.hpp>
#include <curlew/tests/support/paths.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace curlew {
namespace {

using ::testing::HasSubstr;

const std::string k_output = curlew::test::output_path() + "/";

// A strip of n squares of 1 mm, two triangles each, its left side in the curve group "feed"; listed
// from both ends in turn, so that neighbours lie far apart in the file.
Case strip_case(Index n, const char *name) {
  TriMesh mesh;
  mesh.groups = {{2, 1, "strip"}, {1, 1, "feed"}};
  for (Index i = 0; i <= n; ++i)
    for (Index j = 0; j < 2; ++j)
      mesh.points.push_back({double(i), double(j), 0});
  for (Index k = 0; k < n; ++k) {
    const Index a = 2 * (k % 2 ? n - 1 - k / 2 : k / 2);
    mesh.triangles.push_back({a, a + 2, a + 3});
    mesh.triangles.push_back({a, a + 3, a + 1});
  }
  mesh.triangle_group.assign(mesh.triangles.size(), 0);
  mesh.lines = {{1, 0}};
  mesh.line_group = {1};
  Case input;
  input.path = "case.json";
  input.mesh.file = k_output + name;
  input.mesh.length_unit_m = 1e-3;
  write_gmsh(input.mesh.file, mesh);
  return input;
}

std::string message_of(const Case &input) {
  try {
    load_surface(input);
  } catch (const Error &error) {
    return error.what();
  }
  return "no error";
}

TEST(LoadSurface, ReadsRefinesAndOrders) {
  Case input = strip_case(50, "strip.msh");
  const TriMesh coarse = load_surface(input);
  ASSERT_EQ(coarse.triangles.size(), 100u);
  ASSERT_EQ(coarse.points.size(), 102u);
  const auto far_right = std::max_element(coarse.points.begin(), coarse.points.end());
  EXPECT_DOUBLE_EQ((*far_right)[0], 0.05);
  input.mesh.refine = 1;
  const TriMesh fine = load_surface(input);
  EXPECT_EQ(fine.triangles.size(), 400u);
  ASSERT_EQ(fine.lines.size(), 2u);
  for (const auto &line : fine.lines)
    for (const Index node : line)
      EXPECT_EQ(fine.points[node][0], 0);
  // along the strip: triangles that follow each other share a node, or nearly so
  const auto distance = [](const TriMesh &mesh) {
    double sum = 0;
    for (const auto &v : mesh.triangles)
      sum += *std::max_element(v.begin(), v.end()) - *std::min_element(v.begin(), v.end());
    return sum / static_cast<double>(mesh.triangles.size());
  };
  input.mesh.reorder = MeshOrder::none;
  EXPECT_LT(distance(fine), 0.2 * distance(load_surface(input)));
}

TEST(LoadSurface, RefusesWhatSurfacesDoNotHave) {
  Case input = strip_case(2, "two.msh");
  input.mesh.reorder = MeshOrder::metis;
  EXPECT_THAT(message_of(input), HasSubstr("a surface mesh is ordered \"spatial\" or \"none\""));
  input.mesh.reorder = MeshOrder::spatial;
  EXPECT_EQ(message_of(input), "no error");
  input.mesh.file = k_output + "two.stl";
  EXPECT_THAT(message_of(input), HasSubstr("\"two.stl\": surfaces are read from Gmsh files"));
  input.mesh.file = k_output + "missing.msh";
  EXPECT_THAT(message_of(input), HasSubstr("there is no such mesh file"));
  input.mesh.file.clear();
  EXPECT_THAT(message_of(input), HasSubstr("a box of tetrahedra has no surface mesh"));
}

TEST(LoadSurface, ForeseesTheMemory) {
  Case input = strip_case(50, "large.msh");
  input.mesh.refine = 20; // 1e14 triangles
  EXPECT_THROW(load_surface(input), ResourceError);
  EXPECT_THAT(message_of(input), HasSubstr("triangles"));
}

} // namespace
} // namespace curlew
