#include <curlew/methods/dgtd/array/repeated_cells.hpp>

#include <curlew/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace curlew::dgtd {
namespace {

constexpr Index k_none = -1;

} // namespace

Index RepeatedCells::small_cell(Index i, Index cells) {
  const Index small = small_count(cells);
  if (i >= cells - 2)
    return small - (cells - i);
  return std::min<Index>(i, 2);
}

RepeatedCells::Numbers::Numbers(const Cell &cells, std::vector<Index> small_begin)
    : cells_(cells), small_begin_(std::move(small_begin)) {
  for (std::size_t c = 0; c + 1 < small_begin_.size(); ++c)
    sizes_.push_back(small_begin_[c + 1] - small_begin_[c]);
  Offset first = 0;
  for (Index j = 0; j <= cells_[1]; ++j) {
    if (first > std::numeric_limits<Index>::max())
      throw ResourceError(fmt::format("the array has more than {} tets or nodes",
                                      std::numeric_limits<Index>::max()));
    row_begin_.push_back(static_cast<Index>(first));
    for (Index i = 0; j < cells_[1] && i < cells_[0]; ++i)
      first += size({i, j});
  }
}

Index RepeatedCells::Numbers::small_number(const Cell &cell) const {
  return small_cell(cell[0], cells_[0]) + small_count(cells_[0]) * small_cell(cell[1], cells_[1]);
}

Index RepeatedCells::Numbers::begin(const Cell &cell) const {
  const auto [i, j] = cell;
  return i == 0 ? row_begin_[j] : row_begin_[j] + size({0, j}) + (i - 1) * size({1, j});
}

namespace {

// Returns the index of the part, of `count`, that holds a number, and leaves the number in that
// part: the first part has `first` numbers, each between the ends `other`.
Index find_part(Index &number, Index first, Index other, Index count) {
  if (number < first)
    return 0;
  number -= first;
  const Index between = other == 0 ? count : number / other;
  const Index part = std::min<Index>(between, count - 2);
  number -= part * other;
  return 1 + part;
}

} // namespace

RepeatedCells::Item RepeatedCells::Numbers::item(Index number) const {
  Cell cell{0, 0};
  cell[1] = find_part(number, row_begin_[1], row_begin_[2] - row_begin_[1], cells_[1]);
  cell[0] = find_part(number, size({0, cell[1]}), size({1, cell[1]}), cells_[0]);
  return {cell, small_begin_[small_number(cell)] + number};
}

namespace {

// First cell of each node, and the node's number there in the order in which the cell's tets have
// it: cells of one kind with the same neighbours number their nodes alike.
struct NodeOwners {
  std::vector<std::uint8_t> cell;
  std::vector<Index> number, begin; // begin: first number of each cell, and the end
};

NodeOwners find_owners(const TetMesh &mesh, const std::vector<Index> &mesh_begin) {
  NodeOwners owners;
  owners.cell.resize(mesh.points.size());
  owners.number.assign(mesh.points.size(), k_none);
  Index count = 0;
  for (std::size_t c = 0; c + 1 < mesh_begin.size(); ++c) {
    owners.begin.push_back(count);
    for (Index t = mesh_begin[c]; t < mesh_begin[c + 1]; ++t)
      for (const Index node : mesh.tets[t])
        if (owners.number[node] == k_none) {
          owners.number[node] = count++;
          owners.cell[node] = static_cast<std::uint8_t>(c);
        }
  }
  owners.begin.push_back(count);
  return owners;
}

} // namespace

