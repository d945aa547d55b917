// Checkpoints: a run continues from its own with the same bits, from those of other backends to
// rounding, for E on whole edges and on half ones.
#include "cases.hpp"

#include <algorithm>

namespace curlew::dgatd::testing {
namespace {

constexpr std::int64_t k_saved_at = 80;

// Returns a simulation of 200 steps with checkpoints and a snapshot at the end.
Simulation with_checkpoints(Case input) {
  input.time.steps = 200;
  Simulation simulation = prepare(input, room_with_crystal());
  simulation.plan.checkpoint_every = k_saved_at;
  simulation.plan.snapshot_every = 200;
  return simulation;
}

State with_largest_unknown_times(double factor, State state) {
  auto &values = state.begin()->second;
  *std::max_element(values.begin(), values.end()) *= factor;
  return state;
}

TEST(DgatdStates, ContinueWithTheSameBits) {
  const Simulation simulation = with_checkpoints(crystal_case());
  for (const Variant &variant : variants())
    for (const Backend backend : compiled_backends()) {
      // Whole edges take the changes from their ends in either order: bits may differ.
      Start start{backend, nullptr, {}, true};
      const RunRecord whole = run(simulation, variant.name, start);
      ASSERT_EQ(whole.positions.at(0).step, k_saved_at);
      start.state = &whole.states[0];
      start.position = whole.positions[0];
      const RunRecord rest = run(simulation, variant.name, start);
      EXPECT_TRUE(rest.snapshot_e == whole.snapshot_e) << variant.name << to_string(backend);
      EXPECT_TRUE(rest.snapshot_h == whole.snapshot_h) << variant.name << to_string(backend);
      EXPECT_TRUE(rest.states.back() == whole.states.back()) << variant.name << to_string(backend);
      const State off = with_largest_unknown_times(1 + 1e-14, whole.states[0]);
      start.state = &off;
      EXPECT_TRUE(run(simulation, variant.name, start).states.back() != whole.states.back())
          << variant.name;
    }
}

// Backend of a run, and the form of its fields there.
struct Home {
  Backend backend;
  bool halves;
  std::string name() const { return to_string(backend) + (halves ? " on half edges" : ""); }
};

std::vector<Home> homes(const Simulation &simulation, const std::string &variant) {
  std::vector<Home> list;
  for (const Backend backend : compiled_backends())
    list.push_back({backend, false});
  if (variant == "fused" && list.back().backend == Backend::cuda && !needs_halves(simulation))
    list.push_back({Backend::cuda, true});
  return list;
}

void expect_moves(const Simulation &simulation, const std::vector<std::string> &names) {
  constexpr double k_tolerance = 1e-12; // rounding of 120 steps; measured below 1e-14
  for (const std::string &name : names)
    for (const Home &from : homes(simulation, name)) {
      const RunRecord whole = run(simulation, name, {from.backend, nullptr, {}, from.halves});
      for (const Home &to : homes(simulation, name)) {
        const auto rest_from = [&](const State &state) {
          return run(simulation, name, {to.backend, &state, whole.positions.at(0), to.halves});
        };
        EXPECT_LT(distance(rest_from(whole.states.at(0)), whole), k_tolerance)
            << name << ": " << from.name() << " to " << to.name();
        const State off = with_largest_unknown_times(1 + 1e-8, whole.states[0]);
        EXPECT_GT(distance(rest_from(off), whole), k_tolerance) << name;
      }
    }
}

TEST(DgatdStates, ContinueOnAnotherBackend) {
  expect_moves(with_checkpoints(crystal_case()), {"spmv", "paper", "blocks", "fused"});
  expect_moves(with_checkpoints(lossy_case()), {"blocks", "fused"});
}

} // namespace
} // namespace curlew::dgatd::testing
