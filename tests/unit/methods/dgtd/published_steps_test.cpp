// The published local time steps: their computed limit, growth above it, order, and their error
// beside that of the filtered ones.
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
  LocalSteps choice{true, 2};
  choice.published = published;
  one.classes = find_step_classes(one.simulation.problem, choice);
  one.dt_s = published ? published_limit(Host(), one.simulation.problem, one.classes,
                                         one.simulation.dt_limit_s)
                       : filtered_limit(Host(), one.simulation.problem, one.classes).dt_s;
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
    EXPECT_FALSE(norms(1.3 * steps.dt_s, 1000) < 1e3); // permitted by allow_unstable; may be NaN
  }
}

// A current in a coarse tet, whose wave passes the fine ones, is compared with plain leapfrog with
// small steps. In fine tets, where the filtered steps are as exact as small ones, the published
// ones' error comes from coarse neighbours that stay constant during the fine steps; behind the
// fine tets and over all tets there is little between them.
TEST(DgtdPublishedSteps, AreOfSecondOrderAndBehindTheFiltered) {
  Case input = vacuum_case({"central", "full", 1});
  input.excitations = {{"j", CurrentSource{CurrentPoint{{7.5, 0.53, 0.42}},
                                           {0.48, 0.6, 0.64},
                                           1,
                                           gaussian_derivative(0.12 * k_speed_of_light)}}};
  const Local published = local(input, pinched(1), true),
              filtered = local(input, pinched(1), false);
  const double end_s = 160 * published.dt_s;
  const Problem &problem = published.simulation.problem;
  const int n = problem.per_tet();
  const auto run = [&](const Local &one, int steps, const StepClasses *classes) {
    Steps all(one.simulation, end_s / steps, "packed", Backend::serial, k_any_dt, classes);
    all.advance(steps);
    return all.scheme().save().at("e");
  };
  const auto part = [&](const std::vector<double> &e, const auto &is_in) {
    std::vector<double> some;
    for (std::size_t i = 0; i < e.size(); ++i)
      if (is_in(static_cast<Index>(i / n)))
        some.push_back(e[i]);
    return some;
  };
  const auto everywhere = [](Index) { return true; };
  const auto is_fine = [&](Index tet) {
    return published.classes.shell[tet] != published.classes.filters();
  };
  const auto is_behind = [&](Index tet) {
    return !is_fine(tet) && problem.barycentre(tet)[0] > 14;
  };
  const std::vector<double> exact = run(published, 6400, nullptr),
                            coarse = run(published, 200, &published.classes),
                            fine = run(published, 400, &published.classes),
                            other = run(filtered, 200, &filtered.classes);
  const auto errors = [&](const auto &is_in) {
    const auto error = [&](const std::vector<double> &e) {
      return difference(part(exact, is_in), part(e, is_in));
    };
    std::printf("published %.2e, %.2e (order %.2f); filtered %.2e; ratio %.2f\n", error(coarse),
                error(fine), std::log2(error(coarse) / error(fine)), error(other),
                error(coarse) / error(other));
    EXPECT_GT(std::log2(error(coarse) / error(fine)), 1.7);
    EXPECT_GT(error(coarse), error(other));
    return error(coarse) / error(other);
  };
  EXPECT_GT(errors(is_fine), 10);
  EXPECT_LT(errors(is_behind), 8);
  EXPECT_LT(errors(everywhere), 10);
}

} // namespace
} // namespace curlew::dgtd::testing
