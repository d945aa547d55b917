#pragma once

#include <curlew/solvers/dense/dense_lu.hpp>

#include <complex>
#include <functional>
#include <vector>

namespace curlew {

// Returns an estimate of |B|_1 from below, from at most eleven products of B and of its conjugate
// transpose with vectors of n numbers: Higham's form of Hager's method @cite higham1988, as
// LAPACK's gecon.
using TimesVector =
    std::function<std::vector<std::complex<double>>(std::vector<std::complex<double>>, Op)>;
double estimate_norm_1(std::size_t n, const TimesVector &times);

// Returns the estimate of |A^-1|_1, where `solve(x, op)` replaces x, n x 1 in the memory of the
// space, by op(A)^-1 x. 0 for n = 0.
template <class Scalar, class Space, class Solve>
double norm_of_inverse(const Space &space, Index n, const Solve &solve) {
  if (n == 0)
    return 0;
  const DenseMatrix<Space, Scalar> x("curlew::solvers::condition", n, 1);
  const auto host = Kokkos::create_mirror_view(x);
  return estimate_norm_1(n, [&](std::vector<std::complex<double>> vector, Op op) {
    for (std::size_t i = 0; i < vector.size(); ++i)
      host(i, 0) = Scalar(vector[i].real(), vector[i].imag());
    Kokkos::deep_copy(space, x, host);
    solve(x, op);
    Kokkos::deep_copy(space, host, x);
    space.fence();
    for (std::size_t i = 0; i < vector.size(); ++i)
      vector[i] = {host(i, 0).real(), host(i, 0).imag()};
    return vector;
  });
}

} // namespace curlew
