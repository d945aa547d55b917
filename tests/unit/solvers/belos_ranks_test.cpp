// solve_krylov on vectors spread over the ranks, against the same system on one.
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/solvers/krylov/belos_solver.hpp>
#include <curlew/solvers/vector/vector_algebra.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>
#include <curlew/tests/unit/solvers/rank_matrix.hpp>

#include <gmock/gmock.h>

#include <cmath>
#include <numeric>

namespace curlew {
namespace {

using testing::Complex;
using testing::RankMatrix;
using testing::Stencil;

// Ranks with many rows, few rows, none and some.
std::vector<Index> bounds_of(Index rows, int ranks) {
  const int weights[] = {5, 1, 0, 3};
  int all = 0;
  for (int r = 0; r < ranks; ++r)
    all += weights[r % 4];
  std::vector<Index> bounds{0};
  int sum = 0;
  for (int r = 0; r < ranks; ++r) {
    sum += weights[r % 4];
    bounds.push_back(static_cast<Index>(static_cast<Offset>(rows) * sum / all));
  }
  return bounds;
}

template <class Scalar> Scalar entry(Index row);
template <> double entry<double>(Index row) {
  return std::sin(0.3 * row) + 0.1;
}
template <> Complex entry<Complex>(Index row) {
  return Complex(std::sin(0.3 * row), std::cos(0.7 * row));
}

template <class Scalar> struct Solved {
  KrylovReport report;
  Index first;
  std::vector<Scalar> x;
};

template <class Space, class Scalar>
Solved<Scalar> solve_on(const Space &space, const Communicator &ranks,
                        const Stencil<Scalar> &stencil, const KrylovOptions &options,
                        bool with_exchange = true) {
  const RankMatrix<Space, Scalar> matrix(space, ranks, bounds_of(stencil.rows(), ranks.size()),
                                         stencil);
  const auto b = matrix.vector(entry<Scalar>), x = matrix.vector();
  const auto report = solve_krylov(matrix.apply(with_exchange), b, x, options);
  return {report, matrix.first(), matrix.owned(x)};
}

// Returns the largest difference between this rank's entries and those of a complete solution.
template <class Scalar> double difference(const Solved<Scalar> &part, const Solved<Scalar> &whole) {
  double largest = 0;
  for (std::size_t i = 0; i < part.x.size(); ++i)
    largest = std::max(largest, magnitude(part.x[i] - whole.x[part.first + i]));
  return Communicator::world().max(largest);
}

template <class Space, class Scalar>
void equal_one_rank(const Space &space, const Stencil<Scalar> &stencil, KrylovMethod method) {
  SCOPED_TRACE(to_string(method) + " on " + Space::name());
  const KrylovOptions options{method, 1e-12, 300, 40};
  const auto all = Communicator::world();
  const auto together = solve_on(space, all, stencil, options);
  const auto alone = solve_on(space, Communicator(), stencil, options);
  // Entries are of order one; the residual, times a condition number below 10.
  EXPECT_LT(difference(together, alone), 1e-10);
  EXPECT_LE(together.report.residual, 1e-12);
  // Sums are added up in another order.
  EXPECT_EQ(together.report.iterations, alone.report.iterations);
  // Every rank has the same report.
  EXPECT_EQ(all.max(together.report.residual), all.min(together.report.residual));
  EXPECT_EQ(together.report.history.size(), together.report.iterations + 1u);
  if (all.size() == 1) {
    EXPECT_EQ(together.x, alone.x);
  }
}

const Stencil<Complex> k_complex{9, Complex(2, 1.5), Complex(0.4, 0.2)};

TEST(BelosRanks, EveryMethodEqualsOneRank) {
  const Host space;
  for (const KrylovMethod method :
       {KrylovMethod::bicgstab, KrylovMethod::gmres, KrylovMethod::tfqmr}) {
    equal_one_rank(space, k_complex, method);
    equal_one_rank(space, Stencil<double>{9, 2, 0.4}, method);
  }
  equal_one_rank(space, Stencil<double>{9, 2, 0}, KrylovMethod::cg);
  equal_one_rank(space, Stencil<Complex>{9, 2, Complex(0, 0.3)}, KrylovMethod::cg);
}

// Threads of several ranks on few cores take their time: one method.
TEST(BelosRanks, EveryBackendEqualsOneRank) {
  for (const Backend backend : compiled_backends())
    with_backend(backend,
                 [](const auto &space) { equal_one_rank(space, k_complex, KrylovMethod::gmres); });
}

// The twin: without the exchange another system is solved, and the ghosts are of no number's size.
TEST(BelosRanks, WithoutTheExchangeTheAnswerIsAnother) {
  const auto all = Communicator::world();
  if (all.is_alone())
    GTEST_SKIP() << "takes two ranks";
  const Host space;
  const Stencil<double> stencil{9, 2, 0.4};
  const KrylovOptions options{KrylovMethod::gmres, 1e-12, 300, 40};
  const auto wrong = solve_on(space, all, stencil, options, false);
  EXPECT_GT(difference(wrong, solve_on(space, Communicator(), stencil, options)), 1e-3);
}

TEST(BelosRanks, SumsRunOverOwnedEntriesOfAll) {
  const auto all = Communicator::world();
  for (const Backend backend : compiled_backends())
    with_backend(backend, [&](const auto &space) {
      using Space = std::decay_t<decltype(space)>;
      const Stencil<Complex> stencil{5, 1, 0};
      const RankMatrix<Space, Complex> matrix(space, all, bounds_of(stencil.rows(), all.size()),
                                              stencil);
      const auto x = matrix.vector(entry<Complex>);
      EXPECT_EQ(x.global(), stencil.rows());
      double squares = 0;
      for (Index row = 0; row < stencil.rows(); ++row)
        squares += std::pow(magnitude(entry<Complex>(row)), 2);
      EXPECT_NEAR(norms(x)[0], std::sqrt(squares), 1e-12);
      const auto twice = x.view({0, 0});
      const auto products = inner_products(twice, twice);
      EXPECT_NEAR(products(1, 0).real(), squares, 1e-10);
      EXPECT_EQ(all.max(products(0, 1).imag()), all.min(products(0, 1).imag()));
    });
}

TEST(BelosRanks, AllFailTogether) {
  const auto all = Communicator::world();
  for (const KrylovMethod method : {KrylovMethod::bicgstab, KrylovMethod::gmres}) {
    std::string text;
    try {
      solve_on(Host(), all, Stencil<Complex>{9, Complex(2, 1.5), Complex(0.4, 0.2)},
               {method, 1e-12, 4, 40});
    } catch (const NotConverged &error) {
      text = error.what();
    }
    EXPECT_THAT(text, ::testing::HasSubstr(" on 729 equations did not reach"));
    EXPECT_EQ(text, all.broadcast(text)) << "as on the root";
  }
}

} // namespace
} // namespace curlew
