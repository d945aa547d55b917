#pragma once

#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/layout.hpp>

namespace curlew::dgtd {

// How one side of a tet in an absorbing layer goes on, n x n row by row. With rates a, b across a
// component of the field and c along it, its equation is, for inertia m (eps, mu) and loss s,
//   m (x' + (a + b - c) x + (a - c)(b - c) p) + s (x + (a + b - c) p + a b q) = r,
//   p' + c p = x,   q' = p,
// where every product with a rate is projected to the functions of the tet. q is kept where there
// is a loss only.
//
// Leapfrog, by Crank and Nicolson's method around the updater, whose own step is u:
//   x1 - x0 = step u + stay x0 + memory p0 + second q0 + sum over faces behind[f] x0+
//   p1 = p_keep p0 + p_gain (x0 + x1),   q1 = q0 + dt (p0 + p1) / 2
// with the penalty of the layer's faces in stay and behind (n x nf).
// Stages: the rates of x are stay x + memory p + second q beside the updater's, those of p are
// x + p_keep p.
struct LayerMatrices {
  Matrix step, stay, memory, second, p_keep, p_gain;
  std::array<Matrix, 4> behind;
};

LayerMatrices layer_matrices(const Problem &problem, Index tet, Side side, double dt_s);

} // namespace curlew::dgtd
