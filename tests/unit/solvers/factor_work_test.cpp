// The work of a factorisation, counted before it.
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/solvers/direct/factor_work.hpp>
#include <curlew/tests/unit/solvers/edge_problem.hpp>

#include <gtest/gtest.h>

namespace curlew::testing {
namespace {

using Complex = Kokkos::complex<double>;

TEST(FactorWork, OfADenseMatrixIsTheTextbooks) {
  constexpr Index n = 60;
  std::vector<Offset> row_begin{0};
  std::vector<Index> columns;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j)
      columns.push_back(j);
    row_begin.push_back(static_cast<Offset>(columns.size()));
  }
  const FactorWork symmetric = factor_work(row_begin, columns, MatrixSymmetry::symmetric),
                   general = factor_work(row_begin, columns, MatrixSymmetry::general);
  EXPECT_EQ(symmetric.entries, n * (n + 1) / 2);
  // 4 sum_k (n-k)^2, and 8/3 n^3 to leading order for the general one
  EXPECT_EQ(symmetric.flops, 4.0 * (n - 1) * n * (2 * n - 1) / 6);
  EXPECT_NEAR(general.flops, 8.0 / 3 * n * n * n, 0.03 * general.flops);
  EXPECT_EQ(general.entries, 2 * symmetric.entries);
}

TEST(FactorWork, EntriesAreThoseOfTheFactors) {
  auto problem =
      make_edge_problem(make_box({1, 1, 1}, {5, 5, 5}, {0, 0, 0}, 0, 1), EdgeProblemOptions());
  const FactorWork work =
      factor_work(problem.mass.row_begin, problem.mass.columns, MatrixSymmetry::symmetric);
  HostSparse<Complex> a;
  a.rows = a.column_count = problem.mass.rows;
  a.row_begin = problem.mass.row_begin;
  a.columns = problem.mass.columns;
  for (const auto &value : problem.mass.values)
    a.values.emplace_back(value);
  FactorOptions options = symmetric_factor();
  options.library = "curlew"; // without delayed pivots for a mass matrix
  const SparseFactor<Complex> factor(std::move(a), options);
  ASSERT_EQ(factor.report().delayed_pivots, 0);
  EXPECT_EQ(work.entries, factor.report().entries);
  EXPECT_GT(work.flops, 0);
}

} // namespace
} // namespace curlew::testing
