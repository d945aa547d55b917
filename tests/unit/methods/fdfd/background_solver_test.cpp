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

// Layers of 16 cells that absorb softly: rounding leaves more of the inverse's error than the
// tolerance has room for, and each round takes that factor off the residual.
TEST(BackgroundSolver, ReachesMoreThanItsInverseIsRightTo) {
  Problem problem = vacuum(
      {{44, 44, 44}, {5e-3, 5e-3, 5e-3}, {k_layers, k_layers, k_layers}, 2e9, {16, 3.5, 1e-8}});
  fill_sphere(problem, 4, 0.02, {0, 0, 0});
  Values f(problem.unknowns());
  for_each_entry(problem, [&](int c, const std::array<Index, 3> &index, Offset entry) {
    const auto place = place_of(problem, c, index);
    if (problem.eps_id[c][entry - c * problem.size()] > 1)
      f[entry] = c == 0 ? std::polar(1.0, -problem.wavenumber * place[2]) : complex(0);
  });
  const Space space;
  BackgroundSolver<Space> solver(space, problem, make_system<Space>(problem), {Form::support, 0});
  constexpr double k_tolerance = 1e-11;
  EXPECT_GT(solver.defect(), k_tolerance);
  const auto source = to_device(f);
  const Vector<Space> e("curlew::test::e", f.size());
  SolveReport report;
  SolveOptions options;
  options.tolerance = k_tolerance;
  solver.solve(space, source, e, options, report);
  EXPECT_LE(residual(problem, f, to_host(e)), 1.01 * k_tolerance);
}

