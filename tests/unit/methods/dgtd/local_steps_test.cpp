// Local time steps: the filter's polynomial, energy and stability at the limit of the coarse class,
// two and three classes, the order in time, and the assignment of classes.
#include "fixtures.hpp"

#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/local_steps/chebyshev_filter.hpp>
#include <curlew/methods/dgtd/local_steps/filtered_limit.hpp>
#include <curlew/methods/dgtd/local_steps/tet_rates.hpp>
#include <curlew/methods/dgtd/small_matrix.hpp>
#include <curlew/tests/support/pinched_bar.hpp>

#include <algorithm>

namespace curlew::dgtd::testing {
namespace {

using test::pinched_bar;

constexpr double k_any_dt = std::numeric_limits<double>::infinity();

struct Local {
  Simulation simulation;
  StepClasses classes;
  FilteredLimit limit;
};

// ratio 0: chosen.
Local local(const Case &input, const TetMesh &mesh, int classes, int ratio = 0) {
  Local one{prepare(input, mesh), {}, {}};
  one.classes = find_step_classes(one.simulation.problem, {true, classes, ratio});
  one.limit = filtered_limit(Host(), one.simulation.problem, one.classes);
  return one;
}

const struct {
  Discretization discretization;
  std::vector<double> factors;
} k_cases[] = {{{"central", "mixed", 1}, {1.0 / 3}},
               {{"central", "full", 1}, {1.0 / 3}},
               {{"central", "mixed", 2}, {1.0 / 3}},
               {{"central", "mixed", 1}, {1.0 / 3, 1.0 / 3}},
               {{"central", "full", 1}, {1.0 / 3, 1.0 / 3}}};

// The matrix that takes H of `from` to the equation of E of `to`, by quadrature.
Matrix coupling(const Problem &problem, Index to, Index from) {
  const ElementMatrices all = element_matrices(problem, to);
  Matrix result(all.curl.size(), 0);
  const auto add = [&](double factor, const Matrix &matrix) {
    for (std::size_t k = 0; k < result.size(); ++k)
      result[k] += factor * matrix[k];
  };
  if (to == from)
    add(1, all.curl);
  for (int face = 0; face < 4; ++face) {
    const TetFace &side = problem.faces[to][face];
    if (to == from)
      add(side.kind == FaceKind::pec   ? 0
          : side.kind == FaceKind::pmc ? -1
                                       : -0.5,
          all.own_face[face]);
    else if (side.kind == FaceKind::inner && side.tet == from)
      add(0.5, all.face[face]);
  }
  return result;
}

// The largest eigenvalue of M_mu^-1 sum of C^T M_eps^-1 C over the tet and its neighbours.
double largest_rate(const Problem &problem, Index tet, int n) {
  const Material &material = problem.materials[0];
  const auto inverse = [&](Index at, const SymmetricTensor &tensor) {
    Matrix matrix = mass_matrix(problem, at, tensor);
    invert_positive(n, matrix);
    return matrix;
  };
  const auto product = [&](const Matrix &a, const Matrix &b, bool transposed) {
    Matrix result(a.size(), 0);
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j)
          result[i * n + j] += (transposed ? a[k * n + i] : a[i * n + k]) * b[k * n + j];
    return result;
  };
  Matrix sum(static_cast<std::size_t>(n) * n, 0);
  std::vector<Index> tets{tet};
  for (const TetFace &side : problem.faces[tet])
    if (side.kind == FaceKind::inner)
      tets.push_back(side.tet);
  for (const Index one : tets) {
    const Matrix c = coupling(problem, one, tet),
                 added = product(c, product(inverse(one, material.eps_r), c, false), true);
    for (std::size_t k = 0; k < sum.size(); ++k)
      sum[k] += added[k];
  }
  const Matrix matrix = product(inverse(tet, material.mu_r), sum, false);
  std::vector<double> v(n, 0);
  for (int i = 0; i < n; ++i)
    v[i] = random_number(i, 7);
  double value = 0;
  for (int iteration = 0; iteration < 2000; ++iteration) {
    std::vector<double> w(n, 0);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        w[i] += matrix[i * n + j] * v[j];
    value = 0;
    for (const double one : w)
      value = std::max(value, std::abs(one));
    for (int i = 0; i < n; ++i)
      v[i] = w[i] / value;
  }
  return value / (k_eps0 * k_mu0);
}

TEST(DgtdLocalSteps, PolynomialIsThatOfChebyshev) {
  for (const int degree : {2, 4, 10}) {
    const ChebyshevFilter filter(degree);
    EXPECT_NEAR(filter.value(0), 1, 1e-13);
    EXPECT_GT(filter.largest_z(), 3.6 * degree * degree);
    const double nu = 1 + 0.25 / (2.0 * degree * degree), top = std::cosh(degree * std::acosh(nu));
    const double alpha = filter.largest_z() / (nu + 1);
    for (int k = 1; k <= 1000; ++k) {
      const double z = filter.largest_z() * k / 1000, x = nu - z / alpha;
      const double t = std::abs(x) <= 1 ? std::cos(degree * std::acos(x))
                       : x > 0          ? std::cosh(degree * std::acosh(x))
                               : (degree % 2 == 0 ? 1 : -1) * std::cosh(degree * std::acosh(-x));
      ASSERT_NEAR(z * filter.value(z), 2 * (1 - t / top), 1e-11) << degree << " " << z;
      ASSERT_GT(filter.value(z), 0);
      ASSERT_LT(z * filter.value(z), 4);
    }
    EXPECT_LT(filter.value(1.05 * filter.largest_z()), 0) << "even degrees, beyond their range";
  }
}

TEST(DgtdLocalSteps, CoarseStepIsStableAndConservesEnergy) {
  for (const auto &[discretization, factors] : k_cases) {
    const Local one = local(vacuum_case(discretization), pinched_bar(factors, 2),
                            static_cast<int>(factors.size()) + 1);
    ASSERT_EQ(one.classes.filters(), static_cast<int>(factors.size())) << name_of(discretization);
    std::printf("%s: %s; limits %.4g, coarse %.4g, filtered %.4g s, radius %.4f; gain ideal %.2f, "
                "work %.2f\n",
                name_of(discretization).c_str(), one.classes.histogram().c_str(),
                one.simulation.dt_limit_s, one.limit.coarse_dt_s, one.limit.dt_s, one.limit.radius,
                one.classes.ideal_gain(), one.classes.work());
    // The whole step of the coarse tets, well above the limit of all.
    EXPECT_GT(one.limit.dt_s, 0.98 * one.limit.coarse_dt_s) << name_of(discretization);
    EXPECT_GT(one.limit.dt_s, (factors.size() == 1 ? 2.0 : 5.0) * one.simulation.dt_limit_s);
    Steps steps(one.simulation, 0.95 * one.limit.dt_s, "packed", Backend::serial, k_any_dt,
                &one.classes);
    steps.start_at_random();
    const std::vector<double> energies = steps.advance(1000, 200);
    for (const double energy : energies)
      ASSERT_NEAR(energy, energies[0], 1e-12 * energies[0]) << name_of(discretization);
    EXPECT_GT(energies[0], 0);
    // The twin: without the filter this step is far beyond the limit.
    Steps plain(one.simulation, 0.95 * one.limit.dt_s);
    plain.start_at_random();
    plain.advance(30);
    EXPECT_GT(plain.scheme().squared_norm(), 1e20) << name_of(discretization);
  }
}

TEST(DgtdLocalSteps, LimitIsSharp) {
  const Local one = local(vacuum_case(k_cases[1].discretization), pinched_bar({1.0 / 3}, 2), 2);
  const auto growth = [&](double courant) {
    Steps steps(one.simulation, courant * one.limit.dt_s, "packed", Backend::serial, k_any_dt,
                &one.classes);
    steps.start_at_random();
    steps.advance(100);
    const double before = steps.scheme().squared_norm();
    steps.advance(300);
    return std::sqrt(steps.scheme().squared_norm() / before);
  };
  EXPECT_LT(growth(0.999), 3);
  EXPECT_GT(growth(1.05), 1e6);
}

// Both variants agree, also where tets have matrices of their own.
TEST(DgtdLocalSteps, BothVariantsAgree) {
  SymmetricTensor tensor;
  tensor.v = {2, 1.5, 1.2, 0.1, 0.2, 0.05};
  for (const SymmetricTensor &eps_r : {SymmetricTensor(), tensor}) {
    Case input = vacuum_case(k_cases[3].discretization);
    input.materials[0].eps_r = eps_r;
    const Local one = local(input, pinched_bar({1.0 / 3, 1.0 / 3}, 1), 3);
    Steps packed(one.simulation, 0.9 * one.limit.dt_s, "packed", Backend::serial, k_any_dt,
                 &one.classes);
    Steps stored(one.simulation, 0.9 * one.limit.dt_s, "stored", Backend::serial, k_any_dt,
                 &one.classes);
    packed.start_at_random();
    stored.scheme().load(packed.scheme().save());
    packed.advance(200);
    stored.advance(200);
    EXPECT_LT(difference(packed.scheme().save().at("e"), stored.scheme().save().at("e")), 1e-11);
  }
}

// A current in the smallest tets, against plain leapfrog with a step of a thirtieth.
TEST(DgtdLocalSteps, AreOfSecondOrder) {
  Case input = vacuum_case({"central", "full", 1});
  input.excitations = {{"j", CurrentSource{CurrentPoint{{10.5, 0.13, 0.12}},
                                           {0.48, 0.6, 0.64},
                                           1,
                                           gaussian_derivative(0.12 * k_speed_of_light)}}};
  const Local one = local(input, pinched_bar({1.0 / 3}, 1), 2);
  const double end_s = 40 * one.limit.dt_s;
  const auto run = [&](int steps, const StepClasses *classes) {
    Steps all(one.simulation, end_s / steps, "packed", Backend::serial, k_any_dt, classes);
    all.advance(steps);
    return all.scheme().save().at("e");
  };
  const std::vector<double> exact = run(2400, nullptr);
  const double coarse = difference(exact, run(80, &one.classes)),
               fine = difference(exact, run(160, &one.classes));
  std::printf("local steps: %.3e, %.3e, order %.2f\n", coarse, fine, std::log2(coarse / fine));
  EXPECT_GT(std::log2(coarse / fine), 1.8);
  EXPECT_LT(fine, 0.1);
}

TEST(DgtdLocalSteps, GivenRatioIsThatOfTheSteps) {
  const Local one = local(vacuum_case(k_cases[1].discretization), pinched_bar({1.0 / 3}, 2), 3, 3);
  ASSERT_EQ(one.classes.filters(), 1);
  EXPECT_EQ(one.classes.ratios, std::vector<int>{3});
  EXPECT_EQ(one.classes.degrees, std::vector<int>{4});
  EXPECT_GT(one.limit.dt_s, 0.98 * one.limit.coarse_dt_s);
  EXPECT_NEAR(one.classes.ideal_gain(),
              3.0 * one.simulation.problem.tet_count() /
                  static_cast<double>(one.classes.tets[0] + 3 * one.classes.tets[1]),
              1e-12);
}

// The reference is the rate of one tet's H with the E of five, by quadrature and dense matrices;
// the power method stays below the eigenvalue.
TEST(DgtdLocalSteps, RatesAreThoseOfDenseBlocks) {
  SymmetricTensor tensor;
  tensor.v = {2, 1.5, 1.2, 0.1, 0.2, 0.05};
  for (const Discretization &one : {Discretization{"central", "mixed", 1},
                                    {"central", "full", 1},
                                    {"central", "mixed", 2},
                                    {"central", "full", 3}}) {
    SCOPED_TRACE(name_of(one));
    Case input = vacuum_case(one);
    input.materials[0].eps_r = tensor;
    input.materials[0].mu_r.v = {1.5, 1.2, 3, 0.1, 0, 0.2};
    input.boundaries = {{"default", Pec{}}, {"x-", Pmc{}}};
    const Problem problem = make_problem(input, make_box({2, 2, 1}, {2, 2, 1}, {0, 0, 0}, 0.2, 1));
    const std::vector<double> rates = tet_rates(problem);
    const int n = problem.per_tet();
    for (Index t = 0; t < problem.tet_count(); t += 7) {
      const double exact = largest_rate(problem, t, n);
      EXPECT_LT(rates[t], (1 + 1e-10) * exact);
      EXPECT_GT(rates[t], 0.85 * exact);
    }
  }
}

TEST(DgtdLocalSteps, TetsOfOneSizeAreOneClass) {
  const Local one = local(vacuum_case({"central", "mixed", 1}), pinched_bar({}, 1), 3);
  EXPECT_EQ(one.classes.filters(), 0);
  EXPECT_EQ(one.classes.ideal_gain(), 1);
}

} // namespace
} // namespace curlew::dgtd::testing
