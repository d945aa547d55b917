#pragma once

#include <curlew/solvers/vector/vector_algebra.hpp>
#include <curlew/tests/unit/solvers/rank_matrix.hpp>

#include <cmath>

namespace curlew::testing {

template <class Scalar> Scalar known_entry(Index row);
template <> inline double known_entry<double>(Index row) {
  return std::sin(0.3 * row) + 0.1;
}
template <> inline Complex known_entry<Complex>(Index row) {
  return Complex(std::sin(0.3 * row), std::cos(0.7 * row));
}

// A system A x = b with known x.
template <class Space, class Scalar> struct KnownSystem {
  RankMatrix<Space, Scalar> matrix;
  LinearOperator<Space, Scalar> a;
  DistributedVector<Space, Scalar> expected, b;

  KnownSystem(const Space &space, const Stencil<Scalar> &stencil)
      : matrix(space, Communicator(), {0, stencil.rows()}, stencil), a(matrix.apply()),
        expected(matrix.vector(known_entry<Scalar>)), b(matrix.vector()) {
    a.apply(expected, b);
  }
  double error(const DistributedVector<Space, Scalar> &x) const {
    const auto difference = x.like(1);
    combine(Scalar(1), x, Scalar(-1), expected, difference);
    return norms(difference)[0] / norms(expected)[0];
  }
  double residual(const DistributedVector<Space, Scalar> &x) const {
    const auto r = x.like(1);
    a.apply(x, r);
    combine(Scalar(1), b, Scalar(-1), r, r);
    return norms(r)[0] / norms(b)[0];
  }
};

// Complex symmetric, and far from Hermitian.
inline const Stencil<Complex> k_symmetric{8, Complex(0.3, 1.5), Complex(0)};
inline const Stencil<double> k_symmetric_real{8, 0.3, 0};
inline const Stencil<Complex> k_unsymmetric{8, Complex(0.3, 1.5), Complex(0.4, 0.2)};
inline const Stencil<double> k_unsymmetric_real{8, 0.3, 0.4};

} // namespace curlew::testing
