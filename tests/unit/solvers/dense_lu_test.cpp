// LU factorisations of dense matrices, against matrices whose inverse is known in closed form.
#include "../kokkos_environment.hpp"
#include "known_matrices.hpp"

#include <curlew/solvers/dense/dense_lu.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace curlew::testing {
namespace {

template <class Space> class DenseLus : public ::testing::Test {};
TYPED_TEST_SUITE(DenseLus, DenseSpaces);

constexpr double k_epsilon = std::numeric_limits<double>::epsilon();

// Returns |op(A) X - B| in units of eps |A| |X|, Frobenius norms: backward stability guarantees at
// most n, with complex multiplications, whose error is up to sqrt(8) eps, three times as many.
double backward_error(const Square &a, Op op, const Columns &x, const Columns &b) {
  const Columns r = minus(times(a, op, x), b);
  return norm(r) / (k_epsilon * norm(a) * norm(x));
}

TYPED_TEST(DenseLus, SolveBlocksOfRightHandSidesByEveryForm) {
  for (const int n : {1, 2, 257, 1000}) {
    const Square a = well_conditioned(n);
    const DenseLu<TypeParam> lu(TypeParam(), to_matrix<TypeParam>(a));
    EXPECT_EQ(lu.size(), n);
    for (const Op op : {Op::none, Op::transpose, Op::conjugate})
      for (const int m : {1, 7}) {
        const Columns b = random_columns(n, m, 5);
        const auto x = to_matrix<TypeParam>(b);
        lu.solve(x, op);
        const Columns found = to_columns(x);
        EXPECT_LT(backward_error(a, op, found, b), 3 * n) << n << " " << m;
        if (n > 1) { // the twin: another form solves another system
          const Op other = op == Op::transpose ? Op::conjugate : Op::transpose;
          EXPECT_GT(backward_error(a, other, found, b), 1e6) << n << " " << m;
        }
      }
  }
}

TYPED_TEST(DenseLus, GiveTheKnownInverse) {
  constexpr int k_n = 257;
  const KnownInverse known(k_n, 1e6);
  const DenseLu<TypeParam> lu(TypeParam(), to_matrix<TypeParam>(known.matrix));
  const auto x = to_matrix<TypeParam>(identity(k_n));
  lu.solve(x);
  // The relative error of an inverse is at most the condition number times that of the matrix.
  EXPECT_LT(norm(minus(to_columns(x), known.inverse)), 1e6 * k_epsilon * norm(known.inverse) * 10);
}

TYPED_TEST(DenseLus, StandIllConditionedMatrices) {
  constexpr int k_n = 200;
  const KnownInverse known(k_n, 1e13);
  const DenseLu<TypeParam> lu(TypeParam(), to_matrix<TypeParam>(known.matrix));
  const Columns b = random_columns(k_n, 3, 6);
  const auto x = to_matrix<TypeParam>(b);
  lu.solve(x);
  EXPECT_LT(backward_error(known.matrix, Op::none, to_columns(x), b), 3 * k_n);
  EXPECT_GT(lu.condition(), 1e12);
}

TYPED_TEST(DenseLus, EstimateTheConditionNumber) {
  EXPECT_NEAR(
      DenseLu<TypeParam>(TypeParam(), to_matrix<TypeParam>(well_conditioned(1))).condition(), 1,
      1e-14);
  for (const int n : {2, 20, 257})
    for (const double condition : {1.0, 1e2, 1e5, 1e9}) {
      const KnownInverse known(n, condition);
      const DenseLu<TypeParam> lu(TypeParam(), to_matrix<TypeParam>(known.matrix));
      const double exact = norm_1(known.matrix) * norm_1(known.inverse);
      EXPECT_LT(lu.condition(), exact * (1 + condition * 1e-13)) << n << " " << condition;
      EXPECT_GT(lu.condition(), exact / 3) << n << " " << condition;
    }
}

// 1 on the diagonal and in the last column, -1 below the diagonal: every step doubles the last
// column.
TYPED_TEST(DenseLus, TellHowPivotsGrow) {
  constexpr int k_n = 20;
  Square a(k_n);
  for (int i = 0; i < k_n; ++i)
    for (int j = 0; j < k_n; ++j)
      a(i, j) = i == j || j == k_n - 1 ? 1 : i > j ? -1 : 0;
  const DenseLu<TypeParam> lu(TypeParam(), to_matrix<TypeParam>(a));
  EXPECT_NEAR(lu.pivot_growth(), std::ldexp(1, k_n - 1), 1e-6);
}

TYPED_TEST(DenseLus, TakeColumnsThatLieApart) {
  constexpr int k_n = 50;
  const Square a = well_conditioned(k_n);
  const Columns b = random_columns(k_n, 3, 7);
  const auto range = Kokkos::make_pair(4, 4 + k_n);
  const DenseMatrix<TypeParam> wide("wide", k_n + 9, k_n), wide_b("wide_b", k_n + 11, 3);
  const DenseMatrix<TypeParam> part = Kokkos::subview(wide, range, Kokkos::ALL);
  const DenseMatrix<TypeParam> x = Kokkos::subview(wide_b, range, Kokkos::ALL);
  Kokkos::deep_copy(part, to_matrix<TypeParam>(a));
  Kokkos::deep_copy(x, to_matrix<TypeParam>(b));
  const DenseLu<TypeParam> lu(TypeParam(), part);
  lu.solve(x);
  const DenseMatrix<TypeParam> dense("dense", k_n, 3);
  Kokkos::deep_copy(dense, x);
  EXPECT_LT(backward_error(a, Op::none, to_columns(dense), b), 3 * k_n);
}

TYPED_TEST(DenseLus, OfNothingAreEmpty) {
  const DenseMatrix<TypeParam> none("none", 0, 0);
  const DenseLu<TypeParam> lu(TypeParam(), none);
  lu.solve(DenseMatrix<TypeParam>("b", 0, 3));
  EXPECT_EQ(lu.condition(), 0);
  const DenseLu<TypeParam> two(TypeParam(), to_matrix<TypeParam>(well_conditioned(2)));
  two.solve(DenseMatrix<TypeParam>("b", 2, 0));
}

// The row and the column at which a matrix turns out to be singular; -1 where it does not.
template <class Space> std::pair<int, int> singular_at(const Square &a) {
  try {
    DenseLu<Space>(Space(), to_matrix<Space>(a));
  } catch (const SingularMatrix &error) {
    EXPECT_EQ(error.exit_code(), ExitCode::not_converged);
    EXPECT_NE(std::string(error.what()).find("is singular"), std::string::npos);
    return {error.row(), error.column()};
  }
  return {-1, -1};
}

TYPED_TEST(DenseLus, RefuseSingularMatricesAndNameTheRow) {
  constexpr int k_n = 450, k_row = 41; // large enough for several threads
  Square row_of_zeros = well_conditioned(k_n), column_of_zeros = row_of_zeros;
  for (int j = 0; j < k_n; ++j)
    row_of_zeros(k_row, j) = column_of_zeros(j, k_row) = 0;
  EXPECT_EQ(singular_at<TypeParam>(row_of_zeros), (std::pair<int, int>(k_row, k_n - 1)));
  EXPECT_EQ(singular_at<TypeParam>(column_of_zeros).second, k_row);
  EXPECT_EQ(singular_at<TypeParam>(well_conditioned(k_n)).first, -1);
  EXPECT_EQ(singular_at<TypeParam>(Square(1)), (std::pair<int, int>(0, 0)));
}

TYPED_TEST(DenseLus, RefuseWhatTheyCannotFactor) {
  const DenseMatrix<TypeParam> oblong("oblong", 3, 2);
  EXPECT_THROW(DenseLu<TypeParam>(TypeParam(), oblong), Error);
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    Square a = well_conditioned(5);
    a(3, 2) = bad;
    EXPECT_THROW(DenseLu<TypeParam>(TypeParam(), to_matrix<TypeParam>(a)), Error);
  }
  const DenseLu<TypeParam> lu(TypeParam(), to_matrix<TypeParam>(well_conditioned(5)));
  EXPECT_THROW(lu.solve(DenseMatrix<TypeParam>("b", 4, 1)), Error);
}

