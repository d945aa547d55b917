#pragma once

#include <curlew/core/mesh/array_mesh.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace curlew {

// Positions of the cells of an array.
struct ArrayFrame {
  std::array<Index, 2> cells{3, 3};            // along x and y, with the frame
  std::array<std::array<double, 3>, 2> width;  // [axis][first, antenna, last], m
  std::array<double, 2> origin{0, 0};          // corner of the antenna (0, 0), m
  std::array<std::array<double, 2>, 9> corner; // [kind]: low x and y of its mesh, m
  double tolerance_m = 0;                      // two nodes that are as close are one

  Index part(int axis, Index cell) const { return cell == 0 ? 0 : cell + 1 == cells[axis] ? 2 : 1; }
  int kind(Index i, Index j) const { return static_cast<int>(3 * part(1, j) + part(0, i)); }
  // Start of a cell, m; for the index behind the last cell, the end of the array.
  double start(int axis, Index cell) const {
    if (cell == 0)
      return origin[axis] - width[axis][0];
    if (cell == cells[axis])
      return start(axis, cell - 1) + width[axis][2];
    return origin[axis] + static_cast<double>(cell - 1) * width[axis][1];
  }
};

ArrayFrame find_frame(const ArrayCells &array);

// A node of a cell, described in the same way from all cells: nodes that can be one node of the
// array have one class. A node on the high side of a cell along x or y belongs to the next cell
// there. A node of the array is then a class and a cell. Ordered by class, then by cell, the nodes
// of a tet have the same order in all copies, seen from every cell that they touch.
struct ArrayNode {
  Index node_class = 0;
  std::array<std::uint8_t, 2> next{0, 0};
  // Position relative to the corner of that cell, z unchanged; the same for all members of the
  // class.
  Point place{};
};

// Returns the nodes of each kind. Throws InputError for facets without partner.
std::array<std::vector<ArrayNode>, 9> match_nodes(const ArrayCells &array, const ArrayFrame &frame);

} // namespace curlew
