#include <curlew/solvers/dense/dense_lu.hpp>

#include <curlew/core/parallel/views.hpp>
#include <curlew/solvers/dense/column_norms.hpp>
#include <curlew/solvers/dense/norm_estimate.hpp>

#include <algorithm>
#include <cmath>
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

// Returns the row of the matrix that is at row `step` after the exchanges up to this step.
template <class Space> Index row_at(const LuPivots<Space> &pivots, Index step) {
  const auto exchanged = to_vector(pivots);
  std::vector<Index> rows(exchanged.size());
  std::iota(rows.begin(), rows.end(), 0);
  for (Index k = 0; k <= step; ++k)
    std::swap(rows[k], rows[exchanged[k] - 1]);
  return rows[step];
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
  const Index singular =
      lu_factor(space_, size(), size(), lu_.data(), column_distance(lu_), pivots_);
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
  return norm_ *
         norm_of_inverse<Scalar>(space_, size(), [this](const Matrix &x, Op op) { solve(x, op); });
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
#undef CURLEW_INSTANTIATE

} // namespace curlew
