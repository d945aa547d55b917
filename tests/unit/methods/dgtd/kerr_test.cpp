// Nonlinear media: the local systems of single tets, and steps of small meshes.
#include "kerr_fixtures.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/kerr/displacement.hpp>
#include <curlew/methods/dgtd/kerr/kerr_kernel.hpp>
#include <curlew/methods/dgtd/kerr/kerr_rule.hpp>
#include <curlew/methods/dgtd/kerr/nodal_kernel.hpp>
#include <curlew/methods/dgtd/kerr/residual_after.hpp>
#include <curlew/methods/dgtd/kerr/solve_kerr.hpp>

#include <algorithm>
#include <numeric>

namespace curlew::dgtd::testing {
namespace {

using Host = Kokkos::Serial;
using Layout = Packs<Host>;

constexpr Discretization k_spaces[] = {{"central", "mixed", 1},
                                       {"central", "full", 1},
                                       {"central", "mixed", 2},
                                       {"central", "full", 2}};
constexpr NonlinearForm k_forms[] = {NonlinearForm::exact, NonlinearForm::midpoint,
                                     NonlinearForm::energy};

TetMesh crooked_box() {
  return make_box({0.3, 0.2, 0.4}, {1, 1, 2}, {0, 0, 0}, 0.3, 4);
}

// The tables of all tets of a mesh, with a solve that may start anywhere.
struct Solves {
  Simulation simulation;
  Slots slots;
  KerrList list;
  KerrTables<Host> tables;
  Kokkos::View<double *, Host> e;
  int n;

  Solves(const Discretization &discretization, double eps_r, double chi3,
         TetMesh mesh = crooked_box())
      : simulation(
            prepare(strip_case(discretization, eps_r, chi3, nlohmann::ordered_json::object()),
                    std::move(mesh))),
        slots(make_slots(simulation.problem, Layout::k_pack)),
        list(list_kerr_tets(simulation.problem, slots, Layout::k_pack)),
        tables(make_kerr_tables<Host>(simulation.problem, slots, list, 1)),
        e("e", static_cast<std::size_t>(slots.size()) * simulation.problem.per_tet()),
        n(simulation.problem.per_tet()) {}

  Index count() const { return simulation.problem.tet_count(); }

  // D of `solution`, and the start of the search as the linear update would leave it: without a
  // change since the step before.
  void set(const std::vector<double> &solution, const std::vector<double> &start) {
    for (Index k = 0; k < static_cast<Index>(list.tets.size()); ++k) {
      const Index tet = list.tets[k];
      if (tet < 0)
        continue;
      const std::vector<double> own(solution.begin() + static_cast<std::ptrdiff_t>(tet) * n,
                                    solution.begin() + static_cast<std::ptrdiff_t>(tet + 1) * n);
      const auto d = displacement_of(simulation.problem, tet, own);
      for (int i = 0; i < n; ++i) {
        const double value = start[static_cast<std::size_t>(tet) * n + i];
        tables.displacement(Layout::at(k, i, n)) = d[i];
        tables.before(Layout::at(k, i, n)) = value;
        e(Layout::at(slots.of_tet[tet], i, n)) = value;
      }
    }
  }

