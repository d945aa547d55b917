#pragma once

#include <curlew/methods/fdfd/grid/axis.hpp>

#include <vector>

namespace curlew::fdfd {

// The modes of an axis (AxisModes) whose g is not 0: D node = g half, D' half = -g node with D the
// difference on halves and D' the one on nodes. Stored column by column, `count` rows, 0 on fixed
// entries. Computed in numbers of 106 bits until the end, so that layers of any thickness leave 15
// digits of each entry.
struct NodeModes {
  std::vector<complex> g, node, half; // 1/m; m^-1/2
};

// Finds the modes on up to `threads` host threads (0: all). Layers at both ends have modes of their
// own with the same value, which differ only by the tunnelling between the layers: an axis that is
// its own mirror image is split into even and odd vectors, each with one mode of such a pair.
// Throws Error where an iteration fails.
NodeModes find_node_modes(const Axis &axis, int threads);

} // namespace curlew::fdfd
