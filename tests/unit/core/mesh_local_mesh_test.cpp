// A mesh cut up and sent: every rank compares its part with the whole, which it makes itself.
#include "curved_fixtures.hpp"
#include "mesh_fixtures.hpp"

#include <curlew/core/mesh/curved.hpp>
#include <curlew/core/mesh/local_mesh.hpp>
#include <curlew/core/mesh/partition.hpp>

#include <set>

namespace curlew {
namespace {

const Communicator &all() {
  static const Communicator world = Communicator::world();
  return world;
}

// A box in two volumes, with names that are hard to send: spaces on all sides, none at all.
TetMesh box() {
  TetMesh mesh = make_box({1, 0.8, 0.6}, {5, 4, 3}, {0, 0, 0}, 0.2, 3);
  mesh.groups.push_back({3, 12, " core  block "});
  mesh.groups.push_back({2, 12, ""});
  mesh.groups.push_back({3, -4, "42 7"});
  const Index first = static_cast<Index>(mesh.groups.size()) - 3;
  for (std::size_t t = 0; t < mesh.tets.size(); t += 3)
    mesh.tet_group[t] = first;
  for (std::size_t t = 0; t < mesh.triangles.size(); t += 2)
    mesh.triangle_group[t] = first + 1;
  return mesh;
}

std::vector<int> in_turn(std::size_t nodes) {
  std::vector<int> owner(nodes);
  for (std::size_t n = 0; n < nodes; ++n)
    owner[n] = static_cast<int>(n) % all().size();
  return owner;
}

std::vector<int> metis_or_spatial(const TetMesh &mesh) {
  return partition_nodes(mesh, {}, all().size(), parse_partition_method("auto"));
}

// Gives all nodes but one per other rank, in the middle of the numbers, to the root.
std::vector<int> single_nodes(std::size_t nodes) {
  std::vector<int> owner(nodes, 0);
  for (int rank = 1; rank < all().size(); ++rank)
    owner[nodes / 2 + 3 * rank] = rank;
  return owner;
}

template <std::size_t n>
bool touches(const std::array<Index, n> &nodes, const std::vector<int> &owner, int rank) {
  return std::any_of(nodes.begin(), nodes.end(), [&](Index node) { return owner[node] == rank; });
}

// Returns the errors of this rank's part; empty without one.
std::string mistakes(const LocalMesh &local, const TetMesh &whole, const std::vector<int> &owner) {
  const TetMesh &mesh = local.mesh;
  const Ownership &mine = local.ownership;
  const int rank = all().rank();
  std::string text;
  const auto demand = [&](bool condition, const std::string &what) {
    if (!condition && text.find(what) == std::string::npos)
      text += what + "; ";
  };
  const auto number_of = [&](auto nodes) {
    for (Index &node : nodes)
      node = mine.number_of_node(node);
    return nodes;
  };

  demand(mesh.groups.size() == whole.groups.size(), "number of groups");
  for (std::size_t g = 0; g < mesh.groups.size() && g < whole.groups.size(); ++g)
    demand(mesh.groups[g].dimension == whole.groups[g].dimension &&
               mesh.groups[g].tag == whole.groups[g].tag &&
               mesh.groups[g].name == whole.groups[g].name,
           "group \"" + whole.groups[g].name + "\"");

  std::vector<std::uint8_t> used(mesh.points.size(), 0);
  for (const auto &tet : mesh.tets)
    for (const Index node : tet)
      used[node] = 1;
  for (Index n = 0; n < static_cast<Index>(mesh.points.size()); ++n) {
    const Index number = mine.number_of_node(n);
    demand(n == 0 || mine.number_of_node(n - 1) < number, "node numbers do not rise");
    demand(mesh.points[n] == whole.points[number], "position of a node");
    demand(mine.owns_node(n) == (owner[number] == rank), "owner of a node");
    demand(mine.is_alone() || mine.node_owner[n] == owner[number], "other owner of a node");
    demand(mine.find_node(number) == n, "a node is not found");
    demand(used[n], "a node without tet");
  }

  std::vector<Index> tets;
  for (Index t = 0; t < static_cast<Index>(mesh.tets.size()); ++t) {
    const Index number = mine.number_of_tet(t);
    tets.push_back(number);
    demand(t == 0 || t == mine.owned_tets || mine.number_of_tet(t - 1) < number,
           "tet numbers do not rise");
    demand(number_of(mesh.tets[t]) == whole.tets[number], "nodes of a tet");
    demand(mesh.tet_group[t] == whole.tet_group[number], "group of a tet");
    for (int k = 0; k < 6 && whole.is_curved(); ++k)
      demand(mesh.edge_points.at(mesh.tet_edge_points.at(t)[k]) ==
                 whole.edge_points[whole.tet_edge_points[number][k]],
             "points on the edges of a tet");
    const auto &nodes = whole.tets[number];
    const bool owned = owner[*std::min_element(nodes.begin(), nodes.end())] == rank;
    demand(owned == (t < mine.owned_tets), "owned tets and ghosts are mixed up");
    demand(mine.find_tet(number) == t, "a tet is not found");
  }
  std::sort(tets.begin(), tets.end());
  std::vector<Index> expected;
  for (std::size_t t = 0; t < whole.tets.size(); ++t)
    if (touches(whole.tets[t], owner, rank))
      expected.push_back(static_cast<Index>(t));
    else
      demand(mine.find_tet(static_cast<Index>(t)) == -1, "a tet is found that is elsewhere");
  demand(tets == expected, "tets around owned nodes");

  using Triangle = std::pair<std::array<Index, 3>, Index>;
  std::multiset<Triangle> triangles, expected_triangles;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    triangles.insert({number_of(mesh.triangles[t]), mesh.triangle_group.at(t)});
  for (std::size_t t = 0; t < whole.triangles.size(); ++t)
    if (touches(whole.triangles[t], owner, rank))
      expected_triangles.insert({whole.triangles[t], whole.triangle_group[t]});
  demand(triangles == expected_triangles, "triangles at owned nodes");
  return text;
}

// Distributes a mesh and owners that only the root passes.
LocalMesh distributed(const TetMesh &whole, const std::vector<int> &owner) {
  return all().is_root() ? distribute(whole, owner, all()) : distribute({}, {}, all());
}

void expect_cut(const TetMesh &whole, const std::vector<int> &owner) {
  const LocalMesh local = distributed(whole, owner);
  EXPECT_EQ(mistakes(local, whole, owner), "");
  // Together the owned tets are the mesh, each exactly once.
  const Ownership &mine = local.ownership;
  std::vector<Index> numbers;
  for (Index t = 0; t < mine.owned_tets; ++t)
    numbers.push_back(mine.number_of_tet(t));
  std::vector<Index> together;
  for (const auto &part : all().gather(numbers))
    together.insert(together.end(), part.begin(), part.end());
  std::sort(together.begin(), together.end());
  std::vector<Index> every(whole.tets.size());
  std::iota(every.begin(), every.end(), 0);
  if (all().is_root()) {
    EXPECT_EQ(together, every);
  }
}

TEST(LocalMesh, IsWhatARankNeeds) {
  const TetMesh whole = box();
  expect_cut(whole, metis_or_spatial(whole));
  expect_cut(whole, in_turn(whole.points.size())); // nearly every tet is everywhere
  expect_cut(whole, single_nodes(whole.points.size()));
}

TEST(LocalMesh, TakesAnyNumbering) {
  const TetMesh whole = testing::shuffled(box(), 11);
  expect_cut(whole, metis_or_spatial(whole));
  expect_cut(whole, in_turn(whole.points.size()));
}

TEST(LocalMesh, MayHaveNoTriangles) {
  TetMesh whole = box();
  whole.triangles.clear();
  whole.triangle_group.clear();
  expect_cut(whole, metis_or_spatial(whole));
}

TEST(LocalMesh, KeepsTetsCurved) {
  const TetMesh whole = testing::curved_ball(2);
  expect_cut(whole, in_turn(whole.points.size()));
  const LocalMesh local = distributed(whole, in_turn(whole.points.size()));
  EXPECT_NO_THROW(check_edge_points(local.mesh, make_topology(local.mesh)));
  LocalMesh bad = local;
  bad.mesh.edge_points[3][0] += 1e-15;
  EXPECT_NE(mistakes(bad, whole, in_turn(whole.points.size())), "");
}

// The twin of all these tests: each table with one mistake in it.
TEST(LocalMesh, MistakesWouldShow) {
  const TetMesh whole = box();
  const auto owner = in_turn(whole.points.size());
  const LocalMesh good = distributed(whole, owner);
  const auto with = [&](const auto &change) {
    LocalMesh bad = good;
    change(bad);
    return mistakes(bad, whole, owner);
  };
  EXPECT_NE(with([](LocalMesh &l) { std::swap(l.mesh.tets[0], l.mesh.tets[1]); }), "");
  EXPECT_NE(with([](LocalMesh &l) { l.mesh.tet_group[0] ^= 1; }), "");
  EXPECT_NE(with([](LocalMesh &l) { l.mesh.points[2][1] += 1e-15; }), "");
  EXPECT_NE(with([](LocalMesh &l) { l.mesh.triangle_group[0] += 1; }), "");
  EXPECT_NE(with([](LocalMesh &l) { --l.ownership.owned_tets; }), "");
  EXPECT_NE(with([](LocalMesh &l) { l.mesh.groups.pop_back(); }), "");
  if (all().is_alone())
    return;
  EXPECT_NE(with([](LocalMesh &l) { l.ownership.node_owner[0] ^= 1; }), "");
  EXPECT_NE(with([](LocalMesh &l) {
              l.mesh.tets.pop_back();
              l.mesh.tet_group.pop_back();
              l.ownership.tet_number.pop_back();
            }),
            "");
}

TEST(LocalMesh, OfTheWholeHasNoTables) {
  const TetMesh whole = box();
  const LocalMesh local = whole_mesh(whole);
  testing::expect_same(local.mesh, whole);
  EXPECT_TRUE(local.ownership.is_alone());
  EXPECT_EQ(local.ownership.owned_tets, static_cast<Index>(whole.tets.size()));
  EXPECT_TRUE(local.ownership.node_number.empty() && local.ownership.tet_number.empty() &&
              local.ownership.node_owner.empty());
  EXPECT_EQ(local.ownership.find_tet(17), 17);
  EXPECT_TRUE(local.ownership.owns_node(17));
}

} // namespace
} // namespace curlew
