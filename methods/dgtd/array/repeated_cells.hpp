#pragma once

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/tet_mesh.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace curlew::dgtd {

// A large array by the tables of a small one, which has at most five cells along x and y: the first
// two and the last two of a line of cells are those of the small array, and its third stands for
// all between them. What a cell reads of its neighbours is then the same in both.
//
// Tets of the large array are numbered cell by cell, row by row, nodes too: a node belongs to the
// first cell that it touches.
class RepeatedCells {
public:
  static constexpr Index k_most = 5; // cells of the small array along an axis

  using Cell = std::array<Index, 2>; // along x and y
  struct Item {
    Cell cell;       // of the large array
    Index small = 0; // the tet or node of the small array that stands for it
  };

  // `first_tet`: of each cell of the small array, row by row, and the end. `mesh` is that of the
  // small array before conductors were taken out of it, with the cells' first tets `mesh_begin`.
  // Throws ResourceError for more tets than an Index counts.
  RepeatedCells(const Cell &cells, const std::array<double, 2> &pitch_m,
                std::vector<Index> first_tet, const TetMesh &mesh,
                const std::vector<Index> &mesh_begin);

  // How many cells the small array has of a line of `cells`, and which of them stands for cell i.
  static Index small_count(Index cells) { return cells < k_most ? cells : k_most; }
  static Index small_cell(Index i, Index cells);

  const Cell &cells() const { return cells_; }
  Index tets() const { return tets_.end(); }
  Item tet(Index tet) const { return tets_.item(tet); }
  Index small_tet(Index tet) const { return tets_.item(tet).small; }

  // In a cell of the large array what the tables of the small one name: a tet, which may lie behind
  // a face of the cell, or a node.
  Index tet_in(const Cell &cell, Index small_tet) const;
  Index node_in(const Cell &cell, Index small_node) const;

  Point point(const TetMesh &small, Index node) const;
  // The cell around a point, and the point's place in the small array.
  Cell cell_of(const Point &point_m) const;
  Point shift(const Cell &cell) const; // from where the small array has it
  // How many tets a tet of the small array stands for.
  Index times(Index small_tet) const;

  // Calls f(cell, first tet, first tet of the small array, tets) for each cell in order.
  template <class F> void for_each_cell(const F &f) const {
    for (Index j = 0; j < cells_[1]; ++j)
      for (Index i = 0; i < cells_[0]; ++i)
        f(Cell{i, j}, tets_.begin({i, j}), tets_.begin_small(tets_.small_number({i, j})),
          tets_.size({i, j}));
  }

private:
  // The numbers of what each cell has, cell by cell.
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

  // The cell that lies beside `cell` as a cell of the small array lies beside that cell's there.
  Cell beside(const Cell &cell, Index small_number) const;

  Cell cells_;
  std::array<double, 2> pitch_m_, low_m_{}; // low: of the first antenna's cell
  Numbers tets_, nodes_;
  std::vector<std::uint8_t> cell_of_tet_, cell_of_node_; // of the small array
  std::vector<Index> node_number_;                       // of its nodes, cell by cell
  std::vector<Index> small_node_;                        // and back
};

} // namespace curlew::dgtd
