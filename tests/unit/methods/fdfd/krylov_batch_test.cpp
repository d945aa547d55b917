// Batches of iterations, which devices run between two checks by the host, forced on hosts too.
#include "random_problem.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/fdfd/krylov/krylov.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <gtest/gtest.h>

namespace curlew::fdfd::testing {
namespace {

template <class Space> struct NamedSolver {
  const char *name;
  void (*solve)(const Space &, const System<Space> &, const Vector<Space> &, const Vector<Space> &,
                const SolveOptions &, SolveReport &, const ApplyFunction<Space> &,
                const RowScales<Space> &);
};

template <class Space> std::vector<NamedSolver<Space>> all_solvers() {
  return {{"cocg", solve_cocg<Space>},
          {"cocr", solve_cocr<Space>},
          {"bicgstab", solve_bicgstab<Space>}};
}

template <class Space> struct Twice {
  Vector<Space> x, y;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const { y(i) = 2.0 * x(i); }
};

template <class Space> ApplyFunction<Space> twice() {
  return [](const Space &space, const Vector<Space> &x, const Vector<Space> &y) {
    Kokkos::parallel_for("curlew::test::twice", RangePolicy<Space>(space, 0, x.extent(0)),
                         Twice<Space>{x, y});
  };
}

// A = 2: one iteration leaves a residual of exactly 0, and the next one of the batch would divide 0
// by 0.
template <class Space> void expect_exact(const Space &space) {
  const Problem problem = random_problem(all_walls()[0], {9, 8, 7}, false);
  const System<Space> system = make_system<Space>(problem);
  const auto values = random_vector(problem, 5);
  const Vector<Space> f = to_device<Space>(values);
  for (const auto &solver : all_solvers<Space>())
    for (const int batch : {1, 16}) {
      SCOPED_TRACE(std::string(Space::name()) + " " + solver.name + " " + std::to_string(batch));
      const Vector<Space> x("x", problem.unknowns());
      SolveReport report;
      solver.solve(space, system, f, x, {1e-12, 100, {}, batch}, report, twice<Space>(), {});
      EXPECT_EQ(report.iterations, 1);
      EXPECT_EQ(report.history.size(), 2u);
      auto found = to_host(x);
      for (complex &value : found)
        value *= 2;
      EXPECT_LT(relative_difference(found, values), 1e-15);
    }
}

TEST(FdfdBatches, KeepAnExactSolution) {
  for (const Backend backend : compiled_backends())
    with_backend(backend, [](const auto &space) { expect_exact(space); });
}

// On the fused kernel any batch gives the same iterations and the same bits. Except for the lossy
// walls the problem is that of the operator's tests.
TEST(FdfdBatches, EndWithTheFirstIterationThatIsEnough) {
  using Space = Host;
  const Problem problem = random_problem(all_walls()[1], {9, 8, 7}, false);
  const System<Space> system = make_system<Space>(problem);
  const Vector<Space> f = to_device<Space>(random_vector(problem, 5));
  for (const auto &solver : all_solvers<Space>()) {
    SCOPED_TRACE(solver.name);
    const Vector<Space> x("x", problem.unknowns()), y("y", problem.unknowns());
    SolveReport one, many;
    solver.solve(Space(), system, f, x, {1e-6, 20000, {}, 1}, one, {}, {});
    solver.solve(Space(), system, f, y, {1e-6, 20000, {}, 16}, many, {}, {});
    EXPECT_EQ(one.iterations, many.iterations);
    EXPECT_EQ(one.history, many.history);
    EXPECT_EQ(to_host(x), to_host(y));
    EXPECT_LE(many.residual, 1e-6);
  }
}

// Scales change rows and weights, not the solution.
template <class Space> void expect_same_scaled(const Space &space) {
  const Problem problem = random_problem(all_walls()[1], {9, 8, 7}, false);
  const System<Space> system = make_system<Space>(problem);
  std::vector<double> scales(problem.unknowns());
  for (std::size_t e = 0; e < scales.size(); ++e)
    scales[e] = 0.25 + 0.75 * static_cast<double>(e % 7) / 6;
  const auto on_device = to_view<Space>("curlew::test::scales", scales);
  const Vector<Space> f = to_device<Space>(random_vector(problem, 5));
  for (const auto &solver : all_solvers<Space>()) {
    SCOPED_TRACE(std::string(Space::name()) + " " + solver.name);
    const Vector<Space> x("x", problem.unknowns()), y("y", problem.unknowns());
    SolveReport plain, scaled;
    solver.solve(space, system, f, x, {1e-10, 20000, {}}, plain, {}, {});
    solver.solve(space, system, f, y, {1e-10, 20000, {}}, scaled, {}, on_device);
    EXPECT_LT(relative_difference(to_host(y), to_host(x)), 1e-7);
    EXPECT_NE(plain.history, scaled.history);
  }
}

TEST(FdfdScales, ArePreconditioners) {
  for (const Backend backend : compiled_backends())
    with_backend(backend, [](const auto &space) { expect_same_scaled(space); });
}

} // namespace
} // namespace curlew::fdfd::testing
