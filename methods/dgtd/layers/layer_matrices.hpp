#pragma once

#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/layout.hpp>
#include <curlew/methods/dgtd/small_matrix.hpp>

namespace curlew::dgtd {

// Matrices by which the numbers of layer_weights.hpp act on the unknowns of a tet, n x n row by
// row. component[c] is the projection of the functions' component along c to the functions, so that
// a diagonal tensor w is the sum of w_c component[c]; in full spaces exactly. `unstretch` is the
// inverse mass matrix of K times that of unit: it turns the updater's step into one in a medium K
// eps.
struct LayerMatrices {
  std::array<Matrix, 3> component;
  Matrix unstretch;
};
LayerMatrices layer_matrices(const Problem &problem, Index tet);

// Penalty of faces inside of a layer in a leapfrog step of the updater: matrices of the tet's own
// unknowns (n x n), and of the traces behind each face (n x nf).
struct LayerJumps {
  Matrix own;
  std::array<Matrix, 4> behind;
};
LayerJumps layer_jumps(const Problem &problem, Index tet, Side side, double dt_s);

} // namespace curlew::dgtd