// Every field solves the problem of some source; here the source is everywhere.
TEST(BackgroundSolver, FindsAFieldAgain) {
  for (const Problem &problem : scatterers())
    for (const Form form : {Form::support, Form::shifted}) {
      const Values expected = random_values(problem, 3), f = plain_operator(problem, expected);
      const Solution found = solve(problem, f, form, 1e-11);
      EXPECT_LE(residual(problem, f, found.e), 1.0001e-11);
      EXPECT_LT(distance(found.e, expected) / norm(expected), 1e-8);
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

TEST(BackgroundSolver, APointSourceOutsideOfTheScatterer) {
  const Problem problem = scatterers()[1];
  Values f(problem.unknowns());
  f[problem.size() + problem.entry(4, 4, 5)] = {1, 2}; // an E_y in vacuum
  const Solution a = solve(problem, f, Form::support), b = solve(problem, f, Form::shifted);
  EXPECT_LE(residual(problem, f, a.e), 1.0001e-10);
  EXPECT_LT(distance(a.e, b.e) / norm(b.e), 1e-8);
}

// The paper's sphere: what counts depends on is not the grid.
TEST(BackgroundSolver, TheSphereOfThePaperTakesFewIterationsOnAnyGrid) {
  for (const double cell_m : {9e-3, 7e-3}) {
    Grid grid;
    const auto cells = static_cast<Index>(std::lround(0.144 / cell_m)) + 22;
    grid.cells = {cells, cells, cells};
    grid.cell_m = {cell_m, cell_m, cell_m};
    grid.pml.cells = 8;
    Problem problem = vacuum(grid);
    fill_sphere(problem, 4, 0.072);
    const Solution found = solve(problem, plane_wave_source(problem), Form::support, 1e-6);
    EXPECT_LE(found.report.iterations, 22);
    EXPECT_GE(found.report.iterations, 10); // or the stop rule is broken
  }
}

TEST(BackgroundSolver, KeepsItsBasisForTheNextSource) {
  const Problem problem = scatterers()[0];
  const Space space;
  const auto system = make_system<Space>(problem);
  BackgroundOptions options{Form::support, 0, 60};
  BackgroundSolver<Space> recycling(space, problem, system, options);
  options.basis = 5; // its basis is discarded again and again
  BackgroundSolver<Space> short_of_memory(space, problem, system, options);
  SolveReport report;
  SolveOptions stop;
  stop.tolerance = 1e-8;
  int first = 0;
  for (const double degrees : {0.0, 10.0, 20.0, 10.0}) {
    const Values f = slanted_source(problem, degrees);
    for (auto *solver : {&recycling, &short_of_memory}) {
      const Vector<Space> e("curlew::test::e", f.size());
      solver->solve(space, to_device(f), e, stop, report);
      EXPECT_LE(residual(problem, f, to_host(e)), 1.0001e-8);
      if (solver != &recycling)
        continue;
      if (degrees == 0)
        first = report.applications;
      else
        EXPECT_LT(report.applications, first);
    }
  }
  const Vector<Space> e("curlew::test::e", problem.unknowns());
  const auto f = to_device(plane_wave_source(problem));
  recycling.solve(space, f, e, stop, report);
  recycling.solve(space, f, Vector<Space>("curlew::test::e", problem.unknowns()), stop, report);
  EXPECT_EQ(report.applications, 0); // y is in the kept basis
}

TEST(BackgroundSolver, StartsFromTheFieldGiven) {
  const Problem problem = scatterers()[1];
  const Space space;
  const Values expected = random_values(problem, 3);
  const auto f = to_device(plain_operator(problem, expected));
  for (const Form form : {Form::support, Form::shifted}) {
    BackgroundSolver<Space> solver(space, problem, make_system<Space>(problem), {form, 0});
    SolveReport report;
    const auto e = to_device(expected);
    solver.solve(space, f, e, {}, report);
    EXPECT_EQ(report.iterations, 0);
    Values near = expected;
    for (complex &value : near)
      value *= 1.00001;
    solver.solve(space, f, to_device(near), {}, report);
    const int from_near = report.iterations;
    solver.solve(space, f, Vector<Space>("curlew::test::e", near.size()), {}, report);
    EXPECT_LT(from_near, report.iterations);
  }
}

TEST(BackgroundSolver, NothingIn) {
  const Problem problem = scatterers()[0];
  const Space space;
  BackgroundSolver<Space> solver(space, problem, make_system<Space>(problem));
  const auto e = to_device(random_values(problem));
  SolveReport report;
  solver.solve(space, to_device(Values(problem.unknowns())), e, {}, report);
  EXPECT_EQ(norm(to_host(e)), 0);
  EXPECT_EQ(report.iterations, 0);
}

// The operator reveals a wrong inverse: a slightly wrong one is corrected for, a very wrong one is
// not.
TEST(BackgroundSolver, SeesThatTheOperatorIsAnother) {
  const Problem problem = scatterers()[0];
  for (const double factor : {1.0001, 4.0}) {
    Problem other = problem;
    other.eps[1] *= factor;
    const Space space;
    const auto system = make_system<Space>(problem);
    const auto true_a = [&](const Space &, const Vector<Space> &x, const Vector<Space> &y) {
      const Values product = plain_operator(other, to_host(x));
      Kokkos::deep_copy(y, to_device(product));
    };
    BackgroundSolver<Space> solver(space, problem, system, {Form::support, 0}, true_a);
    EXPECT_GT(solver.defect(), 1e-8);
    SolveOptions options;
    options.tolerance = 1e-9;
    SolveReport report;
    const Vector<Space> e("curlew::test::e", problem.unknowns());
    const Values f = plane_wave_source(problem);
    if (factor < 2) {
      solver.solve(space, to_device(f), e, options, report);
      EXPECT_LE(residual(other, f, to_host(e)), 1.01e-9);
      EXPECT_GT(residual(problem, f, to_host(e)), 1e-6);
    } else {
      EXPECT_THROW(solver.solve(space, to_device(f), e, options, report), NotConverged);
      EXPECT_GT(report.residual, 1e-9);
    }
  }
}

TEST(BackgroundSolver, SaysWhenItDoesNotConverge) {
  const Problem problem = scatterers()[2];
  const Space space;
  for (const BackgroundOptions &form :
       {BackgroundOptions{Form::support, 0}, BackgroundOptions{Form::support, 0, 30},
        BackgroundOptions{Form::shifted, 0}}) {
    BackgroundSolver<Space> solver(space, problem, make_system<Space>(problem), form);
    SolveOptions options;
    options.max_iterations = 3;
    SolveReport report;
    const Vector<Space> e("curlew::test::e", problem.unknowns());
    try {
      solver.solve(space, to_device(plane_wave_source(problem)), e, options, report);
      FAIL() << "three iterations cannot do";
    } catch (const NotConverged &error) {
      EXPECT_THAT(error.what(), HasSubstr("in 3 iterations (3 allowed)"));
      EXPECT_THAT(error.what(), HasSubstr(solver.choice().text));
    }
    EXPECT_EQ(report.iterations, 3);
    EXPECT_EQ(report.history.size(), 4u);
    EXPECT_GT(report.residual, 1e-6);
  }
}

TEST(BackgroundSolver, RefusesWhatItIsNotFor) {
  const Space space;
  const auto refuse = [&](const Problem &problem, const char *why) {
    EXPECT_THAT(why_no_background(problem), HasSubstr(why));
    try {
      BackgroundSolver<Space>(space, problem, make_system<Space>(problem));
      FAIL() << why;
    } catch (const InputError &error) {
      EXPECT_THAT(error.what(), HasSubstr(why));
    }
  };
  Problem problem = scatterers()[3]; // with a period along z
  problem.has_conductors = true;
  refuse(problem, "conductors");
  problem = scatterers()[3];
  problem.mu = {1, 2};
  problem.mu_id = problem.eps_id;
  refuse(problem, "magnetic");
  problem = scatterers()[3];
  problem.axes[2].phase = {0, 1};
  refuse(problem, "Bloch");
}

// A current in the middle of 72^3 cells of vacuum with layers of 24 cells on all sides. Three
// transforms lose all digits there; two and their rounds do not. The residual is that of the plain
// operator.
TEST(BackgroundSolver, ThickLayersAreRightToTheTolerance) {
  Problem problem = vacuum({{72, 72, 72}, {5e-3, 5e-3, 5e-3}, {}, 1e9, {24, 3.5, 1e-8}});
  Values f(problem.unknowns());
  f[problem.entry(36, 36, 36)] = 1;
  const Space space;
  BackgroundSolver<Space> solver(space, problem, make_system<Space>(problem), {});
  const auto source = to_device(f);
  const Vector<Space> e("curlew::test::e", f.size());
  SolveReport report;
  EXPECT_GT(solver.defect(), 1e-8); // rounds make up for it
  for (const double tolerance : {1e-8, 1e-11}) {
    Kokkos::deep_copy(e, Complex(0));
    SolveOptions options;
    options.tolerance = tolerance;
    solver.solve(space, source, e, options, report);
    const Values product = plain_operator(problem, to_host(e));
    double squares = 0; // of the residual; |f| is 1
    for (std::size_t i = 0; i < f.size(); ++i)
      squares += std::norm(product[i] - f[i]);
    EXPECT_LT(std::sqrt(squares), tolerance);
    EXPECT_LE(report.iterations, 8);
  }
}

// Without scatterers the inverse is that of A itself.
TEST(BackgroundChoice, TakesTheGridOfEmptySpace) {
  const BackgroundChoice choice = choose_background(vacuum(uneven({k_layers, k_layers, k_layers})));
  EXPECT_EQ(choice.form, Form::layered);
  EXPECT_FALSE(choice.has_scatterers);
  EXPECT_THAT(choice.text, HasSubstr("nothing scatters"));
}

TEST(BackgroundChoice, TakesTheSupportAndTheGridWhereItIsAskedFor) {
  const auto sphere = [](complex eps, double radius_m, Index cells, double cell_m,
                         const BackgroundOptions &options = {}) {
    Grid grid;
    grid.cells = {cells, cells, cells};
    grid.cell_m = {cell_m, cell_m, cell_m};
    Problem problem = vacuum(grid);
    fill_sphere(problem, eps, radius_m);
    return choose_background(problem, options);
  };
  const BackgroundChoice small = sphere(4, 0.072, 32, 0.01);
  EXPECT_EQ(small.form, Form::support);
  EXPECT_THAT(small.text, HasSubstr("of 32 x 32 x 32 cells, eps_b 1"));
  EXPECT_EQ(sphere({-20, -1}, 0.35, 40, 0.02).form, Form::support);
  const BackgroundChoice large = sphere(4, 0.35, 40, 0.02);
  EXPECT_EQ(large.form, Form::support);
  EXPECT_THAT(large.text, HasSubstr("approximate inverse of eps 4-0.2j"));
  const BackgroundChoice wide = sphere(4, 0.35, 40, 0.02, {Form::shifted, 0});
  EXPECT_EQ(wide.form, Form::shifted);
  EXPECT_THAT(wide.text, HasSubstr("shifted: 40 x 40 x 40 cells, eps_b 2.6-1j"));
}

TEST(BackgroundMemory, CountsAtLeastTheVectors) {
  const Problem problem = scatterers()[0];
  const double vector = double(problem.unknowns()) * sizeof(Complex);
  const double a = BackgroundSolver<Space>::bytes(problem, choose_background(problem));
  const double b = BackgroundSolver<Space>::bytes(
      problem, choose_background(problem, BackgroundOptions{Form::shifted, 0}));
  EXPECT_GT(a, 2 * vector);
  EXPECT_LT(a, b);
  EXPECT_GT(b, 7 * vector);
}

} // namespace
} // namespace curlew::fdfd::testing