  double error(const std::vector<double> &solution) const {
    std::vector<double> found(solution.size());
    for (Index t = 0; t < count(); ++t)
      for (int i = 0; i < n; ++i)
        found[static_cast<std::size_t>(t) * n + i] = e(Layout::at(slots.of_tet[t], i, n));
    return difference(solution, found);
  }
};

// A field of about unit size that varies in each tet.
std::vector<double> wavy(const Simulation &simulation, double size) {
  return projected(simulation.problem, [&](const Point &p) -> std::array<double, 3> {
    return {size * (1 + 0.3 * std::sin(5 * p[2])), 0.3 * size * std::cos(4 * p[0]),
            0.2 * size * p[1]};
  });
}

std::vector<double> scaled(std::vector<double> values, double factor) {
  for (double &value : values)
    value *= factor;
  return values;
}

TEST(DgtdKerrRule, IsExactForFourFunctions) {
  for (const bool mixed : {true, false})
    for (const int order : {1, 2}) {
      const ElementSpace space{order, mixed};
      const SimplexRule<4> rule = kerr_rule(space);
      const SimplexRule<4> exact = tet_rule(4 * space.degree() + 4);
      const int degree = 4 * space.degree();
      for (int a = 0; a <= degree; ++a)
        for (int b = 0; a + b <= degree; ++b)
          for (int c = 0; a + b + c <= degree; ++c) {
            const auto integral = [&](const SimplexRule<4> &one) {
              double sum = 0;
              for (std::size_t q = 0; q < one.points.size(); ++q)
                sum += one.weights[q] * std::pow(one.points[q][0], a) *
                       std::pow(one.points[q][1], b) * std::pow(one.points[q][2], c);
              return sum;
            };
            EXPECT_NEAR(integral(rule), integral(exact), 1e-15) << a << b << c;
          }
    }
}

// The rules are not exact one degree above what they promise: the test bites. Positive weights keep
// the Jacobian positive definite.
TEST(DgtdKerrRule, HasFewPositivePoints) {
  struct Rule {
    int order, above;
    std::size_t points;
  };
  for (const Rule &one : {Rule{1, 6, 14}, Rule{2, 9, 46}}) {
    const SimplexRule<4> rule = kerr_rule({one.order, true}), exact = tet_rule(one.above);
    EXPECT_EQ(rule.points.size(), one.points);
    const auto mean_of_power = [&](const SimplexRule<4> &by) {
      double sum = 0;
      for (std::size_t q = 0; q < by.points.size(); ++q)
        sum += by.weights[q] * std::pow(by.points[q][0], one.above);
      return sum;
    };
    EXPECT_GT(std::abs(mean_of_power(rule) / mean_of_power(exact) - 1), 1e-5);
    for (std::size_t q = 0; q < rule.points.size(); ++q) {
      EXPECT_GT(rule.weights[q], 0);
      EXPECT_GT(*std::min_element(rule.points[q].begin(), rule.points[q].end()), 0);
    }
  }
}

template <int Blocks, NonlinearForm form>
void check_jacobian(const Discretization &discretization, bool is_newton, double &worst,
                    double &asymmetry) {
  using Kernel = KerrKernel<Host, Blocks, form>;
  constexpr int n = Kernel::n, W = Kernel::W;
  Solves solves(discretization, 2, 0.7);
  const Kernel kernel{solves.tables, solves.e, is_newton, 1e-10, 20};
  const auto start = wavy(solves.simulation, 1.0), before = wavy(solves.simulation, 0.6);
  solves.set(start, before);
  // Not along the field after the step, of which the published form's derivative is symmetric.
  for (Index k = 0; k < solves.count() * solves.n; ++k)
    solves.tables.before(k) += 0.3 * random_number(k);
  auto pack = std::make_unique<typename Kernel::Pack>();
  double target[n][W], size[W], r[n][W], lowest[W], norm[W];
  auto matrix = std::make_unique<double[][W]>(Kernel::k_entries);
  kernel.load(0, *pack, target, size);
  for (int i = 0; i < n; ++i)
    for (int lane = 0; lane < W; ++lane)
      if (const Index tet = solves.list.tets[lane]; tet >= 0)
        pack->x[i][lane] = start[static_cast<std::size_t>(tet) * n + i];
  kernel.jacobian(*pack, *reinterpret_cast<double(*)[Kernel::k_entries][W]>(matrix.get()));
  const auto entry = [&](int i, int j, int lane) {
    return matrix[Kernel::k_symmetric ? (i >= j ? packed(i, j) : packed(j, i)) : i * n + j][lane];
  };
  double largest = 0;
  for (int i = 0; i < n; ++i)
    largest = std::max(largest, std::abs(entry(i, i, 0)));
  for (int j = 0; j < n; ++j) {
    const double step = 1e-5, at = pack->x[j][0];
    double slope[n] = {};
    for (const double sign : {1.0, -1.0}) {
      pack->x[j][0] = at + sign * step;
      kernel.residual(*pack, r, norm, lowest);
      for (int i = 0; i < n; ++i)
        slope[i] = sign > 0 ? r[i][0] : (slope[i] - r[i][0]) / (2 * step);
    }
    pack->x[j][0] = at;
    for (int i = 0; i < n; ++i) {
      worst = std::max(worst, std::abs(entry(i, j, 0) - slope[i]) / largest);
      asymmetry = std::max(asymmetry, std::abs(entry(i, j, 0) - entry(j, i, 0)) / largest);
    }
  }
}

template <int Blocks> void check_jacobians(const Discretization &discretization) {
  double exact = 0, midpoint = 0, energy = 0, skew = 0, none = 0;
  check_jacobian<Blocks, NonlinearForm::exact>(discretization, true, exact, none);
  check_jacobian<Blocks, NonlinearForm::midpoint>(discretization, true, midpoint, skew);
  check_jacobian<Blocks, NonlinearForm::energy>(discretization, true, energy, none);
  EXPECT_LT(exact, 1e-7) << name_of(discretization);
  EXPECT_LT(midpoint, 1e-7) << name_of(discretization);
  EXPECT_LT(energy, 1e-7) << name_of(discretization);
  // The published form's derivative is not symmetric: the elimination must not take it to be.
  EXPECT_GT(skew, 1e-3) << name_of(discretization);
  // The secant of the fixed point is no derivative.
  double secant = 0;
  check_jacobian<Blocks, NonlinearForm::exact>(discretization, false, secant, none);
  EXPECT_GT(secant, 1e-2) << name_of(discretization);
}

TEST(DgtdKerr, JacobianIsTheDerivative) {
  check_jacobians<1>(k_spaces[0]);
  check_jacobians<2>(k_spaces[1]);
  check_jacobians<3>(k_spaces[2]);
  check_jacobians<5>(k_spaces[3]);
}

TEST(DgtdKerr, NewtonConvergesQuadratically) {
  for (const Discretization &one : k_spaces)
    for (const NonlinearForm form : k_forms) {
      if (form == NonlinearForm::energy)
        continue; // its D is a change, which a start of this kind does not give
      const Solves reference(one, 1, 1);
      const auto solution = wavy(reference.simulation, 1.0);
      std::vector<double> residuals;
      for (int most = 1; most <= 6; ++most) {
        Solves solves(one, 1, 1);
        solves.set(solution, scaled(solution, 1.1));
        solve_kerr(Host(), solves.tables, {NonlinearSolver::newton, form, 1e-15, most}, solves.e);
        double largest = 0;
        for (Index k = 0; k < solves.count(); ++k)
          largest = std::max(largest, solves.tables.residual(k));
        residuals.push_back(largest);
      }
      int pairs = 0;
      for (std::size_t k = 1; k < residuals.size(); ++k)
        if (residuals[k - 1] < 0.2 && residuals[k] > 1e-13) {
          EXPECT_GE(std::log(residuals[k]) / std::log(residuals[k - 1]), 1.8)
              << name_of(one) << " after " << k;
          ++pairs;
        }
      EXPECT_GE(pairs, 1) << name_of(one);
      EXPECT_LT(residuals.back(), 1e-13) << name_of(one);
    }
}

// A step in which E rises from 0.9 of its largest.
struct RisingStep {
  Simulation simulation;
  std::vector<double> after;

