#include <curlew/methods/dgtd/array/cell_blocks.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace curlew::dgtd {
namespace {

// Returns the first cell of each rank, and the end.
std::vector<Index> divide_cells(const RepeatedCells &cells, int ranks) {
  std::vector<Index> begin{0};
  const double share = static_cast<double>(cells.tets()) / ranks;
  Index next = 0;
  for (int rank = 1; rank < ranks; ++rank) {
    const Index most = cells.cell_count() - (ranks - rank); // one is left for each later rank
    ++next;
    while (next < most && cells.first_number(cells.cell(next)) < rank * share)
      ++next;
    begin.push_back(next);
  }
  begin.push_back(cells.cell_count());
  return begin;
}

// Numbers of tets, each with the number of its cell.
using NumbersInCells = std::vector<std::pair<Index, Index>>;

// Returns the tets of other ranks behind faces of this rank's cells, ascending.
NumbersInCells tets_behind(const RepeatedCells &cells, const Problem &small) {
  NumbersInCells tets;
  cells.for_each_cell([&](const RepeatedCells::Cell &cell, Index) {
    if (!cells.has_foreign_neighbour(cell))
      return;
    const Index first = cells.first_small(cell), number = cells.cell_number(cell);
    for (Index t = first; t < first + cells.tets_of(cell); ++t)
      for (const TetFace &face : small.faces.table[t]) {
        if (face.kind != FaceKind::inner)
          continue;
        const Index other = cells.cell_number(cells.cell_with(cell, face.tet));
        if (other != number && cells.tet_in(cell, face.tet) < 0)
          tets.emplace_back(cells.number_in(cell, face.tet), other);
      }
  });
  std::sort(tets.begin(), tets.end());
  tets.erase(std::unique(tets.begin(), tets.end()), tets.end());
  return tets;
}

} // namespace

Ownership take_block(RepeatedCells &cells, const Problem &small, const Communicator &ranks,
                     std::vector<int> &ghost_owner) {
  Ownership mine;
  mine.ranks = ranks;
  if (ranks.is_alone()) {
    mine.owned_tets = cells.tets();
    return mine;
  }
  if (ranks.size() > cells.cell_count())
    throw std::invalid_argument("an array has fewer cells than there are ranks");
  const std::vector<Index> begin = divide_cells(cells, ranks.size());
  const Index first = begin[ranks.rank()], end = begin[ranks.rank() + 1];
  cells.take(first, end, {});
  std::vector<Index> ghosts;
  for (const auto &[tet, cell] : tets_behind(cells, small)) {
    ghosts.push_back(tet);
    const auto after = std::upper_bound(begin.begin(), begin.end(), cell);
    ghost_owner.push_back(static_cast<int>(after - begin.begin()) - 1);
  }
  cells.take(first, end, std::move(ghosts));
  mine.owned_tets = cells.owned_tets();
  mine.tet_number.resize(cells.tets());
  for (Index t = 0; t < cells.tets(); ++t)
    mine.tet_number[t] = cells.number(t);
  return mine;
}

} // namespace curlew::dgtd
