#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/mesh/load_mesh.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace curlew {
namespace {

Case box_case(int refine) {
  Case input;
  input.path = "case.json";
  input.mesh.box.size_m = {1, 2, 1};
  input.mesh.box.cells = {2, 2, 1};
  input.mesh.refine = refine;
  return input;
}

TEST(LoadMeshHierarchy, KeepsTheLastRefinements) {
  const Case input = box_case(2);
  for (const int most : {1, 2, 3, 9}) {
    const MeshHierarchy hierarchy = load_mesh_hierarchy(input, most);
    ASSERT_EQ(hierarchy.levels.size(), std::min<std::size_t>(most, 3));
    std::size_t tets = 24 * 64;
    for (auto level = hierarchy.levels.rbegin(); level != hierarchy.levels.rend(); ++level) {
      EXPECT_EQ(level->tets.size(), tets);
      tets /= 8;
    }
    EXPECT_EQ(hierarchy.levels.back().points, load_mesh(input).points);
    EXPECT_EQ(hierarchy.levels.back().tets, load_mesh(input).tets);
  }
}

TEST(LoadMeshHierarchy, OfAMeshThatIsNotRefinedHasOneLevel) {
  EXPECT_EQ(load_mesh_hierarchy(box_case(0), 5).levels.size(), 1u);
}

// Returns a tet whose longest edge has this length.
std::string tet(const std::string &length) {
  return "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 " + length + " 0 0\n3 0 " +
         length + " 0\n4 0 0 " + length +
         "\n$EndNodes\n$Elements\n1\n1 4 2 1 1 1 2 3 4\n$EndElements\n";
}

TEST(LoadMesh, RefusesCoordinatesBeyondTheNumbersOfCases) {
  Case input;
  input.path = "case.json";
  input.mesh.file = std::filesystem::path(testing::TempDir()) / "curlew_load_mesh_far.msh";
  std::ofstream(input.mesh.file) << tet("1e39");
  EXPECT_NO_THROW(load_mesh(input));
  std::ofstream(input.mesh.file) << tet("1e41");
  EXPECT_THROW(load_mesh(input), InputError);
  std::filesystem::remove(input.mesh.file);
}

} // namespace
} // namespace curlew
