#pragma once

#include <curlew/methods/dgtd/problem.hpp>
#include <curlew/methods/shared/elements/metric.hpp>

#include <array>
#include <vector>

namespace curlew::dgtd {

// Square matrices of one tet, row by row, n x n with n the functions of the space.
using Matrix = std::vector<double>;

// Integrals over one tet and its faces that all schemes use, each by quadrature of the functions in
// space @cite dosopoulos2010. With the outward normal n and the neighbour's functions
// N':
//   own_face   Q = integral of N_i . (n x N_j)
//   face       P = integral of N_i . (n x N'_j); zero on walls
//   own_trace  T = integral of (n x N_i) . (n x N_j)
//   trace      T' = integral of (n x N_i) . (n x N'_j); zero on walls
struct ElementMatrices {
  Matrix curl; // D = integral of N_i . curl N_j
  std::array<Matrix, 4> own_face, face, own_trace, trace;
};

ElementMatrices element_matrices(const Problem &problem, Index tet);

// Returns the matrix of the integrals of N_i . (tensor N_j).
Matrix mass_matrix(const Problem &problem, Index tet, const SymmetricTensor &tensor);

Tensor<double> full(const SymmetricTensor &tensor);

// Returns the values of all functions of a tet at barycentric coordinates of its ascending
// vertices, [function][component], in 1/m.
std::vector<std::array<double, 3>>
function_values(const FunctionSpace &space, const TetShape &shape, const std::array<double, 4> &l);

} // namespace curlew::dgtd
