#pragma once

#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/layout.hpp>

namespace curlew::dgtd {

// What the numbers of layer_weights.hpp act with on the unknowns of a tet, n x n row by row:
// component[c] is the projection of the functions' component along c to the functions, so that a
// diagonal tensor w is the sum of w_c component[c]; in full spaces exactly. `unstretch`: the mass
// of unit over that of K, which the updater's step takes to one in a medium K eps.
struct LayerMatrices {
  std::array<Matrix, 3> component;
  Matrix unstretch;
};
LayerMatrices layer_matrices(const Problem &problem, Index tet);

// The product of matrices with n columns and n rows.
Matrix product(int n, const Matrix &a, const Matrix &b);

// The penalty of faces inside of a layer in a leapfrog's step of the updater: of the tet's own
// unknowns (n x n), and of the traces behind each face (n x nf).
struct LayerJumps {
  Matrix own;
  std::array<Matrix, 4> behind;
};
LayerJumps layer_jumps(const Problem &problem, Index tet, Side side, double dt_s);

} // namespace curlew::dgtd
