// Belos' methods and the preconditioners on the equations of method fdfd.
#include "plain_operator.hpp"
#include "random_problem.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/fdfd/krylov/belos_solve.hpp>
#include <curlew/methods/fdfd/krylov/csr_operator.hpp>
#include <curlew/methods/fdfd/krylov/krylov.hpp>
#include <curlew/solvers/preconditioner/preconditioners.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <gmock/gmock.h>

namespace curlew::fdfd::testing {
namespace {

using ::testing::HasSubstr;

// A body in the middle of a box, a wavelength of about ten cells.
Problem body_in_a_box(const Walls &walls, complex body, complex around) {
  Problem problem = random_problem(walls, {16, 15, 14}, false);
  problem.eps = {1, around, body};
  for_each_entry(problem, [&](int c, const std::array<Index, 3> &at, Offset e) {
    const bool in_body =
        at[0] > 5 && at[0] < 10 && at[1] > 4 && at[1] < 10 && at[2] > 4 && at[2] < 9;
    problem.eps_id[c][e - c * problem.size()] = walls_fix(problem, c, at) ? 0 : in_body ? 2 : 1;
  });
  return problem;
}

Problem dielectric_in_layers() {
  return body_in_a_box(all_walls()[0], complex(4, -1), 1);
}

Problem lossy() {
  return body_in_a_box(all_walls()[1], complex(4, -4), complex(1, -1));
}

// Here all preconditioners save iterations. In front of perfectly matched layers those that divide
// by the diagonal may cost some: docs/solvers.md.
Problem metal_in_losses() {
  return body_in_a_box(all_walls()[1], complex(4, -3000), complex(1, -1));
}

// The parts of a problem that a test needs, on one space.
template <class Space> struct Equations {
  Space space;
  Problem problem;
  System<Space> system = make_system<Space>(problem);
  SparseMatrix<Space, Complex> matrix = csr_matrix(space, system);
  ApplyFunction<Space> apply = csr_apply(matrix);
  Vector<Space> f = to_device<Space>(random_vector(problem, 3));

  explicit Equations(const Space &instance, Problem which = dielectric_in_layers())
      : space(instance), problem(std::move(which)) {}
  Vector<Space> zero() const { return Vector<Space>("x", problem.unknowns()); }

  // Returns the solution by COCG on the fused kernel, with a tolerance far below that of the
  // others.
  std::vector<complex> reference() const {
    const auto x = zero();
    SolveReport report;
    solve_cocg(space, system, f, x, {1e-12, 5000, {}}, report);
    return to_host(x);
  }
  double residual(const Vector<Space> &x) const {
    const auto ax = plain_operator(problem, to_host(x));
    return relative_difference(ax, to_host(f));
  }
};

using Serial = Host;
using Preconditioner = LinearOperator<Serial, Complex>;

// The condition of the matrix is below a few hundred: residuals of 1e-11 leave errors below 1e-8.
const SolveOptions k_options{1e-11, 5000, {}};

TEST(FdfdBelos, AllMethodsFindTheSameFields) {
  for (const Backend backend : compiled_backends())
    with_backend(backend, [&](const auto &space) {
      const Equations<std::decay_t<decltype(space)>> equations(space, lossy());
      const auto expected = equations.reference();
      for (const KrylovMethod method :
           {KrylovMethod::bicgstab, KrylovMethod::gmres, KrylovMethod::tfqmr}) {
        SCOPED_TRACE(to_string(backend) + " " + to_string(method));
        const auto x = equations.zero();
        SolveReport report;
        solve_belos(space, equations.apply, equations.f, x, {method, 200}, k_options, report);
        EXPECT_LT(relative_difference(to_host(x), expected), 1e-8);
        EXPECT_LE(report.residual, 1e-11);
        EXPECT_NEAR(report.residual, equations.residual(x), 1e-13);
        EXPECT_GT(report.iterations, 20);
        EXPECT_EQ(report.history.size(), report.iterations + 1u);
        EXPECT_DOUBLE_EQ(report.history.front(), 1);
        const int per_iteration = method == KrylovMethod::gmres ? 1 : 2;
        EXPECT_GE(report.applications, per_iteration * (report.iterations - 1));
        EXPECT_LE(report.applications, per_iteration * report.iterations + 20);
        EXPECT_GT(report.solve_s, 0);
      }
    });
}

TEST(FdfdBelos, TooFewIterationsLeaveAReport) {
  const Equations<Serial> equations{Serial()};
  const auto x = equations.zero();
  SolveReport report;
  try {
    solve_belos(equations.space, equations.apply, equations.f, x, {}, {1e-11, 5, {}}, report);
    FAIL() << "no error";
  } catch (const NotConverged &error) {
    EXPECT_THAT(error.what(), HasSubstr("bicgstab on 10080 equations did not reach"));
    EXPECT_THAT(error.what(), HasSubstr("in 5 iterations"));
  }
  EXPECT_EQ(report.iterations, 5);
  EXPECT_EQ(report.history.size(), 6u);
  EXPECT_NEAR(report.residual, equations.residual(x), 1e-12 * report.residual + 1e-12);
  EXPECT_GT(report.residual, 1e-11);
}

int iterations_with(const Equations<Serial> &equations, const Preconditioner *preconditioner,
                    const std::vector<complex> &expected) {
  const auto x = equations.zero();
  SolveReport report;
  solve_belos(equations.space, equations.apply, equations.f, x, {}, k_options, report,
              preconditioner);
  EXPECT_LT(relative_difference(to_host(x), expected), 1e-8);
  EXPECT_LE(equations.residual(x), 1.001e-11);
  return report.iterations;
}

TEST(FdfdPreconditioners, KeepTheSolutionAndSaveIterations) {
  const Equations<Serial> equations(Serial(), metal_in_losses());
  const Serial space;
  const auto expected = equations.reference();
  const int none = iterations_with(equations, nullptr, expected);
  const auto share = [&](const Preconditioner &m) {
    return static_cast<double>(iterations_with(equations, &m, expected)) / none;
  };
  // Measured: 397 without; 201, 66, 85 and 46.
  EXPECT_LT(share(make_jacobi(space, equations.matrix)), 0.75);
  EXPECT_LT(share(make_ssor(space, equations.matrix, 1)), 0.3);
  EXPECT_LT(share(make_ssor_inverse(space, equations.matrix, 0.42)), 0.4);
  EXPECT_LT(share(make_polynomial(as_operator<Serial>(equations.apply),
                                  random_start(space, equations.system), 8)),
            0.25);
}

// A preconditioner helps only with its own matrix: that of another one is of no use.
TEST(FdfdPreconditioners, BelongToTheirMatrix) {
  const Equations<Serial> equations(Serial(), metal_in_losses()), others{Serial()};
  const auto m = make_ssor(Serial(), others.matrix, 1);
  const auto x = equations.zero();
  SolveReport report;
  EXPECT_THROW(
      solve_belos(Serial(), equations.apply, equations.f, x, {}, {1e-11, 397, {}}, report, &m),
      NotConverged);
}

// A loop without a preconditioner argument solves A M y = f.
TEST(FdfdPreconditioners, ServeOurOwnLoops) {
  const Equations<Serial> equations(Serial(), metal_in_losses());
  const Serial space;
  const auto m = make_ssor(space, equations.matrix, 1);
  const auto y = equations.zero(), x = equations.zero(), without = equations.zero();
  SolveReport report, plain;
  solve_bicgstab(space, equations.system, equations.f, y, k_options, report,
                 preconditioned(equations.apply, m, equations.problem.unknowns()));
  m.apply(space, y, x);
  const auto expected = equations.reference();
  EXPECT_LT(relative_difference(to_host(x), expected), 1e-8);
  EXPECT_GT(relative_difference(to_host(y), expected), 1e-2); // the twin: M forgotten
  solve_bicgstab(space, equations.system, equations.f, without, k_options, plain);
  EXPECT_LT(report.iterations, 0.3 * plain.iterations);
}

TEST(FdfdPreconditioners, LeaveFixedEntriesAtZero) {
  const Equations<Serial> equations{Serial()};
  const Serial space;
  const auto start = random_start(space, equations.system);
  const Preconditioner all[] = {make_jacobi(space, equations.matrix),
                                make_ssor(space, equations.matrix, 1.2),
                                make_ssor_inverse(space, equations.matrix, 0.42),
                                make_polynomial(as_operator<Serial>(equations.apply), start, 3)};
  for (const Preconditioner &m : all) {
    const auto y = equations.zero();
    m.apply(space, equations.f, y);
    const auto values = to_host(y);
    int fixed = 0;
    for_each_entry(equations.problem, [&](int c, const std::array<Index, 3> &, Offset e) {
      if (equations.problem.eps_id[c][e - c * equations.problem.size()] == 0) {
        ++fixed;
        EXPECT_EQ(values[e], 0.0);
      }
    });
    EXPECT_GT(fixed, 100);
    EXPECT_GT(norm(values), 0);
  }
}

} // namespace
} // namespace curlew::fdfd::testing
