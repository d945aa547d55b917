// COCG, COCR and BiCGStab on operators of any kind, and the state after a batch of iterations.
#include <curlew/core/parallel/backend.hpp>
#include <curlew/solvers/krylov/divergence.hpp>
#include <curlew/solvers/krylov/short_recurrences.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>
#include <curlew/tests/unit/solvers/known_system.hpp>

#include <gmock/gmock.h>

#include <stdexcept>

namespace curlew {
namespace {

using testing::Complex;
using ::testing::HasSubstr;
using testing::KnownSystem;
using testing::Stencil;

template <class Space, class Scalar>
using Solver = void (*)(const LinearOperator<Space, Scalar> &,
                        const DistributedVector<Space, Scalar> &,
                        const DistributedVector<Space, Scalar> &, const SolveOptions &,
                        SolveReport &);

template <class Space, class Scalar> struct NamedSolver {
  const char *name;
  Solver<Space, Scalar> solve;
};

template <class Space, class Scalar> std::vector<NamedSolver<Space, Scalar>> all_solvers() {
  return {{"cocg", solve_cocg<Space, Scalar>},
          {"cocr", solve_cocr<Space, Scalar>},
          {"bicgstab", solve_bicgstab<Space, Scalar>}};
}

template <class Space, class Scalar>
void expect_answer(const Space &space, const Stencil<Scalar> &stencil,
                   const NamedSolver<Space, Scalar> &solver, int batch) {
  SCOPED_TRACE(std::string(solver.name) + " on " + Space::name());
  const KnownSystem<Space, Scalar> system(space, stencil);
  const auto x = system.matrix.vector();
  SolveReport report;
  solver.solve(system.a, system.b, x, {1e-11, 400, {}, batch}, report);
  EXPECT_LE(report.residual, 1e-11);
  EXPECT_NEAR(report.residual, system.residual(x), 1e-14); // the true one
  EXPECT_LT(system.error(x), 1e-9);                        // the condition number is below 50
  EXPECT_GT(report.iterations, 10);
  EXPECT_LT(report.iterations, 120);
  EXPECT_EQ(report.history.size(), report.iterations + 1u);
}

TEST(ShortRecurrences, FindKnownAnswers) {
  for (const Backend backend : compiled_backends())
    with_backend(backend, [](const auto &space) {
      using Space = std::decay_t<decltype(space)>;
      for (const auto &solver : all_solvers<Space, Complex>())
        for (const int batch : {0, 1, 16})
          expect_answer(space, testing::k_symmetric, solver, batch);
      for (const auto &solver : all_solvers<Space, double>())
        expect_answer(space, testing::k_symmetric_real, solver, 0);
      expect_answer<Space, Complex>(space, testing::k_unsymmetric,
                                    {"bicgstab", solve_bicgstab<Space, Complex>}, 0);
      expect_answer<Space, double>(space, testing::k_unsymmetric_real,
                                   {"bicgstab", solve_bicgstab<Space, double>}, 0);
    });
}

using Space = Host;

// The twin: COCG needs A = A^T.
TEST(ShortRecurrences, CocgFailsWhereASymmetricOperatorIsNeeded) {
  const KnownSystem<Space, Complex> system(Space(), testing::k_unsymmetric);
  const auto x = system.matrix.vector();
  SolveReport report;
  EXPECT_THROW(solve_cocg(system.a, system.b, x, {1e-11, 120}, report), NotConverged);
  EXPECT_GT(report.residual, 1e-6);
}

// A solve that diverges for long ends before its iterations are used up, and the twin shows that
// the watch waits: it does not stop a residual that falls again in time.
TEST(ShortRecurrences, EndWhereTheyDiverge) {
  const KnownSystem<Space, Complex> system(Space(), testing::k_unsymmetric);
  const auto x = system.matrix.vector();
  SolveReport report;
  SolveOptions options{1e-11, 1000000};
  options.advice = "Try another one";
  try {
    solve_cocg(system.a, system.b, x, options, report);
    FAIL() << "no error";
  } catch (const NotConverged &error) {
    EXPECT_THAT(error.what(), HasSubstr("it diverges"));
    EXPECT_THAT(error.what(), HasSubstr("Try another one"));
  }
  EXPECT_LT(report.iterations, 100000);
}

TEST(DivergenceWatches, WaitForAThousandIterations) {
  DivergenceWatch watch;
  EXPECT_FALSE(watch.has_diverged(1));
  for (int i = 0; i < 999; ++i)
    EXPECT_FALSE(watch.has_diverged(2000));
  EXPECT_FALSE(watch.has_diverged(900)); // came back
  for (int i = 0; i < 999; ++i)
    EXPECT_FALSE(watch.has_diverged(2000));
  EXPECT_TRUE(watch.has_diverged(2000));
}

// --- Batches -------------------------------------------------------------------------------------

// A batch ends where a check after every iteration does, with the same x.
TEST(Batches, DoNotMoveTheSolution) {
  const KnownSystem<Space, Complex> system(Space(), testing::k_symmetric);
  for (const auto &solver : all_solvers<Space, Complex>()) {
    SCOPED_TRACE(solver.name);
    const auto x = system.matrix.vector(), y = system.matrix.vector();
    SolveReport one, many;
    solver.solve(system.a, system.b, x, {1e-8, 400, {}, 1}, one);
    solver.solve(system.a, system.b, y, {1e-8, 400, {}, 16}, many);
    EXPECT_EQ(one.iterations, many.iterations);
    EXPECT_NE(many.iterations % 16, 0) << "the end of a batch shows nothing";
    EXPECT_EQ(one.history, many.history);
    EXPECT_EQ(system.matrix.owned(x), system.matrix.owned(y));
  }
}

// y := 2 x: the first iteration leaves a residual of exactly 0, and a second one would divide 0 by
// 0.
template <class Scalar> LinearOperator<Space, Scalar> twice() {
  return LinearOperator<Space, Scalar>([](const Space &, const auto &x, const auto &y) {
    for (std::size_t i = 0; i < x.extent(0); ++i)
      y(i) = Scalar(2) * x(i);
  });
}

template <class Scalar> void expect_exact(int batch) {
  const KnownSystem<Space, Scalar> system(Space(), Stencil<Scalar>{3, Scalar(0), Scalar(0)});
  for (const auto &solver : all_solvers<Space, Scalar>()) {
    SCOPED_TRACE(std::string(solver.name) + ", batches of " + std::to_string(batch));
    const auto b = system.expected, x = system.matrix.vector();
    SolveReport report;
    solver.solve(twice<Scalar>(), b, x, {1e-12, 100, {}, batch}, report);
    EXPECT_EQ(report.iterations, 1);
    const auto found = system.matrix.owned(x), given = system.matrix.owned(b);
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_LE(magnitude(Scalar(2) * found[i] - given[i]), 1e-15);
  }
}

TEST(Batches, KeepAnExactSolution) {
  for (const int batch : {1, 16}) {
    expect_exact<Complex>(batch);
    expect_exact<double>(batch);
  }
}

TEST(Batches, EndWithTheIterationsAllowed) {
  const KnownSystem<Space, Complex> system(Space(), testing::k_symmetric);
  for (const auto &solver : all_solvers<Space, Complex>()) {
    SCOPED_TRACE(solver.name);
    SolveReport report;
    try {
      solver.solve(system.a, system.b, system.matrix.vector(), {1e-11, 7, {}, 16}, report);
      FAIL() << "no error";
    } catch (const NotConverged &error) {
      EXPECT_THAT(error.what(), HasSubstr(std::string(solver.name) + " on 512 equations did not "
                                                                     "reach"));
      EXPECT_THAT(error.what(), HasSubstr("in 7 iterations (7 allowed)"));
    }
    EXPECT_EQ(report.iterations, 7);
  }
}

// A breakdown is no freeze: it reaches the caller.
TEST(Batches, ReportBreakdowns) {
  const KnownSystem<Space, Complex> system(Space(), testing::k_symmetric);
  const LinearOperator<Space, Complex> nothing([](const Space &space, const auto &, const auto &y) {
    Kokkos::deep_copy(space, y, Complex(0));
  });
  for (const auto &solver : all_solvers<Space, Complex>())
    for (const int batch : {1, 16}) {
      SolveReport report;
      EXPECT_THROW(
          solver.solve(nothing, system.b, system.matrix.vector(), {1e-11, 100, {}, batch}, report),
          NotConverged)
          << solver.name;
      EXPECT_LE(report.iterations, 2) << solver.name;
    }
}

TEST(ShortRecurrences, AreWatchedAndStoppedByTheirCaller) {
  const KnownSystem<Space, Complex> system(Space(), testing::k_symmetric);
  for (const auto &solver : all_solvers<Space, Complex>()) {
    int last = 0;
    SolveReport report;
    const SolveOptions options{1e-11, 400, [&](int iteration, double residual) {
                                 last = iteration;
                                 EXPECT_GT(residual, 0);
                                 if (iteration == 5)
                                   throw std::domain_error("stopped");
                               }};
    EXPECT_THROW(solver.solve(system.a, system.b, system.matrix.vector(), options, report),
                 std::domain_error)
        << solver.name;
    EXPECT_EQ(last, 5) << solver.name;
  }
}

} // namespace
} // namespace curlew
