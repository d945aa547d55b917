#include <curlew/methods/fem/ranks/rank_rows.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/partition.hpp>
#include <curlew/methods/fem/assembly/make_tables.hpp>

#include <algorithm>

namespace curlew::fem {
namespace {

// Solved tets behind the faces of solved tets, by positions in Problem::tets.
IndexRows neighbours_of(const Problem &problem) {
  const TetTopology &topology = problem.model.topology;
  std::vector<Index> position(problem.model.solved.size(), -1);
  for (std::size_t k = 0; k < problem.tets.size(); ++k)
    position[problem.tets[k]] = static_cast<Index>(k);
  IndexRows rows;
  rows.offsets.push_back(0);
  for (const Index tet : problem.tets) {
    for (const Index face : topology.tet_faces[tet])
      for (const Index other : topology.face_tets[face])
        if (other >= 0 && other != tet && position[other] >= 0)
          rows.indices.push_back(position[other]);
    rows.offsets.push_back(static_cast<Offset>(rows.indices.size()));
  }
  return rows;
}

// Local numbers of so many rows of a table, where any is owned: its position goes to `taken`, its
// row to `rows`.
void take_owned(const std::vector<Index> &table, int width, const std::vector<Index> &local,
                Index owned, std::vector<Index> &taken, std::vector<Index> &rows) {
  const auto is_owned = [&](Index u) { return u >= 0 && local[u] >= 0 && local[u] < owned; };
  for (std::size_t k = 0; k < table.size() / width; ++k) {
    const auto first = table.begin() + static_cast<std::ptrdiff_t>(k) * width;
    if (!std::any_of(first, first + width, is_owned))
      continue;
    taken.push_back(static_cast<Index>(k));
    for (auto entry = first; entry != first + width; ++entry)
      rows.push_back(*entry);
  }
}

void make_local(const std::vector<Index> &local, std::vector<Index> &rows) {
  for (Index &row : rows)
    if (row >= 0)
      row = local[row];
}

} // namespace

std::vector<int> owners_of_unknowns(const Problem &problem, int ranks,
                                    const std::string &partition) {
  const std::vector<int> part =
      partition_tets(neighbours_of(problem), std::vector<Index>(problem.tets.size(), 1), ranks,
                     parse_partition_method(partition));
  std::vector<int> owner(problem.unknowns.count, -1);
  for (std::size_t k = 0; k < problem.tet_rows.size(); ++k)
    if (const Index unknown = problem.tet_rows[k]; unknown >= 0 && owner[unknown] < 0)
      owner[unknown] = part[k / problem.dofs.per_tet];
  return owner;
}

void order_by_rank(std::vector<Index> &numbers, const std::vector<int> &owner) {
  std::stable_sort(numbers.begin(), numbers.end(),
                   [&](Index a, Index b) { return owner[a] < owner[b]; });
}

std::vector<ExchangePeer> peers_of(const std::vector<Index> &ghosts, const std::vector<int> &owner,
                                   const std::vector<Index> &local, Index owned,
                                   const Communicator &ranks) {
  std::vector<std::vector<Index>> wanted(ranks.size());
  for (const Index ghost : ghosts)
    wanted[owner[ghost]].push_back(ghost);
  const auto asked = ranks.exchange(wanted);
  std::vector<ExchangePeer> peers;
  for (int rank = 0; rank < ranks.size(); ++rank) {
    ExchangePeer peer{rank, {}, static_cast<Index>(wanted[rank].size())};
    for (const Index number : asked[rank]) {
      const bool is_known = number >= 0 && number < static_cast<Index>(local.size());
      if (!is_known || local[number] < 0 || local[number] >= owned)
        throw Error(ExitCode::internal, "ranks disagree on who owns the unknowns of the mesh");
      peer.send.push_back(local[number]);
    }
    if (peer.receive > 0 || !peer.send.empty())
      peers.push_back(std::move(peer));
  }
  return peers;
}

RankRows make_rank_rows(const Problem &problem, const std::vector<int> &owner,
                        const Communicator &ranks) {
  RankRows rows;
  rows.ranks = ranks;
  std::vector<Index> local(problem.unknowns.count, -1);
  for (Index u = 0; u < problem.unknowns.count; ++u)
    if (owner[u] == ranks.rank()) {
      local[u] = rows.owned++;
      rows.unknowns.push_back(u);
    }
  const int per_tet = problem.dofs.per_tet, per_face = problem.dofs.space.per_triangle();
  take_owned(problem.tet_rows, per_tet, local, rows.owned, rows.tets, rows.tet_rows);
  take_owned(face_rows(problem), per_face, local, rows.owned, rows.terms, rows.face_rows);
  std::vector<Index> ghosts;
  for (const Index unknown : rows.tet_rows)
    if (unknown >= 0 && owner[unknown] != ranks.rank())
      ghosts.push_back(unknown);
  std::sort(ghosts.begin(), ghosts.end());
  ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());
  order_by_rank(ghosts, owner);
  for (const Index ghost : ghosts) {
    local[ghost] = static_cast<Index>(rows.unknowns.size());
    rows.unknowns.push_back(ghost);
  }
  make_local(local, rows.tet_rows);
  make_local(local, rows.face_rows);
  rows.peers = peers_of(ghosts, owner, local, rows.owned, ranks);
  for (std::size_t k = 0; k < rows.tets.size(); ++k)
    if (std::binary_search(problem.curved.begin(), problem.curved.end(), rows.tets[k]))
      rows.curved.push_back(static_cast<Index>(k));
  for (Index &tet : rows.tets) // until here positions among the solved ones
    tet = problem.tets[tet];
  rows.pattern = make_pattern(rows.tet_rows, per_tet, rows.owned, problem.threads);
  return rows;
}

} // namespace curlew::fem
