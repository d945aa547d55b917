// Nonlinear media: the local systems of single tets.
#include "kerr_solves.hpp"

#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/kerr/constituents.hpp>
#include <curlew/methods/dgtd/kerr/kerr_kernel.hpp>
#include <curlew/methods/dgtd/kerr/kerr_rule.hpp>

#include <algorithm>

namespace curlew::dgtd::testing {
namespace {

constexpr NonlinearForm k_forms[] = {NonlinearForm::exact, NonlinearForm::midpoint,
                                     NonlinearForm::energy};

TEST(DgtdKerrRule, IsExactForFourFunctions) {
  for (const bool mixed : {true, false})
    for (const int order : {1, 2}) {
      const FunctionSpace space{order, mixed};
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

// The rules are not exact one degree above their order: the test can fail. Positive weights keep
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
  // The field before the step is not parallel to that after it, for which the published form's
  // derivative is symmetric.
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

// The residual of the fixed point falls by a constant factor, about 2 chi3 E^2 / (eps_r + chi3 E^2)
// where the field is largest: the derivative of its map. Above 1 it does not fall.
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

// Variant `stored`: the published assembly from matrices of each point, in the tet itself, against
// functions and metric of the reference tet.
TEST(DgtdKerr, ConstituentMatricesGiveTheSameFields) {
  for (const Discretization &one : {k_spaces[0], k_spaces[1]})
    for (const NonlinearForm form : k_forms)
      for (const NonlinearSolver solver : {NonlinearSolver::newton, NonlinearSolver::fixed_point}) {
        std::vector<std::vector<double>> found;
        std::vector<std::vector<int>> iterations;
        for (const double factor : {0.0, 1.0, 1.001}) { // recomputed, stored, wrong
          Solves solves(one, 1, 0.2);
          ASSERT_TRUE(has_constituents(solves.simulation.problem));
          if (factor > 0) {
            store_constituents(solves.simulation.problem, solves.list, solves.tables);
            std::vector<double> products = to_vector(solves.tables.stored_products);
            // The forecast of memory is that, but for tets that fill up packs.
            const double kept = 8.0 * (products.size() + solves.tables.stored_values.size());
            const double forecast = constituent_bytes(solves.simulation.problem, Variant::stored);
            EXPECT_LE(forecast, kept);
            EXPECT_GT(forecast, 0.5 * kept);
            EXPECT_EQ(constituent_bytes(solves.simulation.problem, Variant::packed), 0);
            for (double &product : products)
              product *= factor;
            solves.tables.stored_products = to_view<Host>("products", products);
          }
          const auto solution = wavy(solves.simulation, 1.0);
          solves.set(solution, scaled(solution, 0.97));
          for (Index k = 0; k < solves.count() * solves.n; ++k)
            solves.e(k) *= 1.02;
          solve_kerr(Host(), solves.tables, {solver, form, 1e-11, 200}, solves.e);
          found.push_back(to_vector(solves.e));
          iterations.push_back(to_vector(solves.tables.iterations));
        }
        EXPECT_LT(difference(found[0], found[1]), 1e-13) << name_of(one);
        EXPECT_EQ(iterations[0], iterations[1]) << name_of(one);
        EXPECT_GT(difference(found[0], found[2]), 1e-6) << name_of(one);
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

} // namespace
} // namespace curlew::dgtd::testing
