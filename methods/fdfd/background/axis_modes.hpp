#pragma once

#include <curlew/methods/fdfd/grid/axis.hpp>

#include <array>
#include <memory>
#include <vector>

namespace curlew::fdfd {

// The modes of one direction: vectors that the two differences of the axis only multiply,
//   difference of node(:, m) on halves = g(m) half(:, m),
//   difference of half(:, m) on nodes = -g(m) node(:, m),
// orthonormal without conjugation in the form of the axis' lengths,
//   node^T diag(node_length) node = 1,   half^T diag(half_length) half = 1.
// Nodes of conducting walls and entries beyond magnetic walls hold no field. The modes there have
// no partner: a column of zeros, and g = 0.
//
// docs/methods/fdfd-notes.md, "The background's inverse".
struct AxisModes {
  Index count = 0;
  std::vector<complex> node, half; // count x count, column by column; a column is a mode
  std::vector<complex> g;          // 1/m

  // Return the deviations of the modes from the relations above: the largest entry of node^T
  // diag(node_length) node - 1 and of the same for halves; and the largest difference of the two
  // sides of the difference relations, relative to the largest g.
  double orthogonality_defect(const Axis &axis) const;
  double relation_defect(const Axis &axis) const;
};

// Finds the modes on up to `threads` host threads (0: all). Throws Error where an iteration fails,
// and for an axis with a Bloch phase, whose differences are not each other's transpose.
AxisModes make_axis_modes(const Axis &axis, int threads = 0);

// The same; the latest results are cached for later calls with the same lengths and walls.
std::shared_ptr<const AxisModes> shared_axis_modes(const Axis &axis, int threads = 0);

// Makes the modes of the three axes, side by side; equal axes share theirs.
std::array<std::shared_ptr<const AxisModes>, 3> make_modes(const std::array<Axis, 3> &axes,
                                                           int threads = 0);

} // namespace curlew::fdfd