  RisingStep(const Discretization &one, double strength)
      : simulation(
            prepare(strip_case(one, 1, strength, nlohmann::ordered_json::object()), crooked_box())),
        after(projected(simulation.problem, [](const Point &p) -> std::array<double, 3> {
          return {std::cos(p[2]), 0, 0};
        })) {}
  double residual(NonlinearSolver solver, int iterations) const {
    return residual_after(Host(), simulation.problem, solver, scaled(after, 0.9), after,
                          iterations);
  }
  // After 0, 1, ... iterations.
  std::vector<double> residuals(NonlinearSolver solver, int most) const {
    std::vector<double> of;
    for (int iterations = 0; iterations <= most; ++iterations)
      of.push_back(residual(solver, iterations));
    return of;
  }
};

// Fig. 5.2 of the thesis, from the linear predictor: the exponent of Newton's residual doubles.
TEST(DgtdKerrConvergence, OfNewtonIsQuadratic) {
  for (const Discretization &one : k_spaces)
    for (const double strength : {0.01, 0.25, 1.0, 7.27, 10.0}) {
      const auto r = RisingStep(one, strength).residuals(NonlinearSolver::newton, 10);
      int pairs = 0;
      for (std::size_t k = 1; k < r.size(); ++k)
        if (r[k - 1] < 0.1 && r[k] > 1e-14) {
          EXPECT_GE(std::log(r[k]) / std::log(r[k - 1]), 1.6) << name_of(one) << strength << k;
          ++pairs;
        }
      EXPECT_GE(pairs, 1) << name_of(one) << strength;
      EXPECT_LT(r.back(), 1e-14) << name_of(one) << strength;
    }
}

// That of the fixed point falls by one factor, about 2 chi3 E^2 / (eps_r + chi3 E^2) where the
// field is largest: the derivative of its map. Above 1 it does not fall.
TEST(DgtdKerrConvergence, OfTheFixedPointIsLinear) {
  for (const Discretization &one : k_spaces) {
    for (const double strength : {0.1, 0.25}) {
      const auto r = RisingStep(one, strength).residuals(NonlinearSolver::fixed_point, 12);
      const double factor = 2 * strength / (1 + strength);
      for (std::size_t k = 4; k < r.size() && r[k] > 1e-14; ++k) {
        EXPECT_GT(r[k] / r[k - 1], 0.7 * factor) << name_of(one) << strength << k;
        EXPECT_LT(r[k] / r[k - 1], 1.1 * factor) << name_of(one) << strength << k;
      }
      EXPECT_LT(std::log(r[9]) / std::log(r[8]), 1.2) << name_of(one) << strength;
    }
    const RisingStep strong(one, 7.27);
    EXPECT_GT(strong.residual(NonlinearSolver::fixed_point, 200), 0.1) << name_of(one);
    EXPECT_LT(strong.residual(NonlinearSolver::newton, 10), 1e-14) << name_of(one);
  }
}

TEST(DgtdKerr, SolversAgree) {
  for (const Discretization &one : k_spaces)
    for (const NonlinearForm form : k_forms) {
      constexpr double k_tolerance = 1e-12;
      std::vector<double> found[2];
      for (const NonlinearSolver solver : {NonlinearSolver::newton, NonlinearSolver::fixed_point}) {
        Solves solves(one, 1, 0.1);
        const auto solution = wavy(solves.simulation, 1.0);
        solves.set(solution, scaled(solution, 0.97));
        // The energy's form has no change to make here: give it one.
        for (Index k = 0; k < solves.count() * solves.n; ++k)
          solves.e(k) *= 1.02;
        solve_kerr(Host(), solves.tables, {solver, form, k_tolerance, 200}, solves.e);
        for (Index k = 0; k < solves.count(); ++k) {
          EXPECT_EQ(solves.tables.status(k), k_kerr_solved) << name_of(one);
          EXPECT_GE(solves.tables.iterations(k), 1) << name_of(one);
        }
        found[solver == NonlinearSolver::newton ? 0 : 1] = to_vector(solves.e);
      }
      EXPECT_LT(difference(found[0], found[1]), 10 * k_tolerance) << name_of(one);
    }
}

// Tets of very different strength side by side: each ends after its own iterations, with the bits
// that it has where its neighbours are without a field.
TEST(DgtdKerr, TetsEndAtTheirOwnTolerance) {
  for (const Discretization &one : k_spaces) {
    Solves together(one, 1, 1);
    const int n = together.n;
    const Index count = together.count();
    ASSERT_GE(count, 4);
    auto solution = wavy(together.simulation, 1.0);
    for (Index t = 0; t < count; ++t)
      for (int i = 0; i < n; ++i)
        solution[static_cast<std::size_t>(t) * n + i] *= t % 3 == 0 ? 3 : t % 3 == 1 ? 0.1 : 0;
    const auto start = scaled(solution, 1.1);
    const NonlinearChoices choices{NonlinearSolver::newton, NonlinearForm::exact, 1e-10, 40};
    together.set(solution, start);
    solve_kerr(Host(), together.tables, choices, together.e);
    const auto at_most = [&](Index wanted) {
      int most = 0;
      for (Index k = 0; k < count; ++k)
        if (together.list.tets[k] % 3 == wanted)
          most = std::max(most, together.tables.iterations(k));
      return most;
    };
    EXPECT_GT(at_most(0), at_most(1)) << name_of(one);
    EXPECT_GE(at_most(1), 1) << name_of(one);
    EXPECT_EQ(at_most(2), 0) << name_of(one); // nothing to do
    for (Index t = 0; t < 2; ++t) {
      Solves alone(one, 1, 1);
      const auto only = [&](std::vector<double> values) {
        for (std::size_t k = 0; k < values.size(); ++k)
          values[k] *= static_cast<Index>(k / n) == t ? 1 : 0;
        return values;
      };
      alone.set(only(solution), only(start));
      solve_kerr(Host(), alone.tables, choices, alone.e);
      for (int i = 0; i < n; ++i)
        EXPECT_EQ(alone.e(Layout::at(alone.slots.of_tet[t], i, n)),
                  together.e(Layout::at(together.slots.of_tet[t], i, n)))
            << name_of(one) << i;
    }
  }
}

TEST(DgtdKerr, DisplacementGivesItsField) {
  for (const Discretization &one : k_spaces) {
    Solves solves(one, 2, 0.7);
    const auto solution = wavy(solves.simulation, 1.0);
    solves.set(solution, scaled(solution, 0.9));
    solve_kerr(Host(), solves.tables, {NonlinearSolver::newton, NonlinearForm::exact, 1e-14, 20},
               solves.e);
    EXPECT_LT(solves.error(solution), 1e-12) << name_of(one);
  }
}

// A standing wave of |chi3| E^2 = `strength` at its largest.
struct StandingWave {
  Simulation simulation;
  double size, wavenumber;

