// Nonlinear media in full third and fourth order.
#include "kerr_solves.hpp"

#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/kerr/team_kernel.hpp>

#include <complex>

namespace curlew::dgtd::testing {
namespace {

constexpr Discretization k_high[] = {{"central", "full", 3}, {"central", "full", 4}};

// Returns, for one tet, the largest deviation of the derivative from differences of the residual,
// over the largest entry.
template <NonlinearForm form> struct CompareDerivative {
  using Kernel = TeamKerrKernel<Host, form>;
  Kernel kernel;
  Kokkos::View<const double *, Host> x;
  Kokkos::View<double *, Host> worst;

  void operator()(const typename Kernel::Team &team) const { // hosts only
    constexpr double k_step = 1e-5;
    const typename Kernel::Work work(team.team_scratch(1), kernel.tables.bernstein,
                                     Kernel::k_slopes, Kernel::k_team);
    const int n = kernel.tables.n;
    KerrPoint at;
    kernel.load(team, 0, work, at);
    for (int i = 0; i < n; ++i)
      work.x[i] = x(i);
    kernel.jacobian(team, work, at);
    double largest = 0;
    for (int i = 0; i < n; ++i)
      largest = std::max(largest, std::abs(work.matrix[i * n + i]));
    for (int j = 0; j < n; ++j) {
      work.x[j] = x(j) + k_step;
      kernel.residual(team, work, at);
      for (int i = 0; i < n; ++i)
        work.step[i] = work.r[i];
      work.x[j] = x(j) - k_step;
      kernel.residual(team, work, at);
      work.x[j] = x(j);
      for (int i = 0; i < n; ++i) {
        const bool is_right = i <= j || !Kernel::k_symmetric;
        const double entry = work.matrix[is_right ? i * n + j : j * n + i];
        const double slope = (work.step[i] - work.r[i]) / (2 * k_step);
        worst(0) = std::max(worst(0), std::abs(entry - slope) / largest);
      }
    }
  }
};

template <NonlinearForm form> double derivative_error(const Discretization &one, bool is_newton) {
  const Solves solves(one, 2, 0.7);
  const auto start = wavy(solves.simulation, 1.0);
  const int n = solves.n;
  // The field before the step is not parallel to that after it.
  for (Index k = 0; k < solves.count() * n; ++k)
    solves.tables.before(k) = 0.5 + 0.3 * random_number(k);
  const Index tet = solves.list.tets[0];
  const CompareDerivative<form> compare{
      {solves.tables, solves.e, is_newton, 1e-10, 20},
      to_view<Host>("x",
                    std::vector<double>(start.begin() + tet * n, start.begin() + (tet + 1) * n)),
      Kokkos::View<double *, Host>("worst", 1)};
  const auto bytes = static_cast<int>(sizeof(double) * compare.kernel.scratch_doubles());
  Kokkos::parallel_for("test::compare",
                       Kokkos::TeamPolicy<Host>(1, 1).set_scratch_size(1, Kokkos::PerTeam(bytes)),
                       compare);
  return compare.worst(0);
}

TEST(DgtdKerrOrders, JacobianIsTheDerivative) {
  for (const Discretization &one : k_high) {
    EXPECT_LT(derivative_error<NonlinearForm::exact>(one, true), 1e-7) << name_of(one);
    EXPECT_LT(derivative_error<NonlinearForm::midpoint>(one, true), 1e-7) << name_of(one);
    EXPECT_LT(derivative_error<NonlinearForm::energy>(one, true), 1e-7) << name_of(one);
    // The secant of the fixed point is no derivative.
    EXPECT_GT(derivative_error<NonlinearForm::exact>(one, false), 1e-2) << name_of(one);
  }
}

// D by the matrices of the method, not by Bernstein's tables.
TEST(DgtdKerrOrders, DisplacementGivesItsField) {
  for (const Discretization &one : k_high) {
    Solves solves(one, 2, 0.7);
    const auto solution = wavy(solves.simulation, 1.0);
    solves.set(solution, scaled(solution, 0.9));
    solve_kerr(Host(), solves.tables, {NonlinearSolver::newton, NonlinearForm::exact, 1e-14, 20},
               solves.e);
    EXPECT_LT(solves.error(solution), 1e-12) << name_of(one);
    for (Index k = 0; k < solves.count(); ++k)
      EXPECT_GE(solves.tables.iterations(k), 3) << name_of(one);
  }
}

TEST(DgtdKerrOrders, SolversAgree) {
  struct Combination {
    int order;
    NonlinearForm form;
  };
  for (const Combination &one :
       {Combination{3, NonlinearForm::exact}, Combination{3, NonlinearForm::midpoint},
        Combination{3, NonlinearForm::energy}, Combination{4, NonlinearForm::midpoint}}) {
    constexpr double k_tolerance = 1e-12;
    std::vector<std::vector<double>> found;
    for (const NonlinearSolver solver : {NonlinearSolver::newton, NonlinearSolver::fixed_point}) {
      Solves solves({"central", "full", one.order}, 1, 0.1);
      const auto solution = wavy(solves.simulation, 1.0);
      solves.set(solution, scaled(solution, 0.97));
      for (Index k = 0; k < solves.count() * solves.n; ++k)
        solves.e(k) *= 1.02;
      solve_kerr(Host(), solves.tables, {solver, one.form, k_tolerance, 200}, solves.e);
      for (Index k = 0; k < solves.count(); ++k)
        EXPECT_EQ(solves.tables.status(k), k_kerr_solved) << one.order;
      found.push_back(to_vector(solves.e));
    }
    // Unknowns of these orders are worse conditioned than fields.
    EXPECT_LT(difference(found[0], found[1]), 100 * k_tolerance) << one.order;
  }
}

TEST(DgtdKerrOrders, NewtonIsQuadratic) {
  const Discretization &one = k_high[0];
  const RisingStep step(one, 1);
  const auto r = step.residuals(NonlinearSolver::newton, 5);
  int pairs = 0;
  for (std::size_t k = 1; k < r.size(); ++k)
    if (r[k - 1] < 0.1 && r[k] > 1e-13) {
      EXPECT_GE(std::log(r[k]) / std::log(r[k - 1]), 1.6) << name_of(one) << k;
      ++pairs;
    }
  EXPECT_GE(pairs, 1) << name_of(one);
  EXPECT_LT(r.back(), 1e-13) << name_of(one);
  EXPECT_GT(step.residual(NonlinearSolver::fixed_point, 6), 1e-4) << name_of(one);
}

TEST(DgtdKerrOrders, WithoutStrengthAreTheLinearMedium) {
  for (const char *scheme : {"central", "upwind"})
    for (const int order : {3, 4})
      for (const char *solver : {"newton", "closed-form"}) {
        if (order == 4 && (scheme[0] == 'u') == (solver[0] == 'n'))
          continue; // saves time
        const Discretization one{scheme, "full", order};
        const StandingWave wave(one, 1, 1e-300, {{"tolerance", 1e-14}, {"method", solver}}, 2);
        Case input = wave.simulation.input;
        input.materials[0].chi3 = 0;
        const Simulation without =
            prepare(input, make_box({0.5, 0.5, 1}, {1, 1, 2}, {0, 0, 0}, 0, 1));
        const double dt_s = 0.9 * without.dt_limit_s;
        Steps steps(without, dt_s), twin(wave.simulation, dt_s);
        const auto start = [&](Steps &of, const Simulation &simulation) {
          start_from(
              simulation,
              [&](const Point &p) -> std::array<double, 3> {
                return {std::sin(k_pi * p[2]), 0, 0};
              },
              of);
        };
        start(steps, without);
        start(twin, wave.simulation);
        steps.advance(30); // at order 4, E is about 0 after 20
        twin.advance(30);
        const CellFields fields = steps.observe(), of_twin = twin.observe();
        EXPECT_LT(difference(fields.electric, of_twin.electric), 1e-13) << name_of(one) << solver;
        EXPECT_LT(difference(fields.magnetic, of_twin.magnetic), 1e-13) << name_of(one) << solver;
      }
}

// The third harmonic over the fundamental, of E at a point of a standing wave through two periods.
double third_harmonic(const Discretization &one, int cells, double chi3, double dt_s,
                      const char *solver = "newton") {
  StandingWave wave(one, 0.2, 3e-8, {{"method", solver}}, cells);
  const double brick_m = 1.0 / cells;
  Case input = wave.simulation.input;
  input.materials[0].chi3 = chi3;
  ProbeSpec probe;
  probe.name = "p";
  probe.shape = PointProbe{{0.4 * brick_m, 0.3 * brick_m, 0.31}};
  input.outputs.probes = {probe};
  const Simulation simulation =
      prepare(input, make_box({brick_m, brick_m, 1}, {1, 1, cells}, {0, 0, 0}, 0, 1));
  Steps steps(simulation, dt_s);
  wave.start(steps);
  std::complex<double> sums[2] = {};
  const auto count = std::llround(2 * wave.period_s() / dt_s);
  std::int64_t row = 0;
  const auto read = [&] {
    const ProbeRows rows = steps.scheme().probes().read();
    for (int k = 0; k < rows.rows; ++k, ++row)
      for (const int m : {1, 3})
        sums[m / 2] +=
            rows.electric[3 * static_cast<std::size_t>(k)] *
            std::polar(1.0, -2 * k_pi * m * dt_s * static_cast<double>(row) / wave.period_s());
  };
  for (std::int64_t k = 0; k < count; ++k) {
    steps.advance(1);
    if (steps.scheme().sample())
      read();
  }
  read();
  EXPECT_EQ(row, count) << name_of(one);
  return std::abs(sums[1]) / std::abs(sums[0]);
}

TEST(DgtdKerrOrders, HarmonicsAreThoseOfSecondOrder) {
  const double period_s = 2 / k_speed_of_light, dt_s = period_s / 300;
  const double second = third_harmonic({"central", "full", 2}, 16, 3e-8, dt_s),
               third = third_harmonic(k_high[0], 6, 3e-8, dt_s),
               closed = third_harmonic(k_high[0], 6, 3e-8, dt_s, "closed-form"),
               fourth = third_harmonic(k_high[1], 4, 3e-8, dt_s),
               linear = third_harmonic(k_high[0], 6, 0, dt_s);
  std::printf("third harmonic: %.5f, of third order %.5f (closed form %.5f), fourth %.5f, without "
              "chi3 %.2e\n",
              second, third, closed, fourth, linear);
  EXPECT_NEAR(third / second, 1, 0.01);
  EXPECT_NEAR(closed / second, 1, 0.01);
  EXPECT_NEAR(fourth / second, 1, 0.01);
  EXPECT_LT(linear, 0.1 * second);
}

TEST(DgtdKerrOrders, VariantsBackendsAndRestartAgree) {
  const StandingWave wave(k_high[0], 0.2, 3e-8, {{"tolerance", 1e-13}}, 2);
  const double dt_s = 0.9 * wave.simulation.dt_limit_s;
  std::vector<std::vector<double>> found;
  for (const Backend backend : compiled_backends())
    for (const char *variant : {"packed", "stored"}) {
      Steps steps(wave.simulation, dt_s, variant, backend);
      wave.start(steps);
      steps.advance(20);
      Steps later(wave.simulation, dt_s, variant, backend);
      later.scheme().load(steps.scheme().save());
      steps.advance(20);
      later.advance(20);
      EXPECT_EQ(steps.scheme().save(), later.scheme().save()) << to_string(backend) << variant;
      found.push_back(steps.scheme().save().at("e"));
      EXPECT_LT(difference(found[0], found.back()), 1e-10) << to_string(backend) << variant;
    }
}

TEST(DgtdKerrOrders, EnergyIsKept) {
  for (const Discretization &one : k_high)
    for (const char *form : {"energy", "exact"}) {
      const StandingWave wave(one, 0.03, 3e-8, {{"form", form}, {"tolerance", 1e-14}}, 2);
      const double dt_s = 0.8 * wave.simulation.dt_limit_s;
      Steps steps(wave.simulation, dt_s);
      wave.start(steps);
      const auto energies = steps.advance(60, 1);
      double drift = 0;
      for (const double energy : energies)
        drift = std::max(drift, std::abs(energy / energies[0] - 1));
      if (std::string(form) == "energy")
        EXPECT_LT(drift, 1e-11) << name_of(one);
      else
        EXPECT_GT(drift, 1e-9) << name_of(one);
    }
}

} // namespace
} // namespace curlew::dgtd::testing
