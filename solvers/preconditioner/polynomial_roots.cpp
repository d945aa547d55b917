#include <curlew/solvers/preconditioner/polynomial_roots.hpp>

#include <curlew/core/error.hpp>
#include <curlew/solvers/dense/dense_eigen.hpp>

#include <algorithm>
#include <cmath>
#include <string>

extern "C" void zgesv_(const int *n, const int *columns, std::complex<double> *a, const int *lda,
                       int *pivots, std::complex<double> *b, const int *ldb, int *info);

namespace curlew {
namespace {

using complex = std::complex<double>;

// Distances are multiplied as sums of logarithms: products of many distances over- and underflow.
std::vector<complex> leja_order(std::vector<complex> roots) {
  std::vector<double> distance(roots.size(), 0.0);
  for (std::size_t n = 0; n < roots.size(); ++n) {
    std::size_t best = n;
    for (std::size_t i = n; i < roots.size(); ++i) {
      const auto score = [&](std::size_t k) { return n == 0 ? std::abs(roots[k]) : distance[k]; };
      if (score(i) > score(best))
        best = i;
    }
    std::swap(roots[n], roots[best]);
    std::swap(distance[n], distance[best]);
    for (std::size_t i = n + 1; i < roots.size(); ++i)
      distance[i] += std::log(std::abs(roots[i] - roots[n])); // -inf for a root that is double
  }
  return roots;
}

} // namespace

std::vector<complex> residual_polynomial_roots(int n, const std::vector<complex> &hessenberg) {
  const std::size_t size = n;
  std::vector<complex> h(size * size), adjoint(size * size), last(size, 0.0);
  for (std::size_t j = 0; j < size; ++j)
    for (std::size_t i = 0; i < size; ++i) {
      h[i + size * j] = hessenberg[i + (size + 1) * j];
      adjoint[j + size * i] = std::conj(h[i + size * j]);
    }
  const double below = std::norm(hessenberg[size + (size + 1) * (size - 1)]);
  last[size - 1] = below;
  std::vector<int> pivots(size);
  const int one = 1;
  int info = 0;
  zgesv_(&n, &one, adjoint.data(), &n, pivots.data(), last.data(), &n, &info);
  if (info < 0)
    throw Error(ExitCode::internal, "zgesv failed with info " + std::to_string(info));
  if (info > 0)
    throw NotConverged("the preconditioner polynomial finds no polynomial of degree " +
                       std::to_string(n) + " for this matrix: take another degree");
  for (std::size_t i = 0; i < size; ++i)
    h[i + size * (size - 1)] += last[i];
  return leja_order(general_eigenpairs(n, h).values);
}

} // namespace curlew
