// Owners of nodes, on a box and on the rest of it without a conductor.
#include "mesh_fixtures.hpp"

#include <curlew/core/mesh/partition.hpp>
#include <curlew/tests/support/features.hpp>

namespace curlew {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::input_error;

std::vector<PartitionMethod> methods() {
  if (testing::k_has_metis)
    return {PartitionMethod::spatial, PartitionMethod::metis};
  return {PartitionMethod::spatial};
}

// 7,986 tets, 1,728 nodes.
TetMesh box() {
  return make_box({1, 1, 1}, {11, 11, 11}, {0, 0, 0}, 0.2, 1);
}

// Returns the number of corners of solved tets that each rank owns, which the partition balances.
std::vector<double> shares(const TetMesh &mesh, const std::vector<int> &owner,
                           const std::vector<std::uint8_t> &solved, int ranks) {
  std::vector<double> share(ranks, 0);
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    if (solved.empty() || solved[t])
      for (const Index node : mesh.tets[t])
        ++share[owner[node]];
  return share;
}

// The largest over the mean.
double imbalance(const std::vector<double> &share) {
  const double sum = std::accumulate(share.begin(), share.end(), 0.0);
  return *std::max_element(share.begin(), share.end()) * static_cast<double>(share.size()) / sum;
}

// Returns the share of tets whose nodes belong to several ranks.
double shared_tets(const TetMesh &mesh, const std::vector<int> &owner) {
  double shared = 0;
  for (const auto &tet : mesh.tets)
    shared +=
        std::any_of(tet.begin(), tet.end(), [&](Index n) { return owner[n] != owner[tet[0]]; });
  return shared / static_cast<double>(mesh.tets.size());
}

TEST(Partition, GivesEveryNodeOneOwnerAndEveryRankItsShare) {
  const TetMesh mesh = box();
  for (const PartitionMethod method : methods())
    for (const int ranks : {1, 2, 3, 4, 7, 16}) {
      const auto owner = partition_nodes(mesh, {}, ranks, method);
      ASSERT_EQ(owner.size(), mesh.points.size());
      ASSERT_GE(*std::min_element(owner.begin(), owner.end()), 0);
      ASSERT_LT(*std::max_element(owner.begin(), owner.end()), ranks);
      EXPECT_LT(imbalance(shares(mesh, owner, {}, ranks)), 1.1)
          << to_string(method) << " " << ranks;
    }
  // Twin: nodes alone, without the weight of their tets. Nodes on walls have fewer tets.
  std::vector<int> halves(mesh.points.size());
  for (std::size_t n = 0; n < halves.size(); ++n)
    halves[n] = std::all_of(mesh.points[n].begin(), mesh.points[n].end(),
                            [](double x) { return x > 0.05 && x < 0.95; });
  EXPECT_GT(imbalance(shares(mesh, halves, {}, 2)), 1.1);
}

// Kuhn's boxes are numbered plane by plane, so both methods give slabs or better. Nodes dealt out
// in turn to as many ranks would share nearly all tets.
TEST(Partition, CutsFewTets) {
  const TetMesh mesh = box();
  for (const PartitionMethod method : methods())
    EXPECT_LT(shared_tets(mesh, partition_nodes(mesh, {}, 4, method)), 0.4) << to_string(method);
  std::vector<int> in_turn(mesh.points.size());
  for (std::size_t n = 0; n < in_turn.size(); ++n)
    in_turn[n] = static_cast<int>(n % 4);
  EXPECT_GT(shared_tets(mesh, in_turn), 0.9);
}

TEST(Partition, IsTheSameEveryTime) {
  const TetMesh mesh = testing::shuffled(box(), 5);
  for (const PartitionMethod method : methods())
    EXPECT_EQ(partition_nodes(mesh, {}, 5, method), partition_nodes(mesh, {}, 5, method));
}

// Tets of conductors are no work.
TEST(Partition, BalancesWhatIsSolved) {
  const TetMesh mesh = box();
  std::vector<std::uint8_t> solved(mesh.tets.size());
  for (std::size_t t = 0; t < solved.size(); ++t)
    solved[t] = mesh.points[mesh.tets[t][0]][2] > 0.6;
  for (const PartitionMethod method : methods()) {
    EXPECT_LT(imbalance(shares(mesh, partition_nodes(mesh, solved, 4, method), solved, 4)), 1.1)
        << to_string(method);
    // Twin: all tets weigh the same.
    EXPECT_GT(imbalance(shares(mesh, partition_nodes(mesh, {}, 4, method), solved, 4)), 1.1)
        << to_string(method);
  }
}

TEST(Partition, TooManyRanksAreAnErrorThatNamesThem) {
  const TetMesh mesh = make_box({1, 1, 1}, {1, 1, 1}, {0, 0, 0}, 0, 1); // 8 nodes, 6 tets
  for (const PartitionMethod method : methods())
    for (const int ranks : {9, 64})
      EXPECT_THAT(input_error([&] { partition_nodes(mesh, {}, ranks, method); }),
                  AllOf(HasSubstr("6 tets"), HasSubstr(std::to_string(ranks) + " ranks"),
                        HasSubstr("start fewer ranks")));
  // As many ranks as nodes may or may not be possible; each has a node, or this error is thrown.
  for (const PartitionMethod method : methods())
    for (const int ranks : {2, 4, 8}) {
      std::vector<int> owner;
      try {
        owner = partition_nodes(mesh, {}, ranks, method);
      } catch (const InputError &error) {
        EXPECT_THAT(error.what(), HasSubstr("start fewer ranks"));
        EXPECT_GT(ranks, 2) << "two ranks fit on eight nodes";
        continue;
      }
      for (const double share : shares(mesh, owner, {}, ranks))
        EXPECT_GT(share, 0);
    }
}

TEST(Partition, ARankWithConductorsOnlyIsAnError) {
  const TetMesh mesh = make_box({1, 1, 1}, {4, 4, 4}, {0, 0, 0}, 0, 1);
  std::vector<std::uint8_t> solved(mesh.tets.size(), 0);
  solved[7] = 1; // four nodes have work
  for (const PartitionMethod method : methods()) {
    EXPECT_THAT(input_error([&] { partition_nodes(mesh, solved, 5, method); }),
                HasSubstr("start fewer ranks"));
    EXPECT_NO_THROW(partition_nodes(mesh, solved, 1, method));
  }
}

TEST(Partition, MethodsHaveNames) {
  for (const PartitionMethod method : methods())
    EXPECT_EQ(parse_partition_method(to_string(method)), method);
  EXPECT_EQ(parse_partition_method("auto"), methods().back());
  EXPECT_THAT(input_error([] { parse_partition_method("scotch"); }),
              AllOf(HasSubstr("\"scotch\""), HasSubstr("auto, metis, spatial")));
  if (testing::k_has_metis)
    return;
  try {
    parse_partition_method("metis");
    FAIL() << "metis is not compiled in";
  } catch (const NotCompiled &error) {
    EXPECT_THAT(error.what(), HasSubstr("-DCURLEW_ENABLE_METIS=ON"));
  }
}

} // namespace
} // namespace curlew
