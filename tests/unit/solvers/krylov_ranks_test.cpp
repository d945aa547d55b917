// The Krylov methods of this library on several ranks, one of which owns nothing, against one.
#include <curlew/core/mpi/communicator.hpp>
#include <curlew/solvers/krylov/fgmres.hpp>
#include <curlew/solvers/krylov/recycling_gcr.hpp>
#include <curlew/solvers/krylov/short_recurrences.hpp>
#include <curlew/solvers/vector/vector_algebra.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>
#include <curlew/tests/unit/solvers/rank_matrix.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace curlew {
namespace {

using testing::Complex;
using testing::RankMatrix;
using testing::Stencil;
using Space = Host;
using Operator = LinearOperator<Space, Complex>;
using Vector = DistributedVector<Space, Complex>;
using Solve = void (*)(const Operator &, const Vector &, const Vector &, SolveReport &);

const SolveOptions k_options{1e-12, 300};

void by_gcr(const Operator &a, const Vector &b, const Vector &x, SolveReport &report) {
  RecyclingGcr<Space, Complex>(a, b, 100).solve(b, x, k_options, report);
}
void by_fgmres(const Operator &a, const Vector &b, const Vector &x, SolveReport &report) {
  solve_fgmres(a, b, x, k_options, 100, report);
}
void by_cocg(const Operator &a, const Vector &b, const Vector &x, SolveReport &report) {
  solve_cocg(a, b, x, k_options, report);
}
void by_cocr(const Operator &a, const Vector &b, const Vector &x, SolveReport &report) {
  solve_cocr(a, b, x, k_options, report);
}
void by_bicgstab(const Operator &a, const Vector &b, const Vector &x, SolveReport &report) {
  solve_bicgstab(a, b, x, k_options, report);
}

Complex entry(Index row) {
  return Complex(std::sin(0.3 * row), std::cos(0.7 * row));
}

// Rows of each rank; the last of several has none.
std::vector<Index> bounds_of(Index rows, int ranks) {
  std::vector<Index> bounds;
  const int owners = std::max(1, ranks - 1);
  for (int r = 0; r <= ranks; ++r)
    bounds.push_back(rows * std::min(r, owners) / owners);
  return bounds;
}

struct Solved {
  Index first;
  std::vector<Complex> x;
  SolveReport report;
};

Solved solve_on(const Communicator &ranks, Solve solve, bool with_exchange = true) {
  const Stencil<Complex> stencil{7, Complex(2, 1.5), Complex(0)}; // complex symmetric
  const RankMatrix<Space, Complex> matrix(Space(), ranks, bounds_of(stencil.rows(), ranks.size()),
                                          stencil);
  const auto a = matrix.apply(with_exchange);
  const Vector expected = matrix.vector(entry), b = matrix.vector(), x = matrix.vector();
  matrix.apply().apply(expected, b);
  Solved solved{matrix.first(), {}, {}};
  solve(a, b, x, solved.report);
  solved.x = matrix.owned(x);
  return solved;
}

TEST(KrylovRanks, EveryMethodEqualsOneRank) {
  const auto all = Communicator::world();
  for (const Solve solve : {by_cocg, by_cocr, by_bicgstab, by_fgmres, by_gcr}) {
    const Solved together = solve_on(all, solve), alone = solve_on(Communicator(), solve);
    double largest = 0;
    for (std::size_t i = 0; i < together.x.size(); ++i)
      largest = std::max(largest, magnitude(together.x[i] - alone.x[together.first + i]));
    // Entries are of order one; the residual, times a condition number below 10.
    EXPECT_LT(all.max(largest), 1e-10);
    EXPECT_LE(together.report.residual, 1e-12);
    EXPECT_NEAR(together.report.iterations, alone.report.iterations, 1); // another order of sums
    EXPECT_EQ(all.max(together.report.residual), all.min(together.report.residual));
  }
}

// The twin: without the exchange of ghosts another system is solved.
TEST(KrylovRanks, WithoutTheExchangeTheAnswerIsAnother) {
  const auto all = Communicator::world();
  if (all.size() < 3)
    GTEST_SKIP() << "takes two ranks that own rows";
  const Solved wrong = solve_on(all, by_fgmres, false), right = solve_on(Communicator(), by_fgmres);
  double largest = 0;
  for (std::size_t i = 0; i < wrong.x.size(); ++i)
    largest = std::max(largest, magnitude(wrong.x[i] - right.x[wrong.first + i]));
  EXPECT_GT(all.max(largest), 1e-3);
}

} // namespace
} // namespace curlew
