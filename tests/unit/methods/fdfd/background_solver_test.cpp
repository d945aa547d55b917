// Scattering solved by the background's inverse, on the support and on the whole grid.
#include "../../kokkos_environment.hpp"
#include "background_cases.hpp"

#include <curlew/core/error.hpp>
#include <curlew/methods/fdfd/background/solve_background.hpp>

#include <gmock/gmock.h>

namespace curlew::fdfd::testing {
namespace {

using Space = Kokkos::DefaultHostExecutionSpace;
using Form = BackgroundOptions::Form;
using ::testing::HasSubstr;

Vector<Space> to_device(const Values &values) {
  return to_view<Space>("curlew::test::vector", std::vector<Complex>(values.begin(), values.end()));
}

Values to_host(const Vector<Space> &view) {
  const auto values = to_vector(view);
  return Values(values.begin(), values.end());
}

struct Solution {
  Values e;
  SolveReport report;
};

Solution solve(const Problem &problem, const Values &f, Form form, double tolerance = 1e-10,
               int max_iterations = 2000) {
  const Space space;
  BackgroundSolver<Space> solver(space, problem, make_system<Space>(problem), {form, 0});
  EXPECT_LT(solver.defect(), 1e-9);
  const auto source = to_device(f);
  const Vector<Space> e("curlew::test::e", f.size());
  Solution solution;
  SolveOptions options;
  options.tolerance = tolerance;
  options.max_iterations = max_iterations;
  solver.solve(space, source, e, options, solution.report);
  solution.e = to_host(e);
  return solution;
}

const Walls k_layers{Wall::pml, Wall::pml}, k_box{Wall::pec, Wall::pec};
const Walls k_period{Wall::periodic, Wall::periodic};

Grid uneven(const std::array<Walls, 3> &walls) {
  return {{20, 15, 18}, {5e-3, 6e-3, 4e-3}, walls, 1e9, {4, 3.5, 1e-6}};
}

// Scatterers whose counts differ: dielectric, lossy, metal below the wavelength, two at a time, one
// that reaches into the layers.
std::vector<Problem> scatterers() {
  std::vector<Problem> problems;
  for (const complex eps : {complex(4), complex(9, -3), complex(-20, -1)}) {
    problems.push_back(vacuum(uneven({k_layers, k_layers, k_layers})));
    fill_sphere(problems.back(), eps, 0.014, {5e-3, -4e-3, 3e-3});
  }
  Problem two = vacuum(uneven({Walls{Wall::pml, Wall::pmc}, k_box, k_period}));
  fill_sphere(two, {3, -1}, 0.012, {-0.01, 0.01, 0});
  fill_sphere(two, {2, 0}, 0.012, {0.01, -0.01, 0});
  problems.push_back(two);
  Problem slab = vacuum(uneven({k_layers, k_layers, k_layers}));
  fill(slab, {2.5, -0.5}, [](const std::array<double, 3> &place) { return place[2] < -5e-3; });
  problems.push_back(slab);
  return problems;
}

// Every field is the answer to some source, and here that lies everywhere.
TEST(BackgroundSolver, FindsAFieldAgain) {
  for (const Problem &problem : scatterers())
    for (const Form form : {Form::support, Form::shifted}) {
      const Values expected = random_values(problem, 3), f = plain_operator(problem, expected);
      const Solution found = solve(problem, f, form);
      EXPECT_LE(residual(problem, f, found.e), 1.0001e-10);
      EXPECT_LT(distance(found.e, expected) / norm(expected), 1e-8);
      std::printf("%d %g\n", found.report.iterations, distance(found.e, expected) / norm(expected));
    }
}

TEST(BackgroundSolver, BothFormsGiveTheFieldScatteredOfAPlaneWave) {
  for (const Problem &problem : scatterers()) {
    const Values f = plane_wave_source(problem);
    const Solution a = solve(problem, f, Form::support), b = solve(problem, f, Form::shifted);
    for (const Solution *found : {&a, &b}) {
      EXPECT_LE(residual(problem, f, found->e), 1.0001e-10);
      EXPECT_NEAR(found->report.residual, residual(problem, f, found->e), 1e-12);
    }
    EXPECT_LT(distance(a.e, b.e) / norm(a.e), 1e-8);
    EXPECT_EQ(a.report.history.size(), a.report.iterations + 1u);
    EXPECT_NEAR(a.report.history.front(), 1, 1e-12);
  }
}

} // namespace
} // namespace curlew::fdfd::testing
