#pragma once

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/tet_mesh.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace curlew::dgtd {

// Large array by the tables of a small one, which has at most five cells along x and y: the first
// two and the last two of a line of cells are those of the small array, and its third stands for
// all between them. A cell then reads the same from its neighbours in both.
//
// Tets of the large array are numbered cell by cell, row by row, nodes too: a node belongs to the
// first cell that it touches. A rank takes consecutive cells and numbers their tets from 0 on, and
// behind them its ghosts: tets of other ranks. Without several ranks both numbers are the same.
class RepeatedCells {
public:
  static constexpr Index k_most = 5; // cells of the small array along an axis

  using Cell = std::array<Index, 2>; // along x and y
  struct Item {
    Cell cell;       // cell of the large array
    Index small = 0; // tet or node of the small array that stands for it
  };

  // `first_tet`: first tet of each cell of the small array, row by row, and the end. `mesh` is that
  // of the small array before conductors were taken out of it, with the cells' first tets
  // `mesh_begin`. Throws ResourceError for more tets than an Index counts.
  RepeatedCells(const Cell &cells, const std::array<double, 2> &pitch_m,
                std::vector<Index> first_tet, const TetMesh &mesh,
                const std::vector<Index> &mesh_begin);

  // Return how many cells the small array has of a line of `cells`, and which of them stands for
  // cell i.
  static Index small_count(Index cells) { return cells < k_most ? cells : k_most; }
  static Index small_cell(Index i, Index cells);

  // Takes the cells `begin` to `end`, row by row, as this rank's, and as its ghosts the tets with
  // these numbers, ascending.
  void take(Index begin, Index end, std::vector<Index> ghosts);

  const Cell &cells() const { return cells_; }
  Index cell_count() const { return cells_[0] * cells_[1]; }
  Cell cell(Index number) const { return {number % cells_[0], number / cells_[0]}; } // row by row
  Index cell_number(const Cell &cell) const { return cell[0] + cells_[0] * cell[1]; }
  Index tets() const { return owned_tets() + static_cast<Index>(ghosts_.size()); }
  Index owned_tets() const { return end_tet_ - first_tet_; }
  Item tet(Index tet) const { return tets_.item(number(tet)); }
  Index small_tet(Index tet) const { return tets_.item(number(tet)).small; }
  Index number(Index tet) const { // number in the whole array
    return tet < owned_tets() ? first_tet_ + tet : ghosts_[tet - owned_tets()];
  }

  // Return the tet, which may lie behind a face of the cell, or node of a cell of the large array
  // that the tables of the small one name. tet_in: -1 where this rank has no such tet.
  Index tet_in(const Cell &cell, Index small_tet) const;
  Index number_in(const Cell &cell, Index small_tet) const; // number in the whole array
  Index node_in(const Cell &cell, Index small_node) const;
  // Return the first tet of a cell in the whole array, in the small one, and the number of its
  // tets.
  Index first_number(const Cell &cell) const { return tets_.begin(cell); }
  Index first_small(const Cell &cell) const { return tets_.begin_small(tets_.small_number(cell)); }
  Index tets_of(const Cell &cell) const { return tets_.size(cell); }
  // Returns the cell in which a cell of the large array has a tet that the tables name.
  Cell cell_with(const Cell &cell, Index small_tet) const {
    return beside(cell, cell_of_tet_[small_tet]);
  }

  Point point(const TetMesh &small, Index node) const;
  // Returns the cell around a point.
  Cell cell_of(const Point &point_m) const;
  Point shift(const Cell &cell) const; // from its place in the small array
  // Returns how many tets a tet of the small array stands for.
  Index times(Index small_tet) const;

  // True where a neighbour of a cell of this rank belongs to another rank.
  bool has_foreign_neighbour(const Cell &cell) const;

  // Calls f(cell, its first tet) for each cell of this rank in order.
  template <class F> void for_each_cell(const F &f) const {
    for (Index c = begin_; c < end_; ++c)
      f(cell(c), tets_.begin(cell(c)) - first_tet_);
  }

private:
  // Numbers of the tets or nodes of each cell, cell by cell.
  class Numbers {
  public:
    Numbers() = default;
    Numbers(const Cell &cells, std::vector<Index> small_begin);
    Item item(Index number) const;
    Index begin(const Cell &cell) const;
    Index size(const Cell &cell) const { return sizes_[small_number(cell)]; }
    Index end() const { return row_begin_.back(); }
    Index begin_small(Index small_number) const { return small_begin_[small_number]; }
    Index small_number(const Cell &cell) const;

  private:
    Cell cells_{1, 1};
    std::vector<Index> small_begin_, sizes_; // [cell of the small array], and the end
    std::vector<Index> row_begin_;           // [row of the large array], and the end
  };

  // Returns the cell beside `cell` in the direction in which a cell of the small array lies beside
  // that cell's there.
  Cell beside(const Cell &cell, Index small_number) const;

  Cell cells_;
  std::array<double, 2> pitch_m_, low_m_{}; // low: low corner of the first antenna's cell
  Numbers tets_, nodes_;
  Index begin_ = 0, end_, first_tet_ = 0, end_tet_; // this rank's cells and tets
  std::vector<Index> ghosts_;
  // of the small array: cell of each tet, of each node
  std::vector<std::uint8_t> cell_of_tet_, cell_of_node_;
  std::vector<Index> node_number_; // numbers of its nodes, cell by cell
  std::vector<Index> small_node_;  // node of the small array of each number
};

} // namespace curlew::dgtd
