// Nested meshes against refinement and reordering one after the other.
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/hierarchy.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace curlew::testing {
namespace {

TetMesh box() {
  return make_box({1, 2, 3}, {3, 2, 2}, {0, 0, 0}, 0.3, 7);
}

void expect_nested(const MeshHierarchy &hierarchy) {
  ASSERT_EQ(hierarchy.parents.size() + 1, hierarchy.levels.size());
  for (std::size_t l = 0; l < hierarchy.parents.size(); ++l) {
    const auto &coarse = hierarchy.levels[l].points, &fine = hierarchy.levels[l + 1].points;
    ASSERT_EQ(hierarchy.parents[l].size(), fine.size());
    std::size_t kept = 0;
    for (std::size_t n = 0; n < fine.size(); ++n) {
      const auto &[a, b] = hierarchy.parents[l][n];
      const Point between = 0.5 * (coarse[a] + coarse[b]);
      for (int d = 0; d < 3; ++d)
        ASSERT_EQ(fine[n][d], between[d]);
      kept += a == b ? 1 : 0;
    }
    EXPECT_EQ(kept, coarse.size());
  }
}

TEST(MeshHierarchy, ParentsLieWhereTheirNodesCameFrom) {
  for (const MeshOrder order : {MeshOrder::none, MeshOrder::spatial, MeshOrder::rcm})
    expect_nested(make_hierarchy(box(), 2, order));
}

TEST(MeshHierarchy, TheFinestLevelIsTheRefinedMesh) {
  for (const MeshOrder order : {MeshOrder::none, MeshOrder::spatial}) {
    const TetMesh fine = reorder(refine(box(), 2), order);
    const MeshHierarchy hierarchy = make_hierarchy(box(), 2, order);
    EXPECT_EQ(hierarchy.levels.back().points, fine.points);
    EXPECT_EQ(hierarchy.levels.back().tets, fine.tets);
    EXPECT_EQ(hierarchy.levels.back().triangles, fine.triangles);
    EXPECT_EQ(hierarchy.levels.back().tet_group, fine.tet_group);
  }
}

TEST(MeshHierarchy, OfOneLevelHasNoParents) {
  const MeshHierarchy hierarchy = make_hierarchy(box(), 0, MeshOrder::spatial);
  EXPECT_EQ(hierarchy.levels.size(), 1u);
  EXPECT_TRUE(hierarchy.parents.empty());
  EXPECT_THROW(make_hierarchy(box(), -1, MeshOrder::none), InputError);
}

} // namespace
} // namespace curlew::testing
