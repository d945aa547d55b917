#include <curlew/methods/fem/ranks/rank_rows.hpp>

#include <curlew/core/mesh/partition.hpp>
#include <curlew/methods/fem/assembly/make_tables.hpp>

#include <algorithm>
#include <utility>

namespace curlew::fem {
namespace {

// Returns, for each solved tet, the solved tets behind its faces, as positions in Problem::tets.
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

// Takes the rows of a table with `width` entries in which any entry is owned: appends the row's
// position to `taken`, and its entries to `rows`.
template <class IsOwned>
void take_owned(const std::vector<Index> &table, int width, const IsOwned &is_owned,
                std::vector<Index> &taken, std::vector<Index> &rows) {
  for (std::size_t k = 0; k < table.size() / width; ++k) {
    const auto first = table.begin() + static_cast<std::ptrdiff_t>(k) * width;
    if (!std::any_of(first, first + width, is_owned))
      continue;
    taken.push_back(static_cast<Index>(k));
    rows.insert(rows.end(), first, first + width);
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
  if (problem.periodic.empty())
    return owner;
  std::vector<int> entry_owner(problem.periodic.count, -1);
  for (std::size_t u = 0; u < owner.size(); ++u) {
    int &rank = entry_owner[problem.periodic.number[u]];
    rank = rank < 0 ? owner[u] : rank;
    owner[u] = rank;
  }
  return owner;
}

RankRows make_rank_rows(const Problem &problem, const std::vector<int> &owner,
                        const Communicator &ranks) {
  RankRows rows;
  rows.ranks = ranks;
  const auto is_owned = [&](Index u) { return u >= 0 && owner[u] == ranks.rank(); };
  const int per_tet = problem.dofs.per_tet, per_face = problem.dofs.space.per_triangle();
  take_owned(problem.tet_rows, per_tet, is_owned, rows.tets, rows.tet_rows);
  take_owned(face_rows(problem), per_face, is_owned, rows.terms, rows.face_rows);
  std::vector<Index> ghosts;
  for (const Index unknown : rows.tet_rows)
    if (unknown >= 0 && !is_owned(unknown))
      ghosts.push_back(unknown);
  std::sort(ghosts.begin(), ghosts.end());
  ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());
  LocalNumbers numbers = make_local_numbers(ghosts, owner, ranks);
  make_local(numbers.local, rows.tet_rows);
  make_local(numbers.local, rows.face_rows);
  rows.unknowns = std::move(numbers.numbers);
  rows.owned = numbers.owned;
  rows.peers = std::move(numbers.peers);
  for (std::size_t k = 0; k < rows.tets.size(); ++k)
    if (std::binary_search(problem.curved.begin(), problem.curved.end(), rows.tets[k]))
      rows.curved.push_back(static_cast<Index>(k));
  for (Index &tet : rows.tets) // until here positions among the solved tets
    tet = problem.tets[tet];
  rows.pattern = make_pattern(rows.tet_rows, per_tet, rows.owned, problem.threads);
  return rows;
}

} // namespace curlew::fem
