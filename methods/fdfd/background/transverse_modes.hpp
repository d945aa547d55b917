#pragma once

#include <curlew/methods/fdfd/background/axis_modes.hpp>

#include <array>
#include <memory>

namespace curlew::fdfd {

// The modes of a direction across the layers, for axes with a Bloch phase too. As in AxisModes
//   difference of node(:, m) on halves = g(m) half(:, m),
//   difference of half(:, m) on nodes = -g(m) node(:, m),
// but each set has partners of its own, which extract a mode from a field,
//   node_left^T diag(node_length) node = 1,   half_left^T diag(half_length) half = 1.
// Without a period both are the same vectors (AxisModes). With one the modes are waves, with
// k_m = (2 pi m - phase's angle) / period:
//   node = exp(-j k_m x) / sqrt(period),   half = -j exp(-j k_m x) / sqrt(period),
//   g = 2 sin(k_m h / 2) / h,   and the partners are the complex conjugates.
struct TransverseModes {
  Index count = 0;
  // count x count; a column is a mode. Without a period the modes are shared among equal axes.
  std::shared_ptr<const AxisModes> right;
  std::shared_ptr<const AxisModes> left; // without g; with a period only
};

// Makes the modes of x and y, side by side, on up to `threads` host threads (0: all). Throws the
// errors of make_axis_modes().
std::array<TransverseModes, 2> make_transverse_modes(const Axis &x, const Axis &y, int threads);

} // namespace curlew::fdfd
