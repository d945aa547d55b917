#pragma once

#include <curlew/methods/fdfd/problem.hpp>

#include <array>
#include <optional>

namespace curlew::fdfd {

using Node = std::array<Index, 3>;

// Returns the nearest node of an axis, from 0 to its cells; on a periodic axis one of any period.
// Half a cell goes up, but for rounding.
Index nearest_node(const Axis &axis, double position_m);

// Returns the index under which a node from 0 to the axis' cells is stored: 0 for the node at the
// end of a period, none for a node on the upper conducting wall.
std::optional<Index> stored_node(const Axis &axis, Index node);

// Returns the length around a node without absorbing layers: a cell, half of it on a magnetic wall.
double length_of_node(const Axis &axis, Index node);

// An edge of the grid from a node to the next one along its component.
struct GridEdge {
  int component;
  Node from;
  bool operator<(const GridEdge &other) const {
    return component != other.component ? component < other.component : from < other.from;
  }
};

// Returns the entry of an edge, or of a face with this lowest corner (is_electric false); none
// beyond walls.
std::optional<std::array<Index, 3>> stored_entry(const Problem &problem, int component,
                                                 const Node &from, bool is_electric = true);

} // namespace curlew::fdfd
