#pragma once

#include <curlew/methods/dgtd/array/repeated_cells.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace curlew::dgtd {

// Table of the tets of a problem. A large array uses the table of the small array that stands for
// it; Translate converts each value to the numbers of the large one.
template <class T, class Translate> class PerTet {
public:
  std::vector<T> table; // values as written; the same in all copies of a tet

  auto operator[](Index tet) const {
    if (!cells_)
      return Translate::own(table[tet]);
    const RepeatedCells::Item item = cells_->tet(tet);
    return Translate::in_cell(*cells_, item.cell, tet, table[item.small]);
  }
  Index size() const { return cells_ ? cells_->tets() : static_cast<Index>(table.size()); }
  void repeat(std::shared_ptr<const RepeatedCells> cells) { cells_ = std::move(cells); }

private:
  std::shared_ptr<const RepeatedCells> cells_; // null: the table has all tets
};

template <class T> struct SameInAllCells {
  static T own(T value) { return value; }
  static T in_cell(const RepeatedCells &, const RepeatedCells::Cell &, Index, T value) {
    return value;
  }
};

struct NodesInCell {
  using Nodes = std::array<Index, 4>;
  static const Nodes &own(const Nodes &nodes) { return nodes; }
  static Nodes in_cell(const RepeatedCells &cells, const RepeatedCells::Cell &cell, Index,
                       Nodes nodes) {
    for (Index &node : nodes)
      node = cells.node_in(cell, node);
    return nodes;
  }
};

} // namespace curlew::dgtd
