// Columns as combinations of few.
#include <curlew/solvers/krylov/compress_columns.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace curlew::testing {
namespace {

using complex = std::complex<double>;
using Column = CompressedColumns::Column;

std::vector<Column> random_columns(std::size_t rows, std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::vector<Column> columns(count, Column(rows));
  for (Column &column : columns)
    for (complex &value : column)
      value = {normal(random), normal(random)};
  return columns;
}

// 40 columns of rank 6.
std::vector<Column> low_rank() {
  const std::vector<Column> basis = random_columns(100, 6, 1), factors = random_columns(6, 40, 2);
  std::vector<Column> columns(40, Column(100));
  for (std::size_t j = 0; j < 40; ++j)
    for (std::size_t k = 0; k < 6; ++k)
      for (std::size_t i = 0; i < 100; ++i)
        columns[j][i] += factors[j][k] * basis[k][i] * std::pow(10.0, -double(k));
  return columns;
}

complex product(const Column &a, const Column &b) {
  complex sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += std::conj(a[i]) * b[i];
  return sum;
}

// Returns the largest 2-norm of the combinations' errors.
double largest_error(const CompressedColumns &few, const std::vector<Column> &columns) {
  double worst = 0;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    Column left = columns[j];
    for (std::size_t k = 0; k < few.basis.size(); ++k)
      for (std::size_t i = 0; i < left.size(); ++i)
        left[i] -= few.combination[j][k] * few.basis[k][i];
    worst = std::max(worst, std::sqrt(product(left, left).real()));
  }
  return worst;
}

TEST(CompressedColumns, AreSingularVectorsTimesTheirValues) {
  const std::vector<Column> columns = low_rank();
  const CompressedColumns few = compress_columns(columns, 1e-9);
  ASSERT_EQ(few.basis.size(), 6u);
  EXPECT_LT(largest_error(few, columns), 1e-9);
  for (std::size_t a = 0; a < 6; ++a) {
    EXPECT_NEAR(std::sqrt(product(few.basis[a], few.basis[a]).real()), few.singular[a],
                1e-12 * few.singular[0]);
    if (a > 0) {
      EXPECT_LE(few.singular[a], few.singular[a - 1]);
    }
    for (std::size_t b = 0; b < 6; ++b) {
      if (a != b) {
        EXPECT_LT(std::abs(product(few.basis[a], few.basis[b])),
                  1e-10 * few.singular[a] * few.singular[b]);
      }
      complex sum = 0; // the rows of the combinations are orthonormal
      for (const Column &one : few.combination)
        sum += std::conj(one[a]) * one[b];
      EXPECT_NEAR(std::abs(sum), a == b ? 1 : 0, 1e-9);
    }
  }
}

TEST(CompressedColumns, StopAtTheTolerance) {
  const std::vector<Column> columns = low_rank();
  const CompressedColumns few = compress_columns(columns, 0.1);
  EXPECT_LT(few.basis.size(), 6u);
  EXPECT_LE(largest_error(few, columns), 0.1);
  EXPECT_GT(largest_error(few, columns), 1e-6); // the twin: something was left out
  EXPECT_TRUE(compress_columns({Column(5), Column(5)}, 0).basis.empty());
}

} // namespace
} // namespace curlew::testing
