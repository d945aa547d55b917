// The published recursion of dfdd over two steps gives the fields of its summed form.
#include "fixtures.hpp"

namespace curlew::dgtd::testing {
namespace {

// Tensors of both media, all walls that the form has, currents at a point and in a region.
Case whole_case(const Discretization &one, bool two_step) {
  Case input = vacuum_case(one);
  if (two_step)
    input.discretization["recursion"] = "two-step";
  Material crystal = medium("crystal");
  crystal.eps_r = {{2.0, 3.0, 4.0, 0.3, -0.2, 0.5}};
  crystal.mu_r = {{1.5, 1.2, 2.0, -0.1, 0.2, 0.15}};
  input.materials.push_back(crystal);
  input.regions["core"] = "crystal";
  input.boundaries.push_back({"x-", Abc{}});
  input.boundaries.push_back({"y+", Pmc{}});
  input.excitations = {
      {"point",
       CurrentSource{
           CurrentPoint{{0.61, 0.33, 0.48}}, {0.48, 0.6, 0.64}, 2, gaussian_derivative(500e6)}},
      {"region",
       CurrentSource{CurrentGroup{"core"}, {0.8, 0, 0.6}, 3, gaussian_derivative(700e6)}}};
  return input;
}

TetMesh room() {
  TetMesh mesh = make_box({1.0, 0.8, 0.6}, {3, 2, 2}, {0, 0, 0}, 0.25, 1);
  mark_volume(mesh, "core", [](std::size_t, const Point &p) { return p[0] > 0.5 && p[2] < 0.4; });
  return mesh;
}

// The largest difference after each number of steps.
std::vector<double> distances(const Discretization &one, const std::vector<std::int64_t> &counts,
                              double scale = 1) {
  const Simulation summed = prepare(whole_case(one, false), room());
  Case input = whole_case(one, true);
  std::get<CurrentSource>(input.excitations[0].source).amplitude *= scale;
  const Simulation two_step = prepare(input, room());
  EXPECT_EQ(summed.dt_limit_s, two_step.dt_limit_s);
  const double dt_s = 0.95 * summed.dt_limit_s;
  Steps first(summed, dt_s), second(two_step, dt_s);
  std::vector<double> result;
  std::int64_t done = 0;
  for (const std::int64_t count : counts) {
    first.advance(count - done);
    second.advance(count - done);
    done = count;
    const FieldState a = first.scheme().save(), b = second.scheme().save();
    result.push_back(std::max(difference(a.at("e"), b.at("e")), difference(a.at("h"), b.at("h"))));
  }
  return result;
}

TEST(DgtdTwoStep, GivesTheFieldsOfTheSummedForm) {
  for (const Discretization &one :
       {Discretization{"dfdd", "mixed", 1}, {"dfdd", "full", 1}, {"dfdd", "mixed", 2}}) {
    SCOPED_TRACE(name_of(one));
    const std::vector<double> apart = distances(one, {100, 1000});
    std::printf("two-step %s: %.1e after 100 steps, %.1e after 1,000\n", name_of(one).c_str(),
                apart[0], apart[1]);
    EXPECT_LT(apart[0], 1e-8);
    EXPECT_LT(apart[1], 1e-6);
  }
  // The twin: a part in 10^5 of a source.
  EXPECT_GT(distances({"dfdd", "mixed", 1}, {100}, 1.00001)[0], 1e-7);
}

TEST(DgtdTwoStep, ContinuesWithTheSameBits) {
  const Simulation simulation = prepare(whole_case({"dfdd", "full", 1}, true), room());
  const double dt_s = 0.9 * simulation.dt_limit_s;
  Steps whole(simulation, dt_s);
  whole.advance(20);
  const FieldState middle = whole.scheme().save();
  whole.advance(15);
  const auto continued = [&](FieldState state) {
    Steps steps(simulation, dt_s);
    steps.advance(20); // the times of the sources
    steps.scheme().load(state);
    steps.advance(15);
    return steps.scheme().save();
  };
  EXPECT_EQ(continued(middle), whole.scheme().save());
  // The twins: each level is needed.
  for (const char *level : {"e_before", "h_before"}) {
    FieldState state = middle;
    state.at(level).assign(state.at(level).size(), 0);
    EXPECT_NE(continued(state).at("e"), whole.scheme().save().at("e")) << level;
  }
}

// The limit of the step is that of the summed form.
TEST(DgtdTwoStep, GrowsAboveTheLimitAlone) {
  Case input = vacuum_case({"dfdd", "mixed", 1});
  input.discretization["recursion"] = "two-step";
  const Simulation simulation =
      prepare(input, make_box({1, 0.8, 0.6}, {3, 2, 2}, {0, 0, 0}, 0.2, 1));
  const auto growth = [&](double courant) {
    Steps steps(simulation, courant * simulation.dt_limit_s);
    steps.start_at_random();
    FieldState state = steps.scheme().save();
    state["e_before"] = state["e"];
    state["h_before"] = state["h"];
    steps.scheme().load(state);
    steps.advance(300);
    const double before = steps.scheme().squared_norm();
    steps.advance(700);
    return steps.scheme().squared_norm() / before;
  };
  EXPECT_LT(growth(0.999), 30); // linear in time at most: (1000/300)^2
  EXPECT_GT(growth(1.02), 1e6);
}

} // namespace
} // namespace curlew::dgtd::testing
