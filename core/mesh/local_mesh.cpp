#include <curlew/core/mesh/local_mesh.hpp>

#include <curlew/core/mesh/broadcast_groups.hpp>
#include <curlew/core/parallel/host_loops.hpp>

#include <algorithm>
#include <array>

namespace curlew {
namespace {

// Threads that each keep a table of all nodes; more would cost memory without gain.
constexpr int k_cutting_threads = 8;

// Position of a value in a rising part of a table, -1: not there.
Index find_rising(const std::vector<Index> &values, std::size_t begin, std::size_t end,
                  Index value) {
  const auto first = values.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto last = values.begin() + static_cast<std::ptrdiff_t>(end);
  const auto at = std::lower_bound(first, last, value);
  return at != last && *at == value ? static_cast<Index>(at - values.begin()) : -1;
}

// The parts of all ranks, one table after the other, as the root sends them.
struct Parts {
  explicit Parts(int ranks)
      : points(ranks), edge_points(ranks), tets(ranks), tet_edge_points(ranks), tet_group(ranks),
        tet_number(ranks), triangles(ranks), triangle_group(ranks), node_number(ranks),
        node_owner(ranks), owned_tets(ranks) {}
  std::vector<std::vector<Point>> points, edge_points;
  std::vector<std::vector<std::array<Index, 4>>> tets;
  std::vector<std::vector<std::array<Index, 6>>> tet_edge_points;
  std::vector<std::vector<Index>> tet_group, tet_number;
  std::vector<std::vector<std::array<Index, 3>>> triangles;
  std::vector<std::vector<Index>> triangle_group, node_number;
  std::vector<std::vector<int>> node_owner;
  std::vector<std::vector<Index>> owned_tets;
};

// The different owners of an entity's nodes.
template <std::size_t n>
std::vector<int> ranks_around(const std::array<Index, n> &nodes, const std::vector<int> &owner) {
  std::vector<int> ranks;
  for (const Index node : nodes)
    if (std::find(ranks.begin(), ranks.end(), owner[node]) == ranks.end())
      ranks.push_back(owner[node]);
  return ranks;
}

// The items of each rank, rising, collected from chunks of all items.
using ItemsOfRanks = std::vector<std::vector<Index>>;

std::vector<Index> items_of(const std::vector<ItemsOfRanks> &chunks, int rank) {
  std::vector<Index> items;
  for (const ItemsOfRanks &chunk : chunks)
    items.insert(items.end(), chunk[rank].begin(), chunk[rank].end());
  return items;
}

void cut_tets(const TetMesh &mesh, const std::vector<int> &owner, int threads, Parts &parts) {
  const int ranks = static_cast<int>(parts.tets.size());
  const std::size_t chunks = chunk_count(mesh.tets.size(), threads);
  std::vector<ItemsOfRanks> owned(chunks, ItemsOfRanks(ranks)), ghosts(owned);
  parallel_chunks(
      mesh.tets.size(), threads, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
        for (std::size_t t = begin; t < end; ++t) {
          const auto &nodes = mesh.tets[t];
          const int mine = owner[*std::min_element(nodes.begin(), nodes.end())];
          for (const int rank : ranks_around(nodes, owner))
            (rank == mine ? owned : ghosts)[chunk][rank].push_back(static_cast<Index>(t));
        }
      });
  parallel_chunks(
      ranks, threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t rank = begin; rank < end; ++rank) {
          auto &number = parts.tet_number[rank];
          number = items_of(owned, static_cast<int>(rank));
          parts.owned_tets[rank] = {static_cast<Index>(number.size())};
          const std::vector<Index> others = items_of(ghosts, static_cast<int>(rank));
          number.insert(number.end(), others.begin(), others.end());
          for (const Index tet : number) {
            parts.tets[rank].push_back(mesh.tets[tet]);
            parts.tet_group[rank].push_back(mesh.tet_group[tet]);
            if (mesh.is_curved())
              parts.tet_edge_points[rank].push_back(mesh.tet_edge_points[tet]);
          }
        }
      },
      1);
}

void cut_triangles(const TetMesh &mesh, const std::vector<int> &owner, Parts &parts) {
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (const int rank : ranks_around(mesh.triangles[t], owner)) {
      parts.triangles[rank].push_back(mesh.triangles[t]);
      parts.triangle_group[rank].push_back(mesh.triangle_group[t]);
    }
}