  StandingWave(const Discretization &discretization, double strength, double chi3,
               const nlohmann::ordered_json &nonlinear, int cells = 12)
      : simulation(
            prepare(strip_case(discretization, 1, chi3, nonlinear),
                    make_box({1.0 / cells, 1.0 / cells, 1}, {1, 1, cells}, {0, 0, 0}, 0, 1))),
        size(std::sqrt(strength / std::abs(chi3))), wavenumber(k_pi) {}
  void start(Steps &steps) const {
    start_from(
        simulation,
        [&](const Point &p) -> std::array<double, 3> {
          return {size * std::sin(wavenumber * p[2]), 0, 0};
        },
        steps);
  }
  double period_s() const { return 2 / k_speed_of_light; }
};

TEST(DgtdKerr, WithoutStrengthIsTheLinearMedium) {
  for (const Discretization &one : k_spaces) {
    const StandingWave linear(one, 1, 1e-300, {{"tolerance", 1e-14}}, 4);
    Case input = linear.simulation.input;
    input.materials[0].chi3 = 0;
    const Simulation without =
        prepare(input, make_box({0.25, 0.25, 1}, {1, 1, 4}, {0, 0, 0}, 0, 1));
    const double dt_s = 0.9 * without.dt_limit_s;
    Steps steps(without, dt_s), twin(linear.simulation, dt_s);
    const auto start = [&](Steps &of, const Simulation &simulation) {
      start_from(
          simulation,
          [&](const Point &p) -> std::array<double, 3> {
            return {std::sin(k_pi * p[2]), 0, 0};
          },
          of);
    };
    start(steps, without);
    start(twin, linear.simulation);
    steps.advance(100);
    twin.advance(100);
    // Values, not unknowns: those of second order cancel each other.
    const CellFields fields = steps.observe(), of_twin = twin.observe();
    EXPECT_LT(difference(fields.electric, of_twin.electric), 1e-13) << name_of(one);
    EXPECT_LT(difference(fields.magnetic, of_twin.magnetic), 1e-13) << name_of(one);
  }
}

TEST(DgtdKerr, OfASmallFieldIsTheLinearMedium) {
  for (const Discretization &one : k_spaces)
    for (const double strength : {1e-12, 1e-2}) { // the field is 1e-6 of its scale, or 0.1
      const StandingWave wave(one, strength, 3e-8, nlohmann::ordered_json::object(), 4);
      Case input = wave.simulation.input;
      input.materials[0].chi3 = 0;
      const Simulation linear =
          prepare(input, make_box({0.25, 0.25, 1}, {1, 1, 4}, {0, 0, 0}, 0, 1));
      const double dt_s = 0.9 * linear.dt_limit_s;
      Steps steps(wave.simulation, dt_s), twin(linear, dt_s);
      wave.start(steps);
      wave.start(twin);
      steps.advance(100);
      twin.advance(100);
      const double apart = difference(steps.scheme().save().at("e"), twin.scheme().save().at("e"));
      if (strength < 1e-6)
        EXPECT_LT(apart, 1e-10) << name_of(one);
      else
        EXPECT_GT(apart, 1e-4) << name_of(one);
    }
}

// From the linear predictor to 1e-10: a standing wave of 60 bricks, through a period.
TEST(DgtdKerr, NewtonNeedsFewIterations) {
  struct Bound {
    double strength; // chi3 E^2
    int most;
  };
  for (const Discretization &one : {k_spaces[0], k_spaces[1]})
    for (const Bound &bound : {Bound{0.055, 3}, Bound{0.25, 4}, Bound{1, 5}, Bound{7.27, 7}}) {
      const StandingWave wave(one, bound.strength, 3e-8, nlohmann::ordered_json::object(), 30);
      const double dt_s = 0.9 * wave.simulation.dt_limit_s;
      Steps steps(wave.simulation, dt_s);
      wave.start(steps);
      steps.advance(static_cast<std::int64_t>(wave.period_s() / dt_s));
      const KerrCounts counts = steps.scheme().kerr_counts();
      std::printf("%s, chi3 E^2 = %.4g: iterations %.2f, at most %d\n", name_of(one).c_str(),
                  bound.strength, counts.mean(), counts.most());
      EXPECT_LE(counts.most(), bound.most) << name_of(one) << " " << bound.strength;
      EXPECT_GE(counts.most(), 2) << name_of(one) << " " << bound.strength;
    }
}

// The largest |W - W0| / W0 over five periods.
double energy_drift(const Discretization &one, const std::string &form, double tolerance,
                    double courant, const std::string &solver = "newton", int cells = 0) {
  const StandingWave wave(one, 0.03, 3e-8,
                          {{"form", form}, {"tolerance", tolerance}, {"solver", solver}},
                          cells > 0        ? cells
                          : one.order == 1 ? 8
                                           : 4);
  const double dt_s = courant * wave.simulation.dt_limit_s;
  Steps steps(wave.simulation, dt_s);
  wave.start(steps);
  const auto count = static_cast<std::int64_t>(5 * wave.period_s() / dt_s);
  const auto energies = steps.advance(count, 1);
  double largest = 0;
  for (const double energy : energies)
    largest = std::max(largest, std::abs(energy / energies[0] - 1));
  return largest;
}

TEST(DgtdKerr, EnergyFormConservesItToRounding) {
  for (const Discretization &one : k_spaces) {
    EXPECT_LT(energy_drift(one, "energy", 1e-14, 0.9), 1e-11) << name_of(one);
    EXPECT_GT(energy_drift(one, "midpoint", 1e-14, 0.9), 1e-7) << name_of(one);
  }
}

TEST(DgtdKerr, EnergyOfTheExactFormDriftsBySecondOrder) {
  for (const Discretization &one : k_spaces) {
    const double whole = energy_drift(one, "exact", 1e-13, 0.8),
                 half = energy_drift(one, "exact", 1e-13, 0.4);
    std::printf("%s: drift %.2e, half the step %.2e\n", name_of(one).c_str(), whole, half);
    EXPECT_NEAR(whole / half, 4, 0.5) << name_of(one);
  }
}

TEST(DgtdKerrNodal, RootSolvesTheCubic) {
  for (const double eps : {1.0, 2.25, 12.0})
    for (const double chi3 : {4e-8, 1e-3, 1.0, 50.0, -1e-3, -1e-2})
      for (double field = 1e-6; field < 1e4; field *= 3) {
        if (eps + 3 * chi3 * field * field <= 1e-3 * eps)
          continue; // no root, or the two of a maximum
        const double displacement = (eps + chi3 * field * field) * field;
        EXPECT_NEAR(kerr_root(eps, chi3, displacement) * displacement / field, 1, 1e-12)
            << eps << " " << chi3 << " " << field;
      }
  EXPECT_LT(kerr_root(1, -0.01, 10), 0); // beyond the largest D, 2/3 sqrt(1 / 0.03) = 3.8
}

TEST(DgtdKerrNodal, RootsOfManyAreThoseOfOne) {
  constexpr int W = 4;
  for (double field = 1e-6; field < 1e6; field *= 3) {
    const double eps[W] = {1, 2.25, 12, 1.5}, chi3[W] = {0, 4e-8, 1, -1e-13};
    double squared[W], roots[W];
    for (int lane = 0; lane < W; ++lane) {
      const double displacement = (eps[lane] + chi3[lane] * field * field) * field;
      squared[lane] = displacement * displacement;
    }
    kerr_roots<W>(eps, chi3, squared, roots);
    for (int lane = 0; lane < W; ++lane)
      EXPECT_NEAR(roots[lane] * std::sqrt(squared[lane]) / field, 1, 4e-15) << field << " " << lane;
  }
}

TEST(DgtdKerrNodal, DiffersFromTheProjectionByItsErrorOnly) {
  std::array<double, 2> apart{};
  for (const int refined : {0, 1}) {
    const Discretization one{"central", "full", 2};
    std::vector<double> found[2];
    for (const char *solver : {"newton", "closed-form"}) {
      const StandingWave wave(one, 0.05, 3e-8, {{"solver", solver}}, refined == 0 ? 3 : 6);
      const double dt_s = 0.1 * wave.period_s() / (refined == 0 ? 20 : 40);
      Steps steps(wave.simulation, dt_s);
      wave.start(steps);
      steps.advance(refined == 0 ? 100 : 200);
      found[solver[0] == 'n' ? 0 : 1] = steps.observe().electric;
    }
    apart[refined] = difference(found[0], found[1]);
  }
  std::printf("closed form against projection: %.2e, %.2e\n", apart[0], apart[1]);
  EXPECT_LT(apart[0], 1e-2);
  EXPECT_LT(apart[1], apart[0] / 4);
  EXPECT_GT(apart[1], 1e-12);
}

// Collocation has no energy of its own: beside the square of the step a part of the mesh remains,
// which falls on refinement.
TEST(DgtdKerrNodal, EnergyDriftsLessOnFinerMeshes) {
  for (const int order : {1, 2}) {
    const Discretization one{"central", "full", order};
    const int cells = order == 1 ? 8 : 4;
    const double coarse = energy_drift(one, "exact", 1e-13, 0.4, "closed-form", cells),
                 fine = energy_drift(one, "exact", 1e-13, 0.4, "closed-form", 2 * cells),
                 whole = energy_drift(one, "exact", 1e-13, 0.8, "closed-form", 4 * cells),
                 half = energy_drift(one, "exact", 1e-13, 0.4, "closed-form", 4 * cells);
    std::printf("%s: drift %.2e, finer %.2e, finest %.2e, with half the step %.2e\n",
                name_of(one).c_str(), coarse, fine, whole, half);
    EXPECT_LT(fine, coarse / 2) << name_of(one);
  }
}

TEST(DgtdKerrUpwind, EnergyOnlyFalls) {
  for (const Discretization &one :
       {Discretization{"upwind", "mixed", 1}, Discretization{"upwind", "full", 1},
        Discretization{"upwind", "full", 2}})
    for (const char *solver : {"newton", "closed-form"}) {
      if (std::string(one.space) == "mixed" && std::string(solver) == "closed-form")
        continue;
      const StandingWave wave(one, 0.2, 3e-8, {{"solver", solver}}, one.order == 1 ? 8 : 4);
      const double dt_s = 0.9 * wave.simulation.dt_limit_s;
      Steps steps(wave.simulation, dt_s);
      wave.start(steps);
      // The closed form has no energy of its own: this one wanders by some thousandths on this
      // mesh.
      const double rounding = solver[0] == 'n' ? 1e-13 : 1e-2;
      // Three crossings: past the shock.
      const auto energies =
          steps.advance(static_cast<std::int64_t>(1.5 * wave.period_s() / dt_s), 1);
      for (std::size_t k = 1; k < energies.size(); ++k)
        ASSERT_LE(energies[k], energies[k - 1] * (1 + rounding)) << name_of(one) << " " << k;
      EXPECT_LT(energies.back(), (1 + rounding) * energies[0]) << name_of(one);
      EXPECT_GT(energies.back(), 0.05 * energies[0]) << name_of(one);
    }
}

TEST(DgtdKerrUpwind, OfASmallFieldIsTheLinearMedium) {
  StandingWave wave({"upwind", "full", 1}, 1e-12, 3e-8, nlohmann::ordered_json::object(), 4);
  Case input = wave.simulation.input;
  const TetMesh mesh = make_box({0.25, 0.25, 1}, {1, 1, 4}, {0, 0, 0}, 0, 1);
  input.materials[0].sigma = SymmetricTensor::isotropic(5e-3);
  const Simulation lossy = prepare(input, mesh);
  input.materials[0].chi3 = 0;
  const Simulation linear = prepare(input, mesh);
  const double dt_s = 0.9 * linear.dt_limit_s;
  Steps steps(lossy, dt_s), twin(linear, dt_s);
  for (Steps *of : {&steps, &twin}) {
    wave.start(*of);
    of->advance(100);
  }
  EXPECT_LT(difference(twin.scheme().save().at("e"), steps.scheme().save().at("e")), 1e-10);
}

// eps_r + 3 chi3 |E|^2 = 1 - 0.6: waves are faster by 1.58 where the field is largest.
TEST(DgtdKerr, EndsWhereAFieldShortensTheStep) {
  const StandingWave wave(k_spaces[1], 0.2, -3e-8, nlohmann::ordered_json::object());
  Steps fine(wave.simulation, 0.6 * wave.simulation.dt_limit_s, "packed", Backend::serial,
             wave.simulation.dt_limit_s);
  wave.start(fine);
  fine.advance(20);
  Steps coarse(wave.simulation, 0.9 * wave.simulation.dt_limit_s, "packed", Backend::serial,
               wave.simulation.dt_limit_s);
  wave.start(coarse);
  try {
    coarse.advance(20);
    FAIL() << "it went on";
  } catch (const Unstable &error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("take a \"courant\" below"));
  }
}

TEST(DgtdKerr, EndsWhereItDoesNotConverge) {
  const StandingWave wave(k_spaces[1], 1, 3e-8, {{"max_iterations", 1}});
  Steps steps(wave.simulation, 0.9 * wave.simulation.dt_limit_s);
  wave.start(steps);
  try {
    steps.advance(100);
    FAIL() << "it went on";
  } catch (const Unstable &error) {
    EXPECT_EQ(error.exit_code(), ExitCode::unstable);
    EXPECT_THAT(error.what(), ::testing::AllOf(::testing::HasSubstr("step "),
                                               ::testing::HasSubstr("in \"glass\""),
                                               ::testing::HasSubstr("|E| = "),
                                               ::testing::HasSubstr("chi3 |E|^2 = "),
                                               ::testing::HasSubstr("Raise \"max_iterations\"")));
  }
}

// eps_r + 3 chi3 |E|^2 = 1 - 3 * 0.4 < 0 where the field is largest.
TEST(DgtdKerr, EndsWhereTheMediumHasNoWave) {
  const StandingWave wave(k_spaces[1], 0.4, -3e-8, nlohmann::ordered_json::object());
  Steps steps(wave.simulation, 0.5 * wave.simulation.dt_limit_s);
  wave.start(steps);
  try {
    steps.advance(10);
    FAIL() << "it went on";
  } catch (const Unstable &error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("no longer rises with E"));
  }
}

