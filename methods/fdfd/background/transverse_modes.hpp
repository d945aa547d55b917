#pragma once

#include <curlew/methods/fdfd/axis.hpp>

#include <vector>

namespace curlew::fdfd {

// The modes of a direction across the layers, for axes with a Bloch phase too. As in AxisModes
//   difference of node(:, m) on halves = g(m) half(:, m),
//   difference of half(:, m) on nodes = -g(m) node(:, m),
// but each set has partners of its own, which pick a mode out of a field,
//   node_left^T diag(node_length) node = 1,   half_left^T diag(half_length) half = 1.
// Without a period both are the same vectors (AxisModes). With one the modes are waves, with
// k_m = (2 pi m - phase's angle) / period:
//   node = exp(-j k_m x) / sqrt(period),   half = -j exp(-j k_m x) / sqrt(period),
//   g = 2 sin(k_m h / 2) / h,   and the partners are the complex conjugates.
struct TransverseModes {
  Index count = 0;
  std::vector<complex> node, half, node_left, half_left; // count x count; a column is a mode
  std::vector<complex> g;                                // 1/m
  bool is_periodic = false;
};

// Throws what make_axis_modes() does.
TransverseModes make_transverse_modes(const Axis &axis);

} // namespace curlew::fdfd
