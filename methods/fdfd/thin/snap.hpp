#pragma once

#include <curlew/methods/fdfd/problem.hpp>

#include <array>
#include <optional>

namespace curlew::fdfd {

using Node = std::array<Index, 3>;

// The nearest node of an axis, from 0 to its cells. Half a cell goes up, but for rounding.
Index nearest_node(const Axis &axis, double position_m);

// Where what lies at a node from 0 to the axis' cells is stored: node 0 for one at the end of a
// period, nothing beyond a conducting wall.
std::optional<Index> stored_node(const Axis &axis, Index node);

// The length around a node without absorbing layers: a cell, half of it on a magnetic wall.
double length_of_node(const Axis &axis, Index node);

// An edge of the grid from a node to the next one along its component.
struct GridEdge {
  int component;
  Node from;
  bool operator<(const GridEdge &other) const {
    return component != other.component ? component < other.component : from < other.from;
  }
};

// The entry that stands for an edge, or for a face with this lowest corner (is_electric false);
// none beyond walls.
std::optional<std::array<Index, 3>> stored_entry(const Problem &problem, int component,
                                                 const Node &from, bool is_electric = true);

} // namespace curlew::fdfd