RepeatedCells::RepeatedCells(const Cell &cells, const std::array<double, 2> &pitch_m,
                             std::vector<Index> first_tet, const TetMesh &mesh,
                             const std::vector<Index> &mesh_begin)
    : cells_(cells), pitch_m_(pitch_m), end_(cells[0] * cells[1]) {
  for (std::size_t c = 0; c + 1 < first_tet.size(); ++c)
    cell_of_tet_.resize(first_tet[c + 1], static_cast<std::uint8_t>(c));
  tets_ = Numbers(cells, std::move(first_tet));
  end_tet_ = tets_.end();
  NodeOwners owners = find_owners(mesh, mesh_begin);
  small_node_.resize(owners.begin.back());
  for (std::size_t node = 0; node < owners.number.size(); ++node)
    if (owners.number[node] != k_none)
      small_node_[owners.number[node]] = static_cast<Index>(node);
  nodes_ = Numbers(cells, std::move(owners.begin));
  cell_of_node_ = std::move(owners.cell);
  node_number_ = std::move(owners.number);
  const Index antenna = small_count(cells[0]) + 1;
  low_m_ = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  for (Index t = mesh_begin[antenna]; t < mesh_begin[antenna + 1]; ++t)
    for (const Index node : mesh.tets[t])
      for (int axis = 0; axis < 2; ++axis)
        low_m_[axis] = std::min(low_m_[axis], mesh.points[node][axis]);
}

RepeatedCells::Cell RepeatedCells::beside(const Cell &cell, Index small_number) const {
  const Index width = small_count(cells_[0]);
  const Cell other{small_number % width, small_number / width};
  Cell result;
  for (int axis = 0; axis < 2; ++axis)
    result[axis] = cell[axis] + other[axis] - small_cell(cell[axis], cells_[axis]);
  return result;
}

void RepeatedCells::take(Index begin, Index end, std::vector<Index> ghosts) {
  begin_ = begin;
  end_ = end;
  first_tet_ = tets_.begin(cell(begin));
  end_tet_ = end < cell_count() ? tets_.begin(cell(end)) : tets_.end();
  ghosts_ = std::move(ghosts);
}

bool RepeatedCells::has_foreign_neighbour(const Cell &cell) const {
  for (int axis = 0; axis < 2; ++axis)
    for (const Index step : {-1, 1}) {
      Cell other = cell;
      other[axis] += step;
      const Index number = cell_number(other);
      if (other[axis] >= 0 && other[axis] < cells_[axis] && (number < begin_ || number >= end_))
        return true;
    }
  return false;
}

Index RepeatedCells::number_in(const Cell &cell, Index small_tet) const {
  const Index number = cell_of_tet_[small_tet];
  return tets_.begin(beside(cell, number)) + small_tet - tets_.begin_small(number);
}

Index RepeatedCells::tet_in(const Cell &cell, Index small_tet) const {
  const Index number = number_in(cell, small_tet);
  if (number >= first_tet_ && number < end_tet_)
    return number - first_tet_;
  const auto ghost = std::lower_bound(ghosts_.begin(), ghosts_.end(), number);
  return ghost != ghosts_.end() && *ghost == number
             ? owned_tets() + static_cast<Index>(ghost - ghosts_.begin())
             : k_none;
}

Index RepeatedCells::node_in(const Cell &cell, Index small_node) const {
  const Index number = cell_of_node_[small_node];
  return nodes_.begin(beside(cell, number)) + node_number_[small_node] - nodes_.begin_small(number);
}

Point RepeatedCells::shift(const Cell &cell) const {
  Point result{0, 0, 0};
  for (int axis = 0; axis < 2; ++axis)
    result[axis] = pitch_m_[axis] * (cell[axis] - small_cell(cell[axis], cells_[axis]));
  return result;
}

Point RepeatedCells::point(const TetMesh &small, Index node) const {
  const Item item = nodes_.item(node);
  return small.points[small_node_[item.small]] + shift(item.cell);
}

Index RepeatedCells::times(Index small_tet) const {
  const Index number = cell_of_tet_[small_tet];
  const Cell small{number % small_count(cells_[0]), number / small_count(cells_[0])};
  Index result = 1;
  for (int axis = 0; axis < 2; ++axis)
    if (cells_[axis] > k_most && small[axis] == 2)
      result *= cells_[axis] - k_most + 1;
  return result;
}

RepeatedCells::Cell RepeatedCells::cell_of(const Point &point_m) const {
  Cell cell;
  for (int axis = 0; axis < 2; ++axis) {
    const double i = 1 + std::floor((point_m[axis] - low_m_[axis]) / pitch_m_[axis]);
    cell[axis] = static_cast<Index>(std::clamp(i, 0.0, cells_[axis] - 1.0));
  }
  return cell;
}

} // namespace curlew::dgtd
