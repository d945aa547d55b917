// solve_krylov on one rank: known answers, and failures.
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/solvers/krylov/belos_solver.hpp>
#include <curlew/solvers/vector/vector_algebra.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>
#include <curlew/tests/unit/solvers/known_system.hpp>

#include <gmock/gmock.h>

#include <cmath>

namespace curlew {
namespace {

using testing::Complex;
using ::testing::HasSubstr;
using testing::known_entry;
using testing::KnownSystem;
using testing::RankMatrix;
using testing::Stencil;

constexpr KrylovMethod k_methods[] = {KrylovMethod::bicgstab, KrylovMethod::gmres,
                                      KrylovMethod::tfqmr};

// The matrices are far from Hermitian. A lossy shift that leaves part of the spectrum on the other
// side of the imaginary axis is not needed to distinguish omega from its conjugate.
const Stencil<Complex> k_complex{8, Complex(0.3, 1.5), Complex(0.4, 0.2)};
const Stencil<double> k_real{8, 0.3, 0.4};

// Returns solve_krylov's message for a system that it cannot solve.
template <class Space, class Scalar>
std::string refusal(const KnownSystem<Space, Scalar> &system, const KrylovOptions &options) {
  try {
    solve_krylov(system.a, system.b, system.matrix.vector(), options);
  } catch (const NotConverged &error) {
    EXPECT_EQ(error.exit_code(), ExitCode::not_converged);
    return error.what();
  }
  return "solved";
}

template <class Space, class Scalar>
void expect_answer(const Space &space, const Stencil<Scalar> &stencil, KrylovMethod method) {
  SCOPED_TRACE(to_string(method) + " on " + Space::name());
  const KnownSystem<Space, Scalar> system(space, stencil);
  const auto x = system.matrix.vector();
  const KrylovReport report = solve_krylov(system.a, system.b, x, {method, 1e-11, 400, 50});
  EXPECT_LE(report.residual, 1e-11);
  EXPECT_NEAR(report.residual, system.residual(x), 1e-14); // the true one
  EXPECT_LT(system.error(x), 1e-9);                        // the condition number is below 50
  EXPECT_GT(report.iterations, 10);
  EXPECT_LT(report.iterations, 120);
  // The history leads from 1 to the tolerance.
  ASSERT_EQ(report.history.size(), report.iterations + 1u);
  EXPECT_NEAR(report.history.front(), 1, 1e-6);
  EXPECT_LE(report.history.back(), 1.01e-11);
  EXPECT_GT(report.history[report.iterations / 2], 1e-11);
}

TEST(BelosSolver, FindsKnownAnswersOfSystemsThatAreNotHermitian) {
  for (const Backend backend : compiled_backends())
    with_backend(backend, [](const auto &space) {
      for (const KrylovMethod method : k_methods) {
        expect_answer(space, k_complex, method);
        expect_answer(space, k_real, method);
      }
    });
}

TEST(BelosSolver, CgFindsThoseOfHermitianSystems) {
  for (const Backend backend : compiled_backends())
    with_backend(backend, [](const auto &space) {
      expect_answer(space, Stencil<double>{8, 0.1, 0}, KrylovMethod::cg);
      // An imaginary convection makes a Hermitian matrix.
      expect_answer(space, Stencil<Complex>{8, 0.1, Complex(0, 0.3)}, KrylovMethod::cg);
    });
}

// Whatever the number of threads: sums have an order of their own.
TEST(BelosSolver, HostsGiveTheSameBits) {
  for (const KrylovMethod method : k_methods) {
    std::vector<std::vector<Complex>> found;
    for (const Backend backend : compiled_backends())
      if (backend != Backend::cuda)
        found.push_back(with_backend(backend, [&](const auto &space) {
          const KnownSystem<std::decay_t<decltype(space)>, Complex> system(space, k_complex);
          const auto x = system.matrix.vector();
          solve_krylov(system.a, system.b, x, {method, 1e-8, 400, 50});
          return system.matrix.owned(x);
        }));
    EXPECT_THAT(found, ::testing::Each(found[0])) << to_string(method);
  }
}

// --- Where it starts and stops -------------------------------------------------------------------

using Space = Host;

TEST(BelosSolver, StartsFromTheGivenVector) {
  const KnownSystem<Space, Complex> system(Space(), k_complex);
  const auto x = system.matrix.vector(known_entry<Complex>);
  EXPECT_EQ(solve_krylov(system.a, system.b, x, {}).iterations, 0);
  // A guess that is nearly right saves iterations, and the goal stays that of |b|.
  combine(Complex(1 + 1e-5), system.expected, Complex(0), x, x);
  const KrylovReport near = solve_krylov(system.a, system.b, x, {});
  EXPECT_NEAR(near.history.front(), 1e-5, 1e-10);
  EXPECT_LE(near.residual, 1e-8);
  EXPECT_LT(near.iterations,
            solve_krylov(system.a, system.b, system.matrix.vector(), {}).iterations);
}

TEST(BelosSolver, NothingOnTheRightGivesZero) {
  const KnownSystem<Space, double> system(Space(), k_real);
  const auto x = system.matrix.vector(known_entry<double>);
  const KrylovReport report = solve_krylov(system.a, system.matrix.vector(), x, {});
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(norms(x)[0], 0);
}

TEST(BelosSolver, RestartsOfGmresCostIterations) {
  const KnownSystem<Space, Complex> system(Space(), k_complex);
  const auto iterations = [&](int restart) {
    const auto x = system.matrix.vector();
    const auto report =
        solve_krylov(system.a, system.b, x, {KrylovMethod::gmres, 1e-10, 1000, restart});
    EXPECT_LT(system.error(x), 1e-8) << restart;
    EXPECT_EQ(report.history.size(), report.iterations + 1u) << restart;
    return report.iterations;
  };
  EXPECT_GT(iterations(5), iterations(100));
}

// Rows of very different size, which dividing by the diagonal mends.
TEST(BelosSolver, PreconditionsFromTheRight) {
  const auto size_of = [](Index i) { return std::pow(10.0, i % 5 - 2); };
  const RankMatrix<Space, Complex> matrix(Space(), Communicator(), {0, k_complex.rows()},
                                          [&](Index row) {
                                            auto entries = k_complex(row);
                                            for (auto &entry : entries)
                                              entry.second *= size_of(entry.first);
                                            return entries;
                                          });
  const auto a = matrix.apply();
  const auto expected = matrix.vector(known_entry<Complex>), b = matrix.vector();
  a.apply(expected, b);
  const LinearOperator<Space, Complex> by_diagonal(
      [&](const Space &, const auto &x, const auto &y) {
        for (Index i = 0; i < k_complex.rows(); ++i)
          y(i) = x(i) / (size_of(i) * (Complex(6) + k_complex.shift));
      });
  for (const KrylovMethod method : k_methods) {
    const KrylovOptions options{method, 1e-10, 1500, 200};
    const auto x = matrix.vector();
    const auto report = solve_krylov(a, b, x, options, &by_diagonal);
    EXPECT_LE(report.residual, 1e-10) << to_string(method);
    EXPECT_LT(report.iterations, 100) << to_string(method);
    try { // the twin, without
      EXPECT_GT(solve_krylov(a, b, matrix.vector(), options).iterations, 2 * report.iterations)
          << to_string(method);
    } catch (const NotConverged &) {
    }
  }
}

// --- How it fails --------------------------------------------------------------------------------

TEST(BelosSolver, TooFewIterationsAreNotConverged) {
  const KnownSystem<Space, Complex> system(Space(), k_complex);
  for (const KrylovMethod method : k_methods) {
    const std::string text = refusal(system, {method, 1e-10, 7, 50});
    EXPECT_THAT(text, HasSubstr(to_string(method) + " on 512 equations did not reach a relative "
                                                    "residual of 1e-10 in 7 iterations"));
  }
}

TEST(BelosSolver, WhatRoundingForbidsIsNotConverged) {
  const KnownSystem<Space, Complex> system(Space(), k_complex);
  for (const KrylovMethod method : k_methods)
    EXPECT_THAT(refusal(system, {method, 1e-18, 2000, 50}),
                HasSubstr("did not reach a relative residual of 1e-18"));
}

// Singular, with a right-hand side that no x gives.
TEST(BelosSolver, SingularSystemsAreNotConverged) {
  KnownSystem<Space, double> system(Space(), k_real);
  system.a = LinearOperator<Space, double>([](const Space &, const auto &x, const auto &y) {
    for (std::size_t i = 0; i < x.extent(0); ++i)
      y(i) = i % 2 == 0 ? x(i) : 0.0;
  });
  for (const KrylovMethod method : k_methods)
    EXPECT_THAT(refusal(system, {method, 1e-8, 200, 50}), HasSubstr(" did not reach "));
}

TEST(BelosSolver, CgOnAnIndefiniteSystemIsNotConverged) {
  const KnownSystem<Space, double> system(Space(), {8, -6.5, 0});
  EXPECT_THAT(refusal(system, {KrylovMethod::cg, 1e-8, 500, 50}), HasSubstr("cg on 512 equations"));
}

TEST(BelosSolver, NumbersThatAreNoneAreNotConverged) {
  KnownSystem<Space, Complex> system(Space(), k_complex);
  system.a = LinearOperator<Space, Complex>([](const Space &, const auto &x, const auto &y) {
    for (std::size_t i = 0; i < x.extent(0); ++i)
      y(i) = std::nan("");
  });
  for (const KrylovMethod method : k_methods)
    EXPECT_THAT(refusal(system, {method, 1e-8, 100, 50}), HasSubstr(" did not reach "));
  fill(system.b, Complex(std::nan("")));
  EXPECT_THAT(refusal(system, {}), HasSubstr("right-hand side of 512 equations is not finite"));
}

TEST(BelosSolver, ErrorsOfOperatorsPass) {
  KnownSystem<Space, double> system(Space(), k_real);
  int applied = 0;
  const LinearOperator<Space, double> failing(
      [&](const Space &space, const auto &x, const auto &y) {
        if (++applied == 4)
          throw ResourceError("no memory for the fourth");
        Kokkos::deep_copy(space, y, x);
        y(applied) += x(0);
      });
  EXPECT_THROW(solve_krylov(failing, system.b, system.matrix.vector(), {}), ResourceError);
}

TEST(BelosSolver, KnowsItsMethods) {
  for (const char *name : {"bicgstab", "gmres", "tfqmr", "cg"})
    EXPECT_EQ(to_string(parse_krylov_method(name)), name);
  try {
    parse_krylov_method("GMRES");
    FAIL();
  } catch (const InputError &error) {
    EXPECT_THAT(error.what(), HasSubstr("\"GMRES\" is no Krylov method"));
    EXPECT_THAT(error.what(), HasSubstr("bicgstab, gmres, tfqmr and cg"));
  }
}

// --- A Belos that conjugates the wrong factor ----------------------------------------------------

TEST(BicgstabProbe, TellsTheRightOmega) {
  EXPECT_NEAR(bicgstab_probe(), std::sqrt(0.5), 1e-14);
  EXPECT_NO_THROW(require_right_bicgstab(bicgstab_probe()));
}

TEST(BicgstabProbe, AWrongOneIsRefused) {
  for (const double probed : {std::sqrt(1.5), 1.0, std::nan("")})
    try {
      require_right_bicgstab(probed);
      FAIL() << probed;
    } catch (const NotCompiled &error) {
      EXPECT_THAT(error.what(), HasSubstr("bicgstab for complex numbers is not compiled"));
      EXPECT_THAT(error.what(), HasSubstr("take gmres"));
    }
}

// --- Watched -------------------------------------------------------------------------------------

TEST(Watch, IsToldEveryIterationWithItsResidual) {
  const KnownSystem<Space, Complex> system(Space(), k_complex);
  for (const KrylovMethod method : k_methods) {
    SCOPED_TRACE(to_string(method));
    std::vector<double> told;
    KrylovOptions options{method, 1e-10, 400, 50};
    options.watch = [&](int iteration, double residual) {
      EXPECT_EQ(iteration, static_cast<int>(told.size()) + 1);
      told.push_back(residual);
    };
    const KrylovReport report = solve_krylov(system.a, system.b, system.matrix.vector(), options);
    EXPECT_EQ(static_cast<int>(told.size()), report.iterations);
    EXPECT_THAT(std::vector<double>(report.history.begin() + 1, report.history.end()),
                ::testing::ElementsAreArray(told));
    EXPECT_LE(told.back(), 1e-10);
    EXPECT_EQ(report.solver, method == KrylovMethod::gmres && usable_gmres() != GmresSource::belos
                                 ? "gmres of curlew"
                                 : to_string(method));
  }
}

TEST(Watch, StopsASolveInTheMiddle) {
  const KnownSystem<Space, Complex> system(Space(), k_complex);
  for (const KrylovMethod method : k_methods) {
    int last = 0;
    KrylovOptions options{method, 1e-10, 400, 50};
    options.watch = [&](int iteration, double) {
      last = iteration;
      if (iteration == 6)
        throw Interrupted("enough");
    };
    EXPECT_THROW(solve_krylov(system.a, system.b, system.matrix.vector(), options), Interrupted)
        << to_string(method);
    EXPECT_EQ(last, 6) << to_string(method);
  }
}

} // namespace
} // namespace curlew