TEST(DenseLuThreads, ChangeTheResultByRoundingOnly) {
  using Hosts = Host;
  constexpr int k_n = 700;
  const Square a = well_conditioned(k_n);
  const Columns b = random_columns(k_n, 2, 8);
  const auto one = to_matrix<Host>(b);
  DenseLu<Host>(Host(), to_matrix<Host>(a)).solve(one);
  const auto all = to_matrix<Hosts>(b);
  DenseLu<Hosts>(Hosts(), to_matrix<Hosts>(a)).solve(all);
  const Columns x = to_columns(one);
  EXPECT_LT(norm(minus(to_columns(all), x)), 1e-12 * norm(x)); // the condition number is below 100
}

TEST(DenseLuMemories, AreThatOfTheMatrixAndLittleMore) {
  for (const bool device : {false, true})
    for (const Index n : {2000, 50000, 100000}) {
      const double matrix = 16.0 * n * n;
      const DenseLuMemory whole = dense_lu_memory(n, 0, false, device);
      EXPECT_EQ(whole.matrix, matrix);
      EXPECT_LE(whole.total(), device && n == 2000 ? matrix + 34e6 : 1.0501 * matrix);
      EXPECT_EQ(dense_lu_memory(n, 0, true, device).matrix, matrix / 2);
      EXPECT_EQ(dense_lu_memory(n, 10, false, device).right_hand_sides, 160.0 * n);
    }
}

} // namespace
} // namespace curlew::testing
