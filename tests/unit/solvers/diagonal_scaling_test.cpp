// Scaling by the diagonal against its formula, and solutions through the scaled system against the
// residual of the system that was given.
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/solvers/krylov/preconditioned_cocg.hpp>
#include <curlew/solvers/krylov/solve_scaled.hpp>
#include <curlew/solvers/preconditioner/preconditioners.hpp>
#include <curlew/solvers/vector/vector_algebra.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>
#include <curlew/tests/unit/solvers/dense_oracle.hpp>

#include <gmock/gmock.h>

namespace curlew::testing {
namespace {

using Complex = Kokkos::complex<double>;
using ::testing::HasSubstr;

constexpr double k_rounding = 1e-13; // a few dozen terms of size 1
constexpr int k_rows = 60;
const std::vector<int> k_fixed{0, 17};

// Complex symmetric, with a diagonal whose sizes lie between 1e-3 and 1e3 and whose phases go
// around, so that the roots have all signs.
Dense sample() {
  Dense a(k_rows, k_rows);
  const Dense random = random_sparse(k_rows, 0, k_fixed);
  for (int i = 0; i < k_rows; ++i)
    for (int j = 0; j < k_rows; ++j) {
      const double size = std::pow(10, 3 * std::sin(1.3 * i)) * std::pow(10, 3 * std::sin(1.3 * j));
      const complex turn = std::polar(std::sqrt(size), 0.4 * i + 0.4 * j);
      a(i, j) = i == j ? random(i, i) * turn : 0.5 * (random(i, j) + random(j, i)) * turn;
    }
  return a;
}

template <class Space> DistributedVector<Space, Complex> vector_of(const Values &x) {
  DistributedVector<Space, Complex> made(Space(), Communicator(), static_cast<Index>(x.size()), 0);
  Kokkos::deep_copy(made.column(0), to_device<Space>(x));
  return made;
}

Values right_hand_side() {
  Values b = random_values(k_rows, 5);
  for (const int i : k_fixed)
    b[i] = 0;
  return b;
}

TEST(DiagonalScaling, GivesADiagonalOfOnesAndKeepsTheSymmetry) {
  const Dense a = sample();
  const Values x = right_hand_side();
  for (const Backend backend : compiled_backends())
    with_backend(backend, [&](const auto &space) {
      using Space = std::decay_t<decltype(space)>;
      const auto matrix = to_sparse<Space>(a);
      const DiagonalScaling<Space> scaling(space, matrix);
      const auto from = vector_of<Space>(x), to = from.like(1), back = from.like(1);
      scaling.multiply(from, to);
      scaling.divide(to, back);
      space.fence();
      const Values scaled = to_host(to.column(0));
      EXPECT_LT(relative_difference(to_host(back.column(0)), x), k_rounding);
      const auto row_begin = to_vector(matrix.row_begin);
      const auto columns = to_vector(matrix.columns);
      const Values values = to_host(matrix.values);
      Dense found(k_rows, k_rows);
      for (int i = 0; i < k_rows; ++i)
        for (Offset k = row_begin[i]; k < row_begin[i + 1]; ++k)
          found(i, columns[k]) = values[k];
      for (int i = 0; i < k_rows; ++i) {
        const bool is_fixed = a(i, i) == 0.0;
        EXPECT_LT(std::abs(found(i, i) - (is_fixed ? 0.0 : 1.0)), k_rounding) << i;
        // s = D^-1/2 with a real part of at least 0
        const complex s = is_fixed ? 0.0 : 1.0 / std::sqrt(a(i, i));
        EXPECT_LT(std::abs(scaled[i] - s * x[i]), k_rounding * (1 + std::abs(s))) << i;
        for (int j = 0; j < k_rows; ++j) {
          EXPECT_LT(std::abs(found(i, j) - found(j, i)), k_rounding) << i << " " << j;
          const complex t = a(j, j) == 0.0 ? 0.0 : 1.0 / std::sqrt(a(j, j));
          EXPECT_LT(std::abs(found(i, j) - s * a(i, j) * t), k_rounding) << i << " " << j;
        }
      }
    });
}

TEST(DiagonalScaling, RefusesADiagonalOfZero) {
  Dense a = sample();
  a(3, 3) = 0;
  try {
    DiagonalScaling<Host>(Host(), to_sparse<Host>(a));
    FAIL() << "accepted";
  } catch (const NotConverged &error) {
    EXPECT_THAT(error.what(), HasSubstr("row 3"));
    EXPECT_THAT(error.what(), HasSubstr("scale_first"));
  }
}

// Solves sample() by COCG with SSOR-AI, scaled; the tolerance of the inner solver is `factor` times
// the one it is asked for.
struct Solved {
  SolveReport report;
  Values x;
};
Solved solved(double tolerance, int most = 2000) {
  const Dense a = sample();
  const auto matrix = to_sparse<Host>(a);
  const Host space;
  const DiagonalScaling<Host> scaling(space, matrix);
  const auto product = sparse_operator(matrix);
  const auto preconditioner = make_ssor_inverse(space, matrix, 0.42);
  const auto b = vector_of<Host>(right_hand_side()), x = b.like(1);
  fill(x, Complex(0));
  SolveOptions options;
  options.tolerance = tolerance;
  options.max_iterations = most;
  Solved result;
  result.report.solver = "kept";
  const auto inner = [&](const auto &right, const auto &y, const SolveOptions &now,
                         SolveReport &made) {
    solve_preconditioned_cocg(product, right, y, preconditioner, now, made);
  };
  solve_scaled<Host>(scaling, product, b, x, options, result.report, inner);
  result.x = to_host(x.column(0));
  return result;
}

TEST(SolveScaled, MeetsTheToleranceOfTheSystemThatWasGiven) {
  const Values b = right_hand_side();
  for (const double tolerance : {1e-4, 1e-8}) {
    const Solved found = solved(tolerance);
    const double residual = norm(minus(b, sample().times(found.x))) / norm(b);
    EXPECT_LE(residual, tolerance);
    EXPECT_NEAR(found.report.residual, residual, 1e-3 * residual + 1e-14);
    EXPECT_EQ(found.report.solver, "kept");
    EXPECT_EQ(found.report.history.size(), found.report.iterations + 1u);
  }
}

// The twin: with such scales the residual of the scaled system alone says little of the other.
TEST(SolveScaled, ResidualsOfTheTwoSystemsDiffer) {
  const Dense a = sample();
  const Solved found = solved(1e-6);
  const Values r = minus(right_hand_side(), a.times(found.x));
  double scaled_r = 0, scaled_b = 0;
  for (int i = 0; i < k_rows; ++i)
    if (a(i, i) != 0.0) {
      scaled_r += std::norm(r[i] / std::sqrt(a(i, i)));
      scaled_b += std::norm(right_hand_side()[i] / std::sqrt(a(i, i)));
    }
  const double ratio = std::sqrt(scaled_r / scaled_b) / found.report.residual;
  EXPECT_GT(std::abs(std::log10(ratio)), 0.5) << ratio;
}

TEST(SolveScaled, AFailureLeavesTheReportAndTheIterate) {
  EXPECT_THROW(solved(1e-12, 3), NotConverged);
}

} // namespace
} // namespace curlew::testing
