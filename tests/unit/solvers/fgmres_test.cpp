// GMRES of this library, its rotations, and the probe that decides when it replaces Belos'.
#include <curlew/core/parallel/backend.hpp>
#include <curlew/solvers/krylov/belos_solver.hpp>
#include <curlew/solvers/krylov/complex_rotation.hpp>
#include <curlew/solvers/krylov/fgmres.hpp>
#include <curlew/solvers/krylov/plane_rotation.hpp>
#include <curlew/tests/support/features.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>
#include <curlew/tests/unit/solvers/known_system.hpp>

#include <gmock/gmock.h>

namespace curlew {
namespace {

using testing::Complex;
using ::testing::HasSubstr;
using testing::KnownSystem;
using testing::Stencil;

template <class Space, class Scalar>
void expect_answer(const Space &space, const Stencil<Scalar> &stencil) {
  SCOPED_TRACE(Space::name());
  const KnownSystem<Space, Scalar> system(space, stencil);
  const auto x = system.matrix.vector();
  SolveReport report;
  solve_fgmres(system.a, system.b, x, {1e-11, 400}, 100, report);
  EXPECT_LE(report.residual, 1e-11);
  EXPECT_NEAR(report.residual, system.residual(x), 1e-14);
  EXPECT_LT(system.error(x), 1e-9); // the condition number is below 50
  ASSERT_EQ(report.history.size(), report.iterations + 1u);
  // The smallest residual of a growing space.
  for (std::size_t i = 1; i < report.history.size(); ++i)
    EXPECT_LE(report.history[i], report.history[i - 1] * (1 + 1e-12));
}

TEST(Fgmres, FindsKnownAnswers) {
  for (const Backend backend : compiled_backends())
    with_backend(backend, [](const auto &space) {
      expect_answer(space, testing::k_unsymmetric);
      expect_answer(space, testing::k_unsymmetric_real);
    });
}

using Space = Host;

TEST(Fgmres, RestartsCostIterations) {
  const KnownSystem<Space, Complex> system(Space(), testing::k_unsymmetric);
  const auto iterations = [&](int restart) {
    const auto x = system.matrix.vector();
    SolveReport report;
    solve_fgmres(system.a, system.b, x, {1e-10, 1000}, restart, report);
    EXPECT_LT(system.error(x), 1e-8) << restart;
    return report.iterations;
  };
  EXPECT_GT(iterations(5), iterations(100));
}

// Another preconditioner in every iteration, which methods with one fixed M cannot have: some
// iterations of the method itself.
TEST(Fgmres, TakesAPreconditionerThatChanges) {
  const KnownSystem<Space, Complex> system(Space(), testing::k_unsymmetric);
  int calls = 0;
  const LinearOperator<Space, Complex> inner =
      LinearOperator<Space, Complex>::on_multivectors([&](const auto &from, const auto &to) {
        SolveReport ignored;
        fill(to, Complex(0));
        try {
          solve_fgmres(system.a, from, to, {1e-12, 2 + calls++ % 3}, 10, ignored);
        } catch (const NotConverged &) {
        }
      });
  const auto x = system.matrix.vector(), y = system.matrix.vector();
  SolveReport with, without;
  solve_fgmres(system.a, system.b, x, {1e-11, 400}, 100, with, &inner);
  solve_fgmres(system.a, system.b, y, {1e-11, 400}, 100, without);
  EXPECT_LT(system.error(x), 1e-9);
  EXPECT_LT(2 * with.iterations, without.iterations);
  EXPECT_EQ(calls, with.iterations);
}

TEST(Fgmres, StartsFromTheGivenVector) {
  const KnownSystem<Space, Complex> system(Space(), testing::k_unsymmetric);
  const auto x = system.matrix.vector(testing::known_entry<Complex>);
  SolveReport report;
  solve_fgmres(system.a, system.b, x, {1e-8, 100}, 50, report);
  EXPECT_EQ(report.iterations, 0);
}

// A x = 2 x: the space of one vector holds the solution.
TEST(Fgmres, EndsWhereTheSpaceHoldsTheSolution) {
  const KnownSystem<Space, Complex> system(Space(), testing::k_unsymmetric);
  const LinearOperator<Space, Complex> twice([](const Space &, const auto &x, const auto &y) {
    for (std::size_t i = 0; i < x.extent(0); ++i)
      y(i) = 2.0 * x(i);
  });
  const auto x = system.matrix.vector();
  SolveReport report;
  solve_fgmres(twice, system.b, x, {1e-13, 100}, 50, report);
  EXPECT_EQ(report.iterations, 1);
  EXPECT_LE(report.residual, 1e-15);
}

TEST(Fgmres, FailuresAreNotConverged) {
  const KnownSystem<Space, Complex> system(Space(), testing::k_unsymmetric);
  SolveReport report;
  const auto why = [&](const LinearOperator<Space, Complex> &a, const SolveOptions &options) {
    try {
      solve_fgmres(a, system.b, system.matrix.vector(), options, 20, report);
    } catch (const NotConverged &error) {
      return std::string(error.what());
    }
    return std::string("solved");
  };
  EXPECT_THAT(why(system.a, {1e-10, 7}), HasSubstr("in 7 iterations (7 allowed)"));
  EXPECT_EQ(report.iterations, 7);
  EXPECT_THAT(why(system.a, {1e-18, 2000}), HasSubstr("did not reach"));
  const LinearOperator<Space, Complex> half([](const Space &, const auto &x, const auto &y) {
    for (std::size_t i = 0; i < x.extent(0); ++i)
      y(i) = i % 2 == 0 ? x(i) : Complex(0);
  });
  EXPECT_THAT(why(half, {1e-8, 200}), HasSubstr("starting again from there did not help"));
  const LinearOperator<Space, Complex> none([](const Space &, const auto &x, const auto &y) {
    for (std::size_t i = 0; i < x.extent(0); ++i)
      y(i) = std::nan("");
  });
  EXPECT_THAT(why(none, {1e-8, 200}), HasSubstr("the method broke down"));
}

// --- Rotations -----------------------------------------------------------------------------------

TEST(PlaneRotation, MapsThePairToItsNorm) {
  const auto own = [](std::complex<double> a, std::complex<double> b) {
    const auto made = make_rotation(a, b);
    return ComplexRotation{made.c, made.s, made.r};
  };
  EXPECT_TRUE(makes_rotations(own));
  const auto made = make_rotation(std::complex<double>(1, 1), std::complex<double>(2, -1));
  EXPECT_NEAR(made.r.real(), std::sqrt(3.5), 1e-15); // |(1 + i, 2 - i)| = sqrt(7), along 1 + i
  EXPECT_NEAR(made.r.imag(), std::sqrt(3.5), 1e-15);
  EXPECT_EQ(make_rotation(0.0, -2.0).r, -2);
  EXPECT_EQ(make_rotation(3.0, 0.0).c, 1);
}

// Returns the rotation of OpenBLAS 0.3.26: the right c and s, and an r whose imaginary part is that
// of a.
ComplexRotation wrong_rotation(std::complex<double> a, std::complex<double> b) {
  const auto right = make_rotation(a, b);
  return {right.c, right.s, {right.r.real(), a.imag()}};
}

TEST(RotationProbe, FindsAWrongOne) {
  const auto made = wrong_rotation({1, 1}, {2, -1});
  EXPECT_NEAR(made.r.real(), 1.87083, 1e-5);
  EXPECT_EQ(made.r.imag(), 1);
  EXPECT_FALSE(makes_rotations(wrong_rotation));
  EXPECT_FALSE(makes_rotations([](std::complex<double>, std::complex<double>) {
    return ComplexRotation{std::nan(""), 0, 0};
  }));
  EXPECT_EQ(gmres_with(false), GmresSource::curlew);
  EXPECT_EQ(gmres_with(true), GmresSource::belos); // the twin
}

// solve_krylov with this library's GMRES gives the result of Belos', and names the replacement.
TEST(RotationProbe, TheReplacementSolves) {
  const KnownSystem<Space, Complex> system(Space(), testing::k_unsymmetric);
  KrylovOptions options{KrylovMethod::gmres, 1e-10, 400, 50};
  options.gmres = GmresSource::curlew;
  const auto x = system.matrix.vector();
  int watched = 0;
  options.watch = [&](int iteration, double) { watched = iteration; };
  if (!testing::k_has_belos) {
    EXPECT_THROW(solve_krylov(system.a, system.b, x, options), NotCompiled);
    return;
  }
  const KrylovReport report = solve_krylov(system.a, system.b, x, options);
  EXPECT_EQ(report.solver, "gmres of curlew");
  EXPECT_LE(report.residual, 1e-10);
  EXPECT_LT(system.error(x), 1e-8);
  EXPECT_EQ(watched, report.iterations);
  options.gmres = GmresSource::belos;
  if (usable_gmres() == GmresSource::belos) {
    const auto y = system.matrix.vector();
    const KrylovReport other = solve_krylov(system.a, system.b, y, options);
    EXPECT_EQ(other.solver, "gmres");
    EXPECT_NEAR(other.iterations, report.iterations, 1); // the same Krylov spaces
  }
  options.gmres = GmresSource::curlew;
  options.max_iterations = 3;
  try {
    solve_krylov(system.a, system.b, system.matrix.vector(), options);
    FAIL() << "no error";
  } catch (const KrylovNotConverged &error) {
    EXPECT_EQ(error.report().iterations, 3);
    EXPECT_EQ(error.report().solver, "gmres of curlew");
  }
}

TEST(RotationProbe, DecidesByTeuchos) {
  CURLEW_SKIP_WITHOUT(belos);
  EXPECT_EQ(usable_gmres(), gmres_with(makes_rotations(teuchos_rotation)));
}

} // namespace
} // namespace curlew