TEST(DgtdKerr, RestartContinuesToTheBit) {
  for (const char *form : {"exact", "midpoint", "energy"}) {
    const StandingWave wave(k_spaces[1], 0.2, 3e-8, {{"form", form}});
    const double dt_s = 0.9 * wave.simulation.dt_limit_s;
    Steps steps(wave.simulation, dt_s), later(wave.simulation, dt_s);
    wave.start(steps);
    steps.advance(40);
    const FieldState middle = steps.scheme().save();
    later.scheme().load(middle);
    steps.advance(40);
    later.advance(40);
    EXPECT_EQ(steps.scheme().save(), later.scheme().save()) << form;
    FieldState without = middle;
    without.erase("kerr_displacement");
    if (std::string(form) != "energy")
      continue;
    // D of this form is not a function of E: a restart without it goes elsewhere.
    later.scheme().load(without);
    later.advance(40);
    EXPECT_NE(steps.scheme().save(), later.scheme().save());
  }
}

TEST(DgtdKerr, VariantsAndBackendsAgree) {
  const StandingWave wave(k_spaces[1], 0.2, 3e-8, {{"tolerance", 1e-13}});
  const double dt_s = 0.9 * wave.simulation.dt_limit_s;
  std::vector<std::vector<double>> found;
  for (const Backend backend : compiled_backends())
    for (const char *variant : {"packed", "stored"}) {
      Steps steps(wave.simulation, dt_s, variant, backend);
      wave.start(steps);
      steps.advance(100);
      found.push_back(steps.scheme().save().at("e"));
      EXPECT_LT(difference(found[0], found.back()), 1e-10) << to_string(backend) << variant;
    }
}

