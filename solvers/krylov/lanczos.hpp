#pragma once

#include <curlew/core/error.hpp>
#include <curlew/solvers/dense/tridiagonal.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace curlew {

struct LargestEigenvalue {
  double value = 0;
  double residual = 0; // |A x - value x| / (value |x|) in the given inner product
  int iterations = 0;
};

// Computes the largest eigenvalue of an operator that is self-adjoint and positive semidefinite in
// an inner product, by the Lanczos recurrence without re-orthogonalisation: ghosts do not affect
// the largest value. Stops when the Ritz pair's own residual is below `tolerance` and the value has
// settled.
//
//   apply(w, v)             w := A v
//   dot(v, w)               the inner product
//   add(w, a, v)             w := w + a v
//   scale_copy(v, w, a)     v := a w
//
// `start` is destroyed, `previous` and `work` are work vectors. Throws NotConverged after
// max_iterations with value and residual. @cite parlett1998 (ch. 13)
template <class Vector, class Apply, class Dot, class Add, class ScaleCopy>
LargestEigenvalue largest_eigenvalue(Vector &start, Vector &previous, Vector &work, Apply apply,
                                     Dot dot, Add add, ScaleCopy scale_copy, double tolerance,
                                     int max_iterations) {
  constexpr int k_settled = 5; // iterations over which the value must not change any more
  std::vector<double> diagonal, off_diagonal, history;
  Vector &v = start;
  const double start_norm = std::sqrt(dot(v, v));
  scale_copy(v, v, 1 / start_norm);
  LargestEigenvalue result;
  double beta = 0;
  for (int j = 1; j <= max_iterations; ++j) {
    apply(work, v);
    if (j > 1)
      add(work, -beta, previous);
    const double alpha = dot(work, v);
    add(work, -alpha, v);
    beta = std::sqrt(dot(work, work));
    diagonal.push_back(alpha);
    const TridiagonalPair top = largest_tridiagonal_pair(diagonal, off_diagonal);
    result = {top.value, top.value > 0 ? beta * std::abs(top.last_component) / top.value : 0, j};
    history.push_back(top.value);
    const bool settled = j > k_settled && std::abs(history[j - 1] - history[j - 1 - k_settled]) <=
                                              0.1 * tolerance * top.value;
    const bool exhausted = !(beta > 1e-13 * top.value); // the Krylov space contains the eigenvector
    if (exhausted || (settled && result.residual <= tolerance))
      return result;
    off_diagonal.push_back(beta);
    scale_copy(previous, v, 1.0);
    scale_copy(v, work, 1 / beta);
  }
  throw NotConverged("the largest eigenvalue did not converge in " +
                     std::to_string(max_iterations) + " Lanczos iterations: value " +
                     std::to_string(result.value) + ", relative residual " +
                     std::to_string(result.residual));
}

} // namespace curlew