// Collects the nodes of a rank's tets, rising, and numbers them from 0. `local` holds -1 for every
// node of the mesh, before and after.
void cut_nodes(const TetMesh &mesh, const std::vector<int> &owner, int rank,
               std::vector<Index> &local, Parts &parts) {
  std::vector<Index> &number = parts.node_number[rank];
  for (const auto &tet : parts.tets[rank])
    for (const Index node : tet)
      if (local[node] < 0) {
        local[node] = 0;
        number.push_back(node);
      }
  std::sort(number.begin(), number.end());
  for (std::size_t n = 0; n < number.size(); ++n) {
    local[number[n]] = static_cast<Index>(n);
    parts.points[rank].push_back(mesh.points[number[n]]);
    parts.node_owner[rank].push_back(owner[number[n]]);
  }
  for (auto &tet : parts.tets[rank])
    for (Index &node : tet)
      node = local[node];
  for (auto &triangle : parts.triangles[rank])
    for (Index &node : triangle)
      node = local[node];
  for (const Index node : number)
    local[node] = -1;
}

// The same for the points on the edges of the rank's curved tets, in the order of these tets.
void cut_edge_points(const TetMesh &mesh, int rank, std::vector<Index> &local, Parts &parts) {
  std::vector<Index> met;
  for (auto &tet : parts.tet_edge_points[rank])
    for (Index &point : tet) {
      if (local[point] < 0) {
        local[point] = static_cast<Index>(met.size());
        met.push_back(point);
        parts.edge_points[rank].push_back(mesh.edge_points[point]);
      }
      point = local[point];
    }
  for (const Index point : met)
    local[point] = -1;
}

} // namespace

Index Ownership::find_tet(Index number) const {
  if (tet_number.empty())
    return number;
  const Index owned = find_rising(tet_number, 0, owned_tets, number);
  return owned >= 0 ? owned : find_rising(tet_number, owned_tets, tet_number.size(), number);
}

Index Ownership::find_node(Index number) const {
  return node_number.empty() ? number : find_rising(node_number, 0, node_number.size(), number);
}

LocalMesh whole_mesh(TetMesh mesh) {
  LocalMesh local;
  local.mesh = std::move(mesh);
  local.ownership.owned_tets = static_cast<Index>(local.mesh.tets.size());
  return local;
}

LocalMesh distribute(TetMesh mesh, const std::vector<int> &node_owner, const Communicator &ranks,
                     int threads) {
  if (ranks.is_alone())
    return whole_mesh(std::move(mesh));
  LocalMesh local;
  local.ownership.ranks = ranks;
  local.mesh.groups = broadcast_groups(mesh.groups, ranks);
  Parts parts(ranks.size());
  if (ranks.is_root()) {
    cut_tets(mesh, node_owner, threads, parts);
    cut_triangles(mesh, node_owner, parts);
    parallel_chunks(
        ranks.size(), std::min(host_threads(threads), k_cutting_threads),
        [&](std::size_t begin, std::size_t end) {
          std::vector<Index> local(mesh.points.size(), -1);
          std::vector<Index> local_edge_points(mesh.edge_points.size(), -1);
          for (std::size_t rank = begin; rank < end; ++rank) {
            cut_nodes(mesh, node_owner, static_cast<int>(rank), local, parts);
            cut_edge_points(mesh, static_cast<int>(rank), local_edge_points, parts);
          }
        },
        1);
    mesh = {};
  }
  // Tables are sent one after the other; the root frees each as soon as it is sent.
  const auto take = [&](auto &table) {
    auto mine = ranks.scatter(table);
    table = {};
    return mine;
  };
  local.mesh.points = take(parts.points);
  local.mesh.edge_points = take(parts.edge_points);
  local.mesh.tets = take(parts.tets);
  local.mesh.tet_edge_points = take(parts.tet_edge_points);
  local.mesh.tet_group = take(parts.tet_group);
  local.mesh.triangles = take(parts.triangles);
  local.mesh.triangle_group = take(parts.triangle_group);
  local.ownership.tet_number = take(parts.tet_number);
  local.ownership.node_number = take(parts.node_number);
  local.ownership.node_owner = take(parts.node_owner);
  local.ownership.owned_tets = take(parts.owned_tets).at(0);
  return local;
}

} // namespace curlew
