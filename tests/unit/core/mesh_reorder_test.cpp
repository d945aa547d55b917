#include "mesh_fixtures.hpp"

#include <curlew/core/mesh/hilbert.hpp>
#include <curlew/core/mesh/reorder.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/tests/support/features.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <set>

namespace curlew {
namespace {

using testing::shuffled;

// Tets and triangles as sets of coordinates and groups: what no renumbering may change. The tet's
// nodes keep their order up to nothing at all, so orientation is in it too.
template <class Entities>
std::multiset<std::vector<double>> geometry(const TetMesh &mesh, const Entities &entities,
                                            const std::vector<Index> &groups) {
  std::multiset<std::vector<double>> result;
  for (std::size_t i = 0; i < entities.size(); ++i) {
    std::vector<double> entry = {static_cast<double>(groups[i])};
    for (Index n : entities[i])
      entry.insert(entry.end(), mesh.points[n].begin(), mesh.points[n].end());
    result.insert(entry);
  }
  return result;
}

TetMesh messy() {
  TetMesh mesh = shuffled(make_box({1, 2, 3}, {6, 7, 8}, {0, 0, 0}, 0.3, 2), 6);
  mesh.groups.push_back({3, 2, "core"});
  for (std::size_t t = 0; t < mesh.tets.size(); t += 3)
    mesh.tet_group[t] = 7;
  mesh.points.insert(mesh.points.begin(), Point{-5, 0, 0}); // in no tet
  for (auto &tet : mesh.tets)
    for (Index &n : tet)
      ++n;
  for (auto &triangle : mesh.triangles)
    for (Index &n : triangle)
      ++n;
  return mesh;
}

// Mean distance in memory of tets that share a facet, in tets.
double facet_distance(const TetMesh &mesh) {
  double sum = 0, count = 0;
  for (const auto &tets : make_topology(mesh).face_tets)
    if (tets[1] >= 0) {
      sum += tets[1] - tets[0];
      ++count;
    }
  return sum / count;
}

// Mean distance in memory of the two nodes of an edge, in nodes.
double edge_distance(const TetMesh &mesh) {
  double sum = 0;
  const TetTopology topology = make_topology(mesh);
  for (const auto &edge : topology.edges)
    sum += edge[1] - edge[0];
  return sum / static_cast<double>(topology.edges.size());
}

class Reorder : public ::testing::TestWithParam<MeshOrder> {
protected:
  void SetUp() override {
    if (GetParam() == MeshOrder::metis)
      CURLEW_SKIP_WITHOUT(metis);
  }
};

TEST_P(Reorder, KeepsTheGeometryGroupsAndOrientation) {
  const TetMesh before = messy(), after = reorder(before, GetParam());
  EXPECT_NE(before.tets, after.tets);
  EXPECT_EQ(geometry(before, before.tets, before.tet_group),
            geometry(after, after.tets, after.tet_group));
  ASSERT_EQ(before.triangles.size(), after.triangles.size());
  for (std::size_t i = 0; i < before.triangles.size(); ++i) { // these keep their places
    EXPECT_EQ(before.triangle_group[i], after.triangle_group[i]);
    for (int k = 0; k < 3; ++k)
      EXPECT_EQ(before.points[before.triangles[i][k]], after.points[after.triangles[i][k]]);
  }
  EXPECT_EQ(after.points.back(), (Point{-5, 0, 0})); // unused nodes go last
  Index met = -1;                                    // a node is numbered when first met
  for (const auto &tet : after.tets)
    for (Index n : tet) {
      EXPECT_LE(n, met + 1);
      met = std::max(met, n);
    }
}

TEST_P(Reorder, BringsNeighboursTogether) {
  const TetMesh before = shuffled(make_box({1, 1, 1}, {16, 16, 16}, {0, 0, 0}, 0.2, 2), 6);
  const TetMesh after = reorder(before, GetParam());
  // Random positions are a third of the mesh apart on average. In a mesh of n^3 bricks a good order
  // has neighbours within about one layer (rcm: 1/n of the mesh) or less.
  EXPECT_GT(facet_distance(before), 0.3 * static_cast<double>(before.tets.size()));
  EXPECT_LT(facet_distance(after), 0.08 * static_cast<double>(after.tets.size()));
  EXPECT_GT(edge_distance(before), 0.3 * static_cast<double>(before.points.size()));
  EXPECT_LT(edge_distance(after), 0.1 * static_cast<double>(after.points.size()));
}

TEST_P(Reorder, SameForAnyNumberOfThreads) {
  const TetMesh mesh = shuffled(make_box({1, 1, 1}, {14, 15, 16}, {0, 0, 0}, 0.2, 2), 6);
  const TetMesh one = reorder(mesh, GetParam(), 1);
  for (int threads : {2, 3, 4})
    testing::expect_same(one, reorder(mesh, GetParam(), threads));
}

INSTANTIATE_TEST_SUITE_P(Orders, Reorder,
                         ::testing::Values(MeshOrder::spatial, MeshOrder::rcm, MeshOrder::metis));

TEST(ReorderMesh, NoneChangesNothing) {
  const TetMesh mesh = messy();
  testing::expect_same(mesh, reorder(mesh, MeshOrder::none));
}

TEST(ReorderMesh, MetisWithoutMetisSaysSo) {
  if (testing::k_has_metis)
    GTEST_SKIP() << "METIS is compiled in";
  EXPECT_THROW(reorder(messy(), MeshOrder::metis), NotCompiled);
}

TEST(ReorderMesh, RcmBoundsTheBandwidthByALayer) {
  const int n = 10;
  const TetMesh mesh =
      reorder(shuffled(make_box({4, 1, 1}, {4 * n, n, n}, {0, 0, 0}, 0, 2), 6), MeshOrder::rcm);
  Index band = 0;
  for (const auto &tets : make_topology(mesh).face_tets)
    if (tets[1] >= 0)
      band = std::max(band, tets[1] - tets[0]);
  // breadth-first levels of a bar hold little more than one cross-section of n x n bricks
  EXPECT_LT(band, 2 * 6 * n * n);
}

TEST(ReorderMesh, SeveralPartsAndEmptyMeshes) {
  TetMesh parts = make_box({1, 1, 1}, {3, 3, 3}, {0, 0, 0}, 0, 1);
  const TetMesh other = make_box({1, 1, 1}, {2, 2, 2}, {9, 0, 0}, 0, 1);
  const Index shift = static_cast<Index>(parts.points.size());
  parts.points.insert(parts.points.end(), other.points.begin(), other.points.end());
  for (auto tet : other.tets) {
    for (Index &n : tet)
      n += shift;
    parts.tets.push_back(tet);
    parts.tet_group.push_back(0);
  }
  for (MeshOrder order : {MeshOrder::spatial, MeshOrder::rcm}) {
    const TetMesh after = reorder(shuffled(parts, 3), order);
    EXPECT_NEAR(testing::total_volume(after), 2, 1e-13);
    EXPECT_TRUE(reorder(TetMesh(), order).tets.empty());
  }
}

TEST(Hilbert, ConsecutiveCellsShareAFaceAndFillTheCube) {
  const std::uint32_t n = 16;
  std::vector<std::array<std::uint32_t, 3>> along(n * n * n, {n, n, n});
  for (std::uint32_t z = 0; z < n; ++z)
    for (std::uint32_t y = 0; y < n; ++y)
      for (std::uint32_t x = 0; x < n; ++x) {
        const std::uint64_t key = hilbert_key({x, y, z});
        ASSERT_LT(key, along.size()); // the curve fills the corner cube before it leaves it
        ASSERT_EQ(along[key][0], n) << "two cells with one key";
        along[key] = {x, y, z};
      }
  for (std::size_t i = 1; i < along.size(); ++i) {
    int distance = 0;
    for (int d = 0; d < 3; ++d)
      distance += std::abs(static_cast<int>(along[i][d]) - static_cast<int>(along[i - 1][d]));
    EXPECT_EQ(distance, 1) << i;
  }
  const std::uint32_t last = (1u << k_hilbert_bits) - 1;
  EXPECT_LT(hilbert_key({last, last, last}), std::uint64_t{1} << 63);
}

} // namespace
} // namespace curlew
