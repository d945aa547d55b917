#pragma once

#include <curlew/methods/fdfd/axis.hpp>

#include <vector>

namespace curlew::fdfd {

// The vectors on an axis' nodes whose second difference is a multiple of them, where that multiple
// is not 0: -D' D v = value v with D the difference on halves and D' the one on nodes, and
// v^T diag(node_length) v = 1 without conjugation. Column by column, `count` rows, 0 on fixed
// nodes.
struct NodeModes {
  std::vector<complex> values, vectors; // 1/m^2; m^-1/2
};

// Layers at both ends have modes of their own with the same value, and an eigensolver mixes them at
// will, from 128 cells on until nothing of their orthogonality is left: an axis that is its own
// mirror image is split into even and odd vectors, of which either kind has one of each.
NodeModes find_node_modes(const Axis &axis);

} // namespace curlew::fdfd
