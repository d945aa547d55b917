// The approximate inverse of the equation on the scatterer.
#include "../../kokkos_environment.hpp"
#include "background_cases.hpp"

#include <curlew/methods/fdfd/background/bilinear.hpp>
#include <curlew/methods/fdfd/background/solve_background.hpp>

#include <gtest/gtest.h>

namespace curlew::fdfd::testing {
namespace {

using Form = BackgroundOptions::Form;
using Inverse = BackgroundOptions::Inverse;

template <class Space> Vector<Space> to_device(const Values &values) {
  return to_view<Space>("curlew::test::vector", std::vector<Complex>(values.begin(), values.end()));
}

template <class Space> Values to_host(const Vector<Space> &view) {
  const auto values = to_vector(view);
  return Values(values.begin(), values.end());
}

template <class Space> Vector<Space> random_vector(Offset size, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> any(-1, 1);
  Values values(size);
  for (complex &value : values)
    value = complex(any(random), any(random));
  return to_device<Space>(values);
}

const Walls k_layers{Wall::pml, Wall::pml}, k_box{Wall::pec, Wall::pec};
const Walls k_period{Wall::periodic, Wall::periodic}, k_mirror{Wall::pmc, Wall::pmc};

Grid uneven(const std::array<Walls, 3> &walls) {
  return {{20, 15, 18}, {5e-3, 6e-3, 4e-3}, walls, 1e9, {4, 3.5, 1e-6}};
}

// Skin, skull, fluid and brain at 900 MHz, around the origin; 18 cm long.
Problem head(Index cells, double cell_m) {
  Grid grid;
  grid.cells = {cells, cells, cells};
  grid.cell_m = {cell_m, cell_m, cell_m};
  grid.frequency_hz = 0.9e9;
  Problem problem = vacuum(grid);
  const complex tissues[] = {{41.4, -17.3}, {12.5, -2.86}, {68.6, -48.2}, {45.8, -15.3}};
  double depth_m = 0;
  const double thickness_m[] = {8e-3, 11e-3, 6e-3, 0};
  for (int layer = 0; layer < 4; ++layer) {
    fill(problem, tissues[layer], [&](const std::array<double, 3> &place) {
      return std::hypot(place[0] / (0.09 - depth_m), place[1] / (0.075 - depth_m),
                        place[2] / (0.08 - depth_m)) < 1;
    });
    depth_m += thickness_m[layer];
  }
  return problem;
}

template <class Space> class BodyInverseTest : public ::testing::Test {};
using Spaces = ::testing::Types<Host>;
TYPED_TEST_SUITE(BodyInverseTest, Spaces);

// |M K x - x| / |x|, M freed of S, where one eps fills all there is.
template <class Space> double left_over(const Problem &problem, complex eps, complex eps_m) {
  const Space space;
  const Support<Space> support(space, problem, make_system<Space>(problem),
                               make_modes(problem.axes), 1, eps_m);
  const auto x = random_vector<Space>(support.size(), 1);
  const Vector<Space> k_x("curlew::test::kx", support.size()), y("curlew::test::y", support.size());
  support.apply(space, x, k_x);
  support.invert(space, k_x, y);
  space.fence();
  Values found = to_host(y);
  for (complex &value : found)
    value *= std::abs(std::sqrt(eps));
  return distance(found, to_host(x)) / norm(to_host(x));
}

// The box is the grid then, with its own walls.
TYPED_TEST(BodyInverseTest, IsTheInverseWhereOneMaterialFillsTheGrid) {
  const complex eps(5, -1);
  for (const auto &walls :
       {std::array<Walls, 3>{k_layers, k_layers, k_layers},
        std::array<Walls, 3>{k_box, k_mirror, k_period},
        std::array<Walls, 3>{Walls{Wall::pml, Wall::pmc}, Walls{Wall::pmc, Wall::pec}, k_box}}) {
    Problem problem = vacuum(uneven(walls));
    fill(problem, eps, [](const std::array<double, 3> &) { return true; });
    EXPECT_LT(left_over<TypeParam>(problem, eps, eps), 1e-10); // 1e-12 and less were seen
    EXPECT_GT(left_over<TypeParam>(problem, eps, 1.01 * eps), 1e-4);
  }
}

// x.My = y.Mx, and not with conjugation.
TYPED_TEST(BodyInverseTest, IsSymmetric) {
  using Space = TypeParam;
  Problem layered = head(30, 8e-3);
  Problem cut = vacuum(uneven({Walls{Wall::pml, Wall::pmc}, k_box, k_period}));
  fill_sphere(cut, {3, -1}, 0.02, {0.03, 0, 0}); // into the mirror's wall
  fill(cut, {-7, -1}, [](const std::array<double, 3> &place) { return place[2] < -0.02; });
  for (const Problem &problem : {layered, cut}) {
    const Space space;
    const Support<Space> support(space, problem, make_system<Space>(problem),
                                 make_modes(problem.axes), 1, complex(20, -10));
    const auto x = random_vector<Space>(support.size(), 2),
               y = random_vector<Space>(support.size(), 3);
    const Vector<Space> m_x("curlew::test::mx", support.size()),
        m_y("curlew::test::my", support.size());
    support.invert(space, x, m_x);
    support.invert(space, y, m_y);
    const Complex a = bilinear_product(Communicator(), space, x, m_y),
                  b = bilinear_product(Communicator(), space, y, m_x);
    const double scale = norm(to_host(x)) * norm(to_host(m_y));
    EXPECT_LT(Kokkos::abs(a - b), 1e-12 * scale);
    const Values hx = to_host(x), hy = to_host(y), hmx = to_host(m_x), hmy = to_host(m_y);
    complex conjugated = 0;
    for (std::size_t i = 0; i < hx.size(); ++i)
      conjugated += std::conj(hx[i]) * hmy[i] - std::conj(hmx[i]) * hy[i];
    EXPECT_GT(std::abs(conjugated), 1e-6 * scale);
  }
}

using Space = Host;

struct Solution {
  Values e;
  SolveReport report;
};
Solution solve(const Problem &problem, Inverse inverse, double tolerance, Index basis = 0) {
  const Space space;
  const Values f = plane_wave_source(problem);
  BackgroundSolver<Space> solver(space, problem, make_system<Space>(problem),
                                 {Form::support, 0, basis, inverse});
  EXPECT_EQ(solver.choice().eps_m != complex(0), inverse == Inverse::with);
  const Vector<Space> e("curlew::test::e", f.size());
  SolveOptions options;
  options.tolerance = tolerance;
  Solution solution;
  solver.solve(space, to_device<Space>(f), e, options, solution.report);
  solution.e = to_host(e);
  EXPECT_LE(residual(problem, f, solution.e), 1.0001 * tolerance);
  return solution;
}

TEST(BodyInverse, LeadsToTheSameFieldInFarFewerIterations) {
  const Problem problem = head(36, 7e-3);
  const Solution without = solve(problem, Inverse::without, 1e-9);
  for (const Index basis : {0, 300}) {
    const Solution with = solve(problem, Inverse::with, 1e-9, basis);
    EXPECT_LT(distance(with.e, without.e) / norm(without.e), 1e-6);
    EXPECT_LT(3 * with.report.iterations, without.report.iterations);
  }
}

TEST(BodyInverse, AHeadAndAMetalTakeFewIterations) {
  const Solution layered = solve(head(36, 7e-3), Inverse::with, 1e-6);
  EXPECT_LE(layered.report.iterations, 130); // 104 here, without it 353
  EXPECT_GE(layered.report.iterations, 20);
  EXPECT_GT(solve(head(36, 7e-3), Inverse::without, 1e-6).report.iterations, 250);
  Problem metal = vacuum(uneven({k_layers, k_layers, k_layers}));
  fill_sphere(metal, {-20, -1}, 0.022);
  EXPECT_LE(solve(metal, Inverse::with, 1e-6).report.iterations, 25);
  EXPECT_GT(solve(metal, Inverse::without, 1e-6).report.iterations, 30);
}

// The sphere of the paper at 9 mm: later angles cost less and less, and give the fields of separate
// solves.
TEST(BodyInverse, AnglesOfASweepShareTheirDirections) {
  Grid grid;
  grid.cells = {34, 34, 34};
  grid.cell_m = {9e-3, 9e-3, 9e-3};
  Problem problem = vacuum(grid);
  fill_sphere(problem, 4, 0.072);
  const Space space;
  const auto system = make_system<Space>(problem);
  BackgroundSolver<Space> sweep(space, problem, system, {Form::support, 0, 100, Inverse::with});
  BackgroundSolver<Space> alone(space, problem, system, {Form::support, 0, 0, Inverse::with});
  SolveReport report;
  SolveOptions options;
  options.tolerance = 1e-8;
  const auto field = [&](BackgroundSolver<Space> &solver, const Values &f) {
    const Vector<Space> e("curlew::test::e", f.size());
    solver.solve(space, to_device<Space>(f), e, options, report);
    return to_host(e);
  };
  int shared = 0, separate = 0, last = 0;
  for (const double degrees : {0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0}) {
    const Values f = slanted_source(problem, degrees), together = field(sweep, f);
    shared += last = report.applications;
    EXPECT_LE(residual(problem, f, together), 1.0001e-8);
    const Values single = field(alone, f);
    separate += report.applications;
    EXPECT_LT(distance(together, single) / norm(single), 1e-6);
  }
  EXPECT_LT(2 * shared, separate);
  EXPECT_LE(last, 6);
}

TEST(BodyInverse, IsChosenWhereItSaves) {
  const auto eps_m = [](const Problem &problem, Inverse inverse) {
    return choose_background(problem, {Form::automatic, 0, 0, inverse}).eps_m;
  };
  const Problem layered = head(30, 8e-3);
  EXPECT_EQ(eps_m(layered, Inverse::without), complex(0));
  EXPECT_GT(eps_m(layered, Inverse::automatic).real(), 25);
  EXPECT_LT(eps_m(layered, Inverse::automatic).imag(), -15);
  Problem weak = vacuum(uneven({k_layers, k_layers, k_layers})); // with no iterations to save
  fill_sphere(weak, 1.2, 0.014);
  EXPECT_EQ(eps_m(weak, Inverse::automatic), complex(0));
  Problem metal = weak;
  fill_sphere(metal, {-20, -1}, 0.007);
  EXPECT_EQ(eps_m(metal, Inverse::automatic), complex(-20, -1));
  metal.eps.back() = 1e-3; // the inverse would divide by it
  EXPECT_EQ(eps_m(metal, Inverse::automatic), complex(0));
}

} // namespace
} // namespace curlew::fdfd::testing
