#include <curlew/io/case/case.hpp>
#include <curlew/io/mesh/load_mesh.hpp>

#include <gtest/gtest.h>

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

} // namespace
} // namespace curlew
