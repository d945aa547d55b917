// The published local time steps: the limit that is found for them, growth above it, order, and
// their error beside that of the filtered ones.
#include "fixtures.hpp"

#include <curlew/methods/dgtd/local_steps/published_limit.hpp>
#include <curlew/tests/support/pinched_bar.hpp>

#include <algorithm>

namespace curlew::dgtd::testing {
namespace {

constexpr double k_any_dt = std::numeric_limits<double>::infinity();

// Its middle four bricks are thinner by 3 in all directions.
TetMesh pinched(Index across) {
  return test::pinched_bar({1.0 / 3}, across);
}

struct Local {
  Simulation simulation;
  StepClasses classes;
  double dt_s = 0;
};
Local local(const Case &input, const TetMesh &mesh, bool published) {
  Local one{prepare(input, mesh), {}};
  LocalSteps choice{true, 2, 3};
  choice.published = published;
  one.classes = find_step_classes(one.simulation.problem, choice);
  one.dt_s = published ? published_limit(Kokkos::Serial(), one.simulation.problem, one.classes,
                                         one.simulation.dt_limit_s)
                       : filtered_limit(Kokkos::Serial(), one.simulation.problem, one.classes).dt_s;
  return one;
}

TEST(DgtdPublishedSteps, StayAtTheirLimitAndGrowAboveIt) {
  for (const Discretization &one : {Discretization{"central", "mixed", 1},
                                    {"central", "full", 1},
                                    {"dfdd", "mixed", 1},
                                    {"dfdd", "full", 1}}) {
    SCOPED_TRACE(name_of(one));
    const Local steps = local(vacuum_case(one), pinched(1), true);
    ASSERT_EQ(steps.classes.filters(), 1);
    const double filtered = 3 * steps.simulation.dt_limit_s;
    std::printf("published %s: %s; limit of all tets %.4g, found %.4g s, %.3f of three times it\n",
                name_of(one).c_str(), steps.classes.histogram().c_str(),
                steps.simulation.dt_limit_s, steps.dt_s, steps.dt_s / filtered);
    EXPECT_GT(steps.dt_s, 0.5 * steps.simulation.dt_limit_s);
    const auto norms = [&](double dt_s, std::int64_t count) {
      Steps march(steps.simulation, dt_s, "packed", Backend::serial, k_any_dt, &steps.classes);
      march.start_at_random();
      march.advance(100);
      const double before = march.scheme().squared_norm();
      march.advance(count);
      return march.scheme().squared_norm() / before;
    };
    EXPECT_LT(norms(steps.dt_s, 4000), 3);
    EXPECT_FALSE(norms(1.3 * steps.dt_s, 1000) < 1e3); // as allow_unstable lets it; may be NaN
  }
}

// A current in a coarse tet, whose wave passes the fine ones, against plain leapfrog with small
// steps. Errors of E in the fine tets.
TEST(DgtdPublishedSteps, AreOfSecondOrderAndBehindTheFiltered) {
  Case input = vacuum_case({"central", "full", 1});
  input.excitations = {{"j", CurrentSource{CurrentPoint{{7.5, 0.53, 0.42}},
                                           {0.48, 0.6, 0.64},
                                           1,
                                           gaussian_derivative(0.12 * k_speed_of_light)}}};
  const Local published = local(input, pinched(1), true),
              filtered = local(input, pinched(1), false);
  const double end_s = 160 * published.dt_s;
  const int n = published.simulation.problem.per_tet();
  const auto run = [&](const Local &one, int steps, const StepClasses *classes) {
    Steps all(one.simulation, end_s / steps, "packed", Backend::serial, k_any_dt, classes);
    all.advance(steps);
    const std::vector<double> e = all.scheme().save().at("e");
    std::vector<double> fine;
    for (std::size_t i = 0; i < e.size(); ++i)
      if (published.classes.layer[i / n] != published.classes.filters())
        fine.push_back(e[i]);
    return fine;
  };
  const std::vector<double> exact = run(published, 6400, nullptr);
  const auto error = [&](const Local &one, int steps) {
    return difference(exact, run(one, steps, &one.classes));
  };
  const double coarse = error(published, 200), fine = error(published, 400);
  const double other = error(filtered, 200);
  std::printf("published %.2e, %.2e (order %.2f); filtered %.2e; ratio %.2f\n", coarse, fine,
              std::log2(coarse / fine), other, coarse / other);
  EXPECT_GT(std::log2(coarse / fine), 1.7);
  EXPECT_GT(coarse, other);
}

} // namespace
} // namespace curlew::dgtd::testing