TEST(DgtdKerr, ConductivityIsThatOfTheLinearMediumForSmallFields) {
  StandingWave wave(k_spaces[2], 1e-12, 3e-8, nlohmann::ordered_json::object(), 4);
  Case input = wave.simulation.input;
  const TetMesh mesh = make_box({0.25, 0.25, 1}, {1, 1, 4}, {0, 0, 0}, 0, 1);
  input.materials[0].sigma = SymmetricTensor::isotropic(5e-3);
  const Simulation lossy = prepare(input, mesh);
  input.materials[0].chi3 = 0;
  const Simulation linear = prepare(input, mesh);
  const double dt_s = 0.9 * linear.dt_limit_s;
  Steps steps(lossy, dt_s), twin(linear, dt_s), lossless(wave.simulation, dt_s);
  for (Steps *of : {&steps, &twin, &lossless}) {
    wave.start(*of);
    of->advance(100);
  }
  const auto e = twin.scheme().save().at("e");
  EXPECT_LT(difference(e, steps.scheme().save().at("e")), 1e-10);
  EXPECT_GT(difference(e, lossless.scheme().save().at("e")), 1e-2);
}

// Poles of every kind around the frequency of a standing wave of 1 m, 150 MHz.
Poles poles_of_glass(bool lossy) {
  Poles poles;
  if (lossy)
    poles.debye = {{0.7, 900e-12}};
  poles.lorentz = {{0.8, 400e6, lossy ? 60e6 : 0.0}};
  poles.drude = {{60e6, lossy ? 30e6 : 0.0}};
  return poles;
}

