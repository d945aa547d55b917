#pragma once

#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/layout.hpp>

#include <vector>

namespace curlew::dgtd {

// Advance of one side of a tet in an absorbing layer. With s_d of AbsorbingLayers, a field x acts
// on the medium as u = S x / K, with K = kappa_a kappa_b / kappa_c and S = s_a s_b / s_c of the
// component along c, across a and b. With a, b and c for their rates over kappa,
//   u = x + (a + b - c) p + a b q,   p' = x - (c + alpha) p,   q' = p - alpha q,
// and the medium is driven by u, with its loss and its poles P (docs/methods/dgtd-notes.md,
// "Absorbing layers"):
//   K (u' + loss u + P' / eps_inf) = r.
// These are z' = A z + (r / K, 0, ...) for each component, z = (x, p, q, the numbers of the poles).
//
// In full spaces each component advances by itself. In mixed ones, whose functions have no
// components, every product with a number of A is projected to the functions of the tet; x' with K
// as the weight, because K is on its left.
struct LayerWeights {
  // Leapfrog: z1 = sum over l of weight[k][l][c] z0[l]. The last l, the number of blocks, is the
  // drive K^-1 times the sum of the updater's change of x, the jumps and loss_share x0. Stages: A,
  // without the updater's part of the loss.
  std::vector<double> weight; // [k][l][component]
  double loss_share = 0;
  int used = 0; // bit l: block l, or the drive, is used in this tet
};

// Blocks of z in the problem's layer tets: x, p, q where a tet needs it, and the states of poles.
struct LayerBlocks {
  bool has_second = false; // q
  int states = 0;
  int first_pole() const { return has_second ? 3 : 2; }
  int count() const { return first_pole() + states; }
};
constexpr int k_most_layer_blocks = 3 + k_most_layer_states;

// Counts the blocks of z on all ranks. Collective.
LayerBlocks layer_blocks(const Problem &problem, Side side);

// Returns the weights in full spaces.
LayerWeights layer_weights(const Problem &problem, Index tet, Side side, const LayerBlocks &blocks,
                           double dt_s);

// Step in mixed spaces. `matrix` has a row for each number of z, block by block, and a column for
// each number of z and behind these the drive's, which is that of LayerWeights before K^-1. Stages:
// no drive.
struct LayerStep {
  Matrix matrix;
  double loss_share = 0;
  int used = 0;
};
LayerStep layer_step(const Problem &problem, Index tet, Side side, const LayerBlocks &blocks,
                     double dt_s);

} // namespace curlew::dgtd
