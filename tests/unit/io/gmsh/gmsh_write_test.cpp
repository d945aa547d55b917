#include "gmsh_samples.hpp"

#include <curlew/io/gmsh/gmsh_writer.hpp>
#include <curlew/tests/support/paths.hpp>

#include <algorithm>
#include <set>
#include <tuple>

using namespace curlew;
using namespace curlew::test;

namespace {

const std::string k_output = curlew::test::output_path() + "/";

using Version = GmshFormat::Version;
class GmshWrite : public testing::TestWithParam<std::tuple<Version, bool>> {
protected:
  GmshFormat format() const { return {std::get<0>(GetParam()), std::get<1>(GetParam())}; }
  // Returns one path per test: tests may run at the same time.
  std::string path() const {
    std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
    std::replace(name.begin(), name.end(), '/', '_');
    return k_output + name + ".msh";
  }
};

TEST_P(GmshWrite, IsReadBackTheSame) {
  // Groups in the reader's order, all nodes used, elements sorted by group: nothing may change.
  TetMesh mesh;
  mesh.points = {{0.1, 0, 1.0 / 3}, {1, 0, 0}, {1e-17, 1.0 / 7, 0}, {0, 0, 1e3}, {-1, -1, -1}};
  mesh.tets = {{0, 1, 2, 4}, {0, 1, 2, 3}};
  for (auto &tet : mesh.tets) {
    std::swap(tet[2], tet[3]); // the reader corrects the orientation
  }
  mesh.tet_group = {0, 1};
  mesh.triangles = {{0, 1, 2}, {0, 1, 2}, {1, 2, 3}};
  mesh.triangle_group = {2, 3, 3};
  mesh.groups = {{3, 4, "a \"b\" c"}, {3, 70000, ""}, {2, 4, "x-"}, {2, 5, "both"}};
  write_gmsh(path(), mesh, format());
  TetMesh read = read_gmsh(path());
  EXPECT_EQ(read.points, mesh.points); // bit for bit
  ASSERT_EQ(read.tets.size(), 2u);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(std::set<Index>(read.tets[i].begin(), read.tets[i].end()),
              std::set<Index>(mesh.tets[i].begin(), mesh.tets[i].end()));
  }
  EXPECT_EQ(read.tet_group, mesh.tet_group);
  EXPECT_EQ(read.triangles, mesh.triangles);
  EXPECT_EQ(read.triangle_group, mesh.triangle_group);
  ASSERT_EQ(read.groups.size(), 4u);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(read.groups[i].name, mesh.groups[i].name);
    EXPECT_EQ(read.groups[i].tag, mesh.groups[i].tag);
    EXPECT_EQ(read.groups[i].dimension, mesh.groups[i].dimension);
  }
  // Now everything is in the reader's form: a second trip changes no bit.
  write_gmsh(path(), read, format());
  EXPECT_EQ(read_gmsh(path()).tets, read.tets);
}

TEST_P(GmshWrite, SurfacesAreReadBackTheSame) {
  TriMesh mesh;
  mesh.points = {{0.1, 0, 1.0 / 3}, {1, 0, 0}, {1e-17, 1.0 / 7, 0}, {0, 0, 1e3}};
  mesh.triangles = {{0, 2, 1}, {1, 3, 2}, {3, 0, 1}};
  mesh.triangle_group = {0, 0, 1};
  mesh.lines = {{1, 2}, {2, 1}};
  mesh.line_group = {2, 3};
  mesh.groups = {{2, 4, "a \"b\" c"}, {2, 70000, ""}, {1, 4, "x-"}, {1, 5, ""}};
  write_gmsh(path(), mesh, format());
  const TriMesh read = read_gmsh_surface(path());
  EXPECT_EQ(read.points, mesh.points); // bit for bit
  EXPECT_EQ(read.triangles, mesh.triangles);
  EXPECT_EQ(read.triangle_group, mesh.triangle_group);
  EXPECT_EQ(read.lines, mesh.lines);
  EXPECT_EQ(read.line_group, mesh.line_group);
  ASSERT_EQ(read.groups.size(), 4u);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(read.groups[i].name, mesh.groups[i].name);
    EXPECT_EQ(read.groups[i].tag, mesh.groups[i].tag);
    EXPECT_EQ(read.groups[i].dimension, mesh.groups[i].dimension);
  }
}

TEST_P(GmshWrite, KeepsAMeshFromGmsh) {
  const TetMesh mesh = read_gmsh(curlew::test::data_path("gmsh/cube_41_binary.msh"));
  write_gmsh(path(), mesh, format());
  const TetMesh read = read_gmsh(path());
  EXPECT_TRUE(read.points == mesh.points); // bit for bit
  expect_same(read, mesh);
  EXPECT_EQ(read.triangles.size(), 308u);
}

TEST_P(GmshWrite, SaysWhyAFileCannotBeWritten) {
  const TetMesh mesh = parse_gmsh(k_text_v2, "m.msh");
  for (const char *path : {"/dev/full", "/nowhere/at/all.msh"}) {
    try {
      write_gmsh(path, mesh, format());
      ADD_FAILURE() << path;
    } catch (const OutputError &error) {
      EXPECT_EQ(std::string(error.what()).find(std::string(path) + ": cannot write the mesh: "), 0u)
          << error.what();
    }
  }
}

TEST_P(GmshWrite, RefusesALineBreakInAName) {
  TetMesh mesh = parse_gmsh(k_text_v2, "m.msh");
  mesh.groups[0].name = "air\n3 2 \"more";
  EXPECT_THROW(write_gmsh(path(), mesh, format()), InputError);
}

INSTANTIATE_TEST_SUITE_P(Formats, GmshWrite,
                         testing::Combine(testing::Values(Version::v2_2, Version::v4_1),
                                          testing::Bool()),
                         [](const auto &info) {
                           return std::string(std::get<0>(info.param) == Version::v2_2 ? "v22"
                                                                                       : "v41") +
                                  (std::get<1>(info.param) ? "Binary" : "Ascii");
                         });

} // namespace
