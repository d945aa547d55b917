// Long runs: conserved energies, random starts at the limit of the step, layers. By default they
// take few of their steps; with CURLEW_LONG_RUNS=1 in the environment all of them, whose results
// are in perf/results/2026-11-24-dgtd-long-runs.md.
#include "fixtures.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace curlew::dgtd::testing {
namespace {

std::int64_t of_long_run(std::int64_t steps, std::int64_t otherwise) {
  return std::getenv("CURLEW_LONG_RUNS") != nullptr ? steps : otherwise;
}

// Returns the slope of log(values) over the steps between them: the growth of one step.
double fitted_growth(const std::vector<double> &values, double steps_between) {
  const double n = double(values.size());
  double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double x = steps_between * double(k), y = std::log(values[k] / values[0]);
    sum_x += x;
    sum_y += y;
    sum_xx += x * x;
    sum_xy += x * y;
  }
  return (n * sum_xy - sum_x * sum_y) / (n * sum_xx - sum_x * sum_x);
}

constexpr Discretization k_conserving[] = {{"central", "mixed", 1}, {"central", "full", 1},
                                           {"central", "mixed", 2}, {"central", "full", 2},
                                           {"dfdd", "mixed", 1},    {"dfdd", "full", 1},
                                           {"dfdd", "mixed", 2},    {"dfdd", "full", 2}};

// Returns a box of two media, one with tensors, and both reflecting walls: 72 tets.
Simulation closed_box(const Discretization &one) {
  Case input = vacuum_case(one);
  Material crystal = medium("crystal");
  crystal.eps_r = {{2.0, 3.0, 4.0, 0.3, -0.2, 0.5}};
  crystal.mu_r = {{1.5, 1.2, 2.0, -0.1, 0.2, 0.15}};
  input.materials.push_back(crystal);
  input.regions["core"] = "crystal";
  input.boundaries.push_back({"x-", Pmc{}});
  TetMesh mesh = make_box({0.3, 0.2, 0.2}, {3, 2, 2}, {0, 0, 0}, 0.25, 4);
  mark_volume(mesh, "core", [](std::size_t, const Point &p) { return p[0] > 0.15; });
  return prepare(input, mesh);
}

// The bound of 100,000 steps is 1e-12: a matrix whose rounding does not conserve makes the energy
// drift in proportion to the steps, with dfdd by 1e-17 to 1e-16 a step. The short form therefore
// requires of `packed` a fraction of 1e-12 equal to its fraction of 100,000 steps. `stored` keeps
// rounded products of matrices and drifts by up to 2e-17 a step: in the long form it fails in three
// spaces.
TEST(DgtdLongRuns, KeepTheirEnergy) {
  for (const Discretization &one : k_conserving)
    for (const std::string variant : {"packed", "stored"}) {
      const Simulation simulation = closed_box(one);
      Steps steps(simulation, 0.95 * simulation.dt_limit_s, variant);
      steps.start_at_random();
      const std::int64_t count = of_long_run(100000, variant == "packed" ? 2000 : 500);
      const double bound = variant == "packed" ? 1e-12 * double(count) / 100000 : 1e-12;
      double worst = 0;
      const std::vector<double> energies = steps.advance(count, 100);
      for (const double energy : energies)
        worst = std::max(worst, std::abs(energy / energies[0] - 1));
      std::printf("energy   %-32s %s, %lld steps: %.2e\n", name_of(one).c_str(), variant.c_str(),
                  static_cast<long long>(count), worst);
      EXPECT_LT(worst, bound) << name_of(one) << " " << variant;
      EXPECT_GT(energies[0], 0);
    }
}

// The energy is positive below the limit: if it does not grow the fields do not. Their norm wanders
// by some part, and its fit with it.
TEST(DgtdLongRuns, AtTheLimitDoNotGrow) {
  for (const Discretization &one : k_conserving) {
    const Simulation simulation = closed_box(one);
    const std::int64_t count = of_long_run(20000, 400);
    Steps steps(simulation, 0.999 * simulation.dt_limit_s),
        above(simulation, 1.02 * simulation.dt_limit_s);
    steps.start_at_random();
    above.start_at_random();
    std::vector<double> energies, norms;
    for (std::int64_t k = 0; k < count; k += 20) {
      energies.push_back(steps.advance(20, 20).front());
      norms.push_back(std::sqrt(steps.scheme().squared_norm()));
    }
    const double found = fitted_growth(energies, 20);
    std::printf("at 0.999 %-32s %lld steps: %.2e, of the norm %.2e, at most %.3g times the first\n",
                name_of(one).c_str(), static_cast<long long>(count), found,
                fitted_growth(norms, 20),
                *std::max_element(norms.begin(), norms.end()) / norms.front());
    EXPECT_LT(std::abs(found), 1e-9) << name_of(one);
    above.advance(100);
    const double before = above.scheme().squared_norm();
    above.advance(100);
    EXPECT_GT(above.scheme().squared_norm(), 1e3 * before) << name_of(one); // the twin
  }
}

// A cube of 162 tets, all but the brick in the middle in layers.
TEST(DgtdLongRuns, LayersDoNotGrow) {
  constexpr Discretization k_layered[] = {{"central", "mixed", 1},      {"central", "full", 1},
                                          {"central", "mixed", 1, 0.3}, {"central", "full", 1, 0.3},
                                          {"upwind", "mixed", 1},       {"upwind", "full", 1}};
  for (const Discretization &one : k_layered)
    for (const double kappa : {1.0, 3.0}) {
      if (kappa != 1 && one.space == std::string("mixed"))
        continue;
      Case input = vacuum_case(one);
      PmlSpec layer;
      layer.thickness_m = 0.3;
      layer.order = 3;
      layer.reflection = 1e-8;
      layer.kappa = kappa;
      layer.alpha = kappa == 1 ? 0 : 2 * k_pi * 2e7 * k_eps0;
      input.boundaries = {{"default", layer}};
      const Simulation simulation =
          prepare(input, make_box({1, 1, 1}, {3, 3, 3}, {0, 0, 0}, 0.2, 5));
      Steps steps(simulation, 0.99 * simulation.dt_limit_s);
      steps.start_at_random();
      const std::int64_t count = of_long_run(100000, 200);
      const double rounding =
          1e-12 * std::sqrt(steps.scheme().squared_norm()); // rounding of the start
      std::vector<double> norms;
      for (std::int64_t k = 0; k < count; k += count / 10) {
        steps.advance(count / 10);
        norms.push_back(std::sqrt(steps.scheme().squared_norm()));
      }
      std::printf("layers   %-32s kappa %g, %lld steps: late over early %.6f\n",
                  name_of(one).c_str(), kappa, static_cast<long long>(count),
                  norms.back() / norms.front());
      EXPECT_LT(norms.back(), std::max(rounding, 1.001 * norms.front()))
          << name_of(one) << " kappa " << kappa;
    }
}

} // namespace
} // namespace curlew::dgtd::testing