// A standing wave in a medium with poles and conductivity.
struct DispersiveWave {
  StandingWave wave;
  Simulation simulation;

  DispersiveWave(const Discretization &one, double strength, double chi3, double sigma,
                 const Poles &poles, const nlohmann::ordered_json &nonlinear)
      : wave(one, strength, 3e-8, nonlinear, 4) {
    Case input = wave.simulation.input;
    input.materials[0].chi3 = chi3;
    input.materials[0].sigma = SymmetricTensor::isotropic(sigma);
    input.materials[0].eps_poles = poles;
    simulation = prepare(input, make_box({0.25, 0.25, 1}, {1, 1, 4}, {0, 0, 0}, 0, 1));
  }
};

TEST(DgtdKerrPoles, OfASmallFieldAreThoseOfTheLinearMedium) {
  for (const char *scheme : {"central", "upwind"})
    for (const char *variant : {"packed", "stored"})
      for (Discretization one : k_spaces) {
        one.scheme = scheme;
        const nlohmann::ordered_json nonlinear = {
            {"solver", one.space == std::string("full") ? "closed-form" : "newton"}};
        const auto e_of = [&](double strength, double chi3, const Poles &poles) {
          const DispersiveWave of(one, strength, chi3, 2e-3, poles, nonlinear);
          Steps steps(of.simulation, 0.8 * of.simulation.dt_limit_s, variant);
          of.wave.start(steps);
          steps.advance(25);
          return scaled(steps.scheme().save().at("e"), 1 / of.wave.size);
        };
        const auto linear = e_of(1e-12, 0, poles_of_glass(true));
        EXPECT_LT(difference(linear, e_of(1e-12, 3e-8, poles_of_glass(true))), 1e-10)
            << name_of(one) << variant;
        EXPECT_GT(difference(linear, e_of(0.3, 3e-8, poles_of_glass(true))), 1e-3)
            << name_of(one) << variant;
      }
}

