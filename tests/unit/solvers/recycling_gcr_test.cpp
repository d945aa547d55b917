// GCR whose basis outlives a solve.
#include <curlew/core/parallel/backend.hpp>
#include <curlew/solvers/krylov/recycling_gcr.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>
#include <curlew/tests/unit/solvers/known_system.hpp>

#include <gmock/gmock.h>

namespace curlew {
namespace {

using testing::Complex;
using testing::KnownSystem;
using testing::Stencil;

template <class Space, class Scalar>
void expect_answer(const Space &space, const Stencil<Scalar> &stencil) {
  SCOPED_TRACE(Space::name());
  const KnownSystem<Space, Scalar> system(space, stencil);
  RecyclingGcr<Space, Scalar> gcr(system.a, system.b, 150);
  const auto x = system.matrix.vector();
  SolveReport report;
  gcr.solve(system.b, x, {1e-11, 400}, report);
  EXPECT_LE(report.residual, 1e-11);
  EXPECT_NEAR(report.residual, system.residual(x), 1e-14);
  EXPECT_LT(system.error(x), 1e-9); // the condition number is below 50
  EXPECT_EQ(gcr.directions(), report.iterations);
  // The basis holds the answer to the same question, times any number.
  const auto b = system.matrix.vector(), y = system.matrix.vector();
  combine(Scalar(3), system.b, Scalar(0), system.b, b);
  SolveReport again;
  gcr.solve(b, y, {1e-9, 400}, again);
  EXPECT_EQ(again.iterations, 0);
  combine(Scalar(1.0 / 3), y, Scalar(0), y, y);
  EXPECT_LT(system.error(y), 1e-7);
}

TEST(RecyclingGcr, FindsKnownAnswersAndRemembersThem) {
  for (const Backend backend : compiled_backends())
    with_backend(backend, [](const auto &space) {
      expect_answer(space, testing::k_unsymmetric);
      expect_answer(space, testing::k_unsymmetric_real);
    });
}

using Space = Host;

// The smallest residual from the space: never more iterations than full GMRES has, and as many
// without a basis that is left.
TEST(RecyclingGcr, GivesUpAFullBasis) {
  const KnownSystem<Space, Complex> system(Space(), testing::k_unsymmetric);
  const auto iterations = [&](Index capacity) {
    RecyclingGcr<Space, Complex> gcr(system.a, system.b, capacity);
    const auto x = system.matrix.vector();
    SolveReport report;
    gcr.solve(system.b, x, {1e-10, 1000}, report);
    EXPECT_LT(system.error(x), 1e-8) << capacity;
    EXPECT_LE(gcr.directions(), capacity);
    return report.iterations;
  };
  EXPECT_GT(iterations(5), iterations(150));
}

TEST(RecyclingGcr, PreconditionsFromTheRight) {
  const KnownSystem<Space, Complex> system(Space(), testing::k_unsymmetric);
  const auto iterations = [&](std::optional<LinearOperator<Space, Complex>> preconditioner) {
    RecyclingGcr<Space, Complex> gcr(system.a, system.b, 150, std::move(preconditioner));
    const auto x = system.matrix.vector();
    SolveReport report;
    gcr.solve(system.b, x, {1e-10, 1000}, report);
    EXPECT_LT(system.error(x), 1e-8);
    return report.iterations;
  };
  // Two Jacobi sweeps, a polynomial of A.
  const LinearOperator<Space, Complex> jacobi(
      [&](const Space &space, const auto &x, const auto &y) {
        const Complex d = 1.0 / (Complex(6) + testing::k_unsymmetric.shift);
        const auto t = system.matrix.vector(), image = system.matrix.vector();
        for (std::size_t i = 0; i < x.extent(0); ++i)
          t.column(0)(i) = d * x(i);
        system.a.apply(space, t.column(0), image.column(0));
        for (std::size_t i = 0; i < x.extent(0); ++i)
          y(i) = t.column(0)(i) + d * (x(i) - image.column(0)(i));
      });
  EXPECT_LT(iterations(jacobi), 0.8 * iterations(std::nullopt));
}

TEST(RecyclingGcr, TooFewIterationsAreNotConverged) {
  const KnownSystem<Space, Complex> system(Space(), testing::k_unsymmetric);
  RecyclingGcr<Space, Complex> gcr(system.a, system.b, 150);
  SolveReport report;
  try {
    gcr.solve(system.b, system.matrix.vector(), {1e-10, 7}, report);
    FAIL() << "no error";
  } catch (const NotConverged &error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("gcr on 512 equations did not reach a relative "
                                                   "residual of 1e-10 in 7 iterations"));
  }
  EXPECT_EQ(report.iterations, 7);
}

} // namespace
} // namespace curlew
