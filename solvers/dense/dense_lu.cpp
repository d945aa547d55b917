#include <curlew/solvers/dense/dense_lu.hpp>

#include <curlew/core/parallel/views.hpp>
#include <curlew/solvers/dense/column_norms.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace curlew {
namespace {

std::string singular_text(Index size, Index column, Index row) {
  return "the matrix of " + std::to_string(size) + " unknowns is singular: unknown " +
         std::to_string(column) + " (from 0) has a pivot that is exactly 0, in row " +
         std::to_string(row) +
         "; two unknowns or two equations are the same, or one of them is empty";
}

// The row of the matrix that has come to row `step` after so many exchanges.
template <class Space> Index row_at(const LuPivots<Space> &pivots, Index step) {
  const auto exchanged = to_vector(pivots);
  std::vector<Index> rows(exchanged.size());
  std::iota(rows.begin(), rows.end(), 0);
  for (Index k = 0; k <= step; ++k)
    std::swap(rows[k], rows[exchanged[k] - 1]);
  return rows[step];
}

using Vector = std::vector<std::complex<double>>;

double norm_1(const Vector &x) {
  double sum = 0;
  for (const auto &value : x)
    sum += std::abs(value);
  return sum;
}

Vector signs_of(Vector x) {
  for (auto &value : x)
    value = value == 0.0 ? 1.0 : value / std::abs(value);
  return x;
}

std::size_t largest_of(const Vector &x) {
  const auto smaller = [](const auto &a, const auto &b) { return std::abs(a) < std::abs(b); };
  return static_cast<std::size_t>(std::max_element(x.begin(), x.end(), smaller) - x.begin());
}

// An estimate of |B|_1 from products of B and of its conjugate transpose with vectors of n numbers:
// gradients of |B x|_1 lead to the column of the largest norm; the last vector guards against B
// that hide it @cite higham1988.
template <class Times> double estimate_norm_1(std::size_t n, const Times &times) {
  constexpr int k_most_columns = 4; // as LAPACK: more are hardly ever needed
  Vector y = times(Vector(n, 1.0 / static_cast<double>(n)), Op::none);
  double estimate = norm_1(y);
  std::size_t column = n;
  for (int i = 0; i < k_most_columns; ++i) {
    const Vector gradient = times(signs_of(std::move(y)), Op::conjugate);
    const std::size_t next = largest_of(gradient);
    if (column < n && std::abs(gradient[next]) <= std::abs(gradient[column]))
      break;
    column = next;
    Vector unit(n);
    unit[column] = 1;
    y = times(std::move(unit), Op::none);
    const double found = norm_1(y);
    if (found <= estimate)
      break;
    estimate = found;
  }
  Vector alternating(n);
  for (std::size_t i = 0; i < n; ++i)
    alternating[i] = (i % 2 == 0 ? 1 : -1) * (1 + static_cast<double>(i) / std::max(n - 1.0, 1.0));
  return std::max(estimate, 2 * norm_1(times(std::move(alternating), Op::none)) / (3.0 * n));
}

} // namespace

SingularMatrix::SingularMatrix(Index size, Index column, Index row)
    : NotConverged(singular_text(size, column, row)), column_(column), row_(row) {}

template <class Space, class Scalar>
DenseLu<Space, Scalar>::DenseLu(const Space &space, const Matrix &a)
    : space_(space), lu_(a), pivots_("curlew::solvers::pivots", a.extent(0)) {
  if (a.extent(0) != a.extent(1))
    throw Error(ExitCode::internal, "only square matrices have an LU factorisation, not one of " +
                                        std::to_string(a.extent(0)) + " x " +
                                        std::to_string(a.extent(1)));
  if (size() == 0)
    return;
  const ColumnNorms before = column_norms(space_, lu_, Rows::all);
  norm_ = *std::max_element(before.sum.begin(), before.sum.end());
  if (!std::all_of(before.sum.begin(), before.sum.end(), [](double x) { return std::isfinite(x); }))
    throw Error(ExitCode::internal,
                "a matrix to factor has entries that are not finite numbers, or too large ones");
  const Index singular = lu_factor(space_, size(), lu_.data(), column_distance(lu_), pivots_);
  if (singular >= 0)
    throw SingularMatrix(size(), singular, row_at<Space>(pivots_, singular));
  const ColumnNorms after = column_norms(space_, lu_, Rows::upper_triangle);
  growth_ = *std::max_element(after.largest.begin(), after.largest.end()) /
            *std::max_element(before.largest.begin(), before.largest.end());
}

template <class Space, class Scalar>
void DenseLu<Space, Scalar>::solve(const Matrix &b, Op op) const {
  if (static_cast<Index>(b.extent(0)) != size())
    throw Error(ExitCode::internal, "right-hand sides of " + std::to_string(b.extent(0)) +
                                        " rows do not belong to a matrix of " +
                                        std::to_string(size()));
  lu_solve(space_, op, size(), static_cast<Index>(b.extent(1)), lu_.data(), column_distance(lu_),
           pivots_, b.data(), column_distance(b));
}

template <class Space, class Scalar> double DenseLu<Space, Scalar>::condition() const {
  if (size() == 0)
    return 0;
  const Matrix x("curlew::solvers::condition", size(), 1);
  const auto host = Kokkos::create_mirror_view(x);
  const double inverse = estimate_norm_1(size(), [&](const Vector &of, Op op) {
    Vector result(of.size());
    for (std::size_t i = 0; i < of.size(); ++i)
      host(i, 0) = Scalar(of[i].real(), of[i].imag());
    Kokkos::deep_copy(space_, x, host);
    solve(x, op);
    Kokkos::deep_copy(space_, host, x);
    space_.fence();
    for (std::size_t i = 0; i < of.size(); ++i)
      result[i] = {host(i, 0).real(), host(i, 0).imag()};
    return result;
  });
  return norm_ * inverse;
}

DenseLuMemory dense_lu_memory(Index n, Index m, bool single, bool device) {
  constexpr double k_double = sizeof(Kokkos::complex<double>),
                   k_single = sizeof(Kokkos::complex<float>);
  const double matrix = (single ? k_single : k_double) * n * n;
  const double pivots = (device ? sizeof(Offset) : sizeof(int)) * double(n);
  const double solution = single ? 3 * k_double + k_single : k_double;
  return {matrix, pivots + (device ? lu_workspace_limit(matrix) : 0), solution * n * m};
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template class DenseLu<Space, Kokkos::complex<double>>;                                          \
  template class DenseLu<Space, Kokkos::complex<float>>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)

} // namespace curlew