// Without losses all of what poles store comes back, to rounding; with them energy never grows.
TEST(DgtdKerrPoles, KeepTheEnergy) {
  for (const Discretization &one : k_spaces)
    for (const bool lossy : {false, true}) {
      const DispersiveWave of(one, 0.3, 3e-8, lossy ? 2e-3 : 0, poles_of_glass(lossy),
                              {{"form", "energy"}, {"tolerance", 1e-14}});
      const double dt_s = 0.8 * of.simulation.dt_limit_s;
      Steps steps(of.simulation, dt_s);
      of.wave.start(steps);
      const auto energies =
          steps.advance(static_cast<std::int64_t>(3 * of.wave.period_s() / dt_s), 1);
      for (std::size_t k = 1; k < energies.size(); ++k)
        if (lossy) {
          ASSERT_LE(energies[k], energies[k - 1] * (1 + 1e-13)) << name_of(one) << " " << k;
        } else {
          ASSERT_NEAR(energies[k] / energies[0], 1, 1e-11) << name_of(one) << " " << k;
        }
      if (lossy) {
        EXPECT_LT(energies.back(), 0.9 * energies[0]) << name_of(one);
      }
    }
}

TEST(DgtdKerrPoles, OfUpwindNeverGainEnergy) {
  for (Discretization one : k_spaces) {
    one.scheme = "upwind";
    const DispersiveWave of(one, 0.3, 3e-8, 2e-3, poles_of_glass(true),
                            nlohmann::ordered_json::object());
    const double dt_s = 0.8 * of.simulation.dt_limit_s;
    Steps steps(of.simulation, dt_s);
    of.wave.start(steps);
    const auto energies =
        steps.advance(static_cast<std::int64_t>(2 * of.wave.period_s() / dt_s), 1);
    for (std::size_t k = 1; k < energies.size(); ++k)
      ASSERT_LE(energies[k], energies[k - 1] * (1 + 1e-13)) << name_of(one) << " " << k;
  }
}

TEST(DgtdKerrPoles, RestartContinuesToTheBit) {
  const DispersiveWave of(k_spaces[1], 0.3, 3e-8, 2e-3, poles_of_glass(true),
                          nlohmann::ordered_json::object());
  const double dt_s = 0.8 * of.simulation.dt_limit_s;
  Steps steps(of.simulation, dt_s), later(of.simulation, dt_s);
  of.wave.start(steps);
  steps.advance(30);
  later.scheme().load(steps.scheme().save());
  steps.advance(30);
  later.advance(30);
  EXPECT_EQ(steps.scheme().save(), later.scheme().save());
}

} // namespace
} // namespace curlew::dgtd::testing
