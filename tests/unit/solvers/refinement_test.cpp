// Solutions in single precision with residuals in double.
#include "../kokkos_environment.hpp"
#include "known_matrices.hpp"

#include <curlew/solvers/dense/refinement.hpp>

#include <gtest/gtest.h>

#include <string>

namespace curlew::testing {
namespace {

template <class Space> class Refinements : public ::testing::Test {};
TYPED_TEST_SUITE(Refinements, DenseSpaces);

template <class Space> using SingleLu = DenseLu<Space, Kokkos::complex<float>>;

template <class Space> struct Solved {
  Refinement refinement;
  Columns x;
};

template <class Space>
Solved<Space> solve(const Square &matrix, const Columns &b, const RefinementOptions &options = {}) {
  const Space space;
  const auto a = to_matrix<Space>(matrix), on_b = to_matrix<Space>(b);
  const SingleLu<Space> lu(space, to_single<Space>(space, a));
  const DenseMatrix<Space> x("x", b.rows, b.columns);
  const Refinement refinement =
      solve_refined<Space>(lu, residual_of<Space>(space, a, on_b), on_b, x, options);
  return {refinement, to_columns(x)};
}

double residual(const Square &a, const Columns &x, const Columns &b) {
  return norm(minus(times(a, Op::none, x), b)) / norm(b);
}

TYPED_TEST(Refinements, ReachDoublePrecision) {
  constexpr int k_n = 200;
  const KnownInverse known(k_n, 1e4);
  const Columns b = random_columns(k_n, 3, 9);
  const Solved<TypeParam> solved = solve<TypeParam>(known.matrix, b);
  EXPECT_LT(residual(known.matrix, solved.x, b), 1.1e-12); // the test's own sums differ
  EXPECT_LE(solved.refinement.residual(), 1e-12);
  EXPECT_GT(solved.refinement.corrections, 1);
  EXPECT_GT(solved.refinement.history.front(), 1e-8); // the twin: single precision alone
}

TYPED_TEST(Refinements, TakeAResidualThatTheCallerComputesAndAnyScale) {
  constexpr int k_n = 60;
  const Square a = well_conditioned(k_n);
  Columns b = random_columns(k_n, 3, 10);
  const std::vector<double> scales = {1e-100, 0, 1e100}; // far outside of single precision
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < k_n; ++i)
      b(i, j) *= scales[j];
  const TypeParam space;
  const DenseMatrix<TypeParam> x("x", k_n, 3);
  int calls = 0;
  const SingleLu<TypeParam> lu(space, to_single<TypeParam>(space, to_matrix<TypeParam>(a)));
  const Refinement done = solve_refined<TypeParam>(
      lu,
      [&](const DenseMatrix<TypeParam> &of, const DenseMatrix<TypeParam> &r) {
        ++calls;
        Kokkos::deep_copy(r, to_matrix<TypeParam>(minus(b, times(a, Op::none, to_columns(of)))));
      },
      to_matrix<TypeParam>(b), x);
  EXPECT_EQ(calls, done.corrections);
  const Columns found = to_columns(x), product = times(a, Op::none, found);
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < k_n; ++i)
      EXPECT_LE(std::abs(product(i, j) - b(i, j)), 1e-11 * scales[j]) << i << " " << j;
}

TYPED_TEST(Refinements, SayThatTheyStagnate) {
  constexpr int k_n = 200;
  const KnownInverse known(k_n, 1e12);
  try {
    solve<TypeParam>(known.matrix, random_columns(k_n, 2, 11));
    FAIL() << "a condition number of 1e12 was not refused";
  } catch (const NotConverged &error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("stagnates"), std::string::npos) << text;
    EXPECT_NE(text.find("condition number is about"), std::string::npos) << text;
  }
}

TYPED_TEST(Refinements, SayThatTheyTakeTooLong) {
  RefinementOptions options;
  options.max_corrections = 1;
  try {
    solve<TypeParam>(well_conditioned(30), random_columns(30, 1, 12), options);
    FAIL() << "one correction was enough";
  } catch (const NotConverged &error) {
    EXPECT_NE(std::string(error.what()).find("takes too long"), std::string::npos) << error.what();
  }
}

TYPED_TEST(Refinements, LeaveZerosAlone) {
  const Solved<TypeParam> solved = solve<TypeParam>(well_conditioned(5), Columns(5, 2));
  EXPECT_EQ(norm(solved.x), 0);
  EXPECT_EQ(solved.refinement.corrections, 0);
}

TYPED_TEST(Refinements, RefuseMatricesBeyondSinglePrecision) {
  Square a = well_conditioned(5);
  a(2, 3) = 1e39;
  EXPECT_THROW(solve<TypeParam>(a, random_columns(5, 1, 13)), Error);
}

} // namespace
} // namespace curlew::testing
