// The far field's surface on several ranks: every absorbing face belongs to one, and the sums of a
// checkpoint have an order that does not depend on the division.
#include "ranks.hpp"

#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/methods/dgatd/outputs/radiating_surface.hpp>

namespace curlew::dgatd::testing {
namespace {

Case radiating_room() {
  Case input = vacuum_case(40);
  input.boundaries = {{"default", Abc{}}};
  input.excitations = {point_current({0.5, 0.4, 0.3}, {0, 0, 1}, gaussian_derivative(500e6))};
  input.frequencies_hz = {200e6, 300e6};
  input.outputs.far_field = FarFieldSpec{{{0}, {0}}, {}, {}};
  return input;
}

// The root's state after the run: from the start, or from half of it with what `before` holds at
// the root.
State state_of(const Case &input, LocalMesh mesh, const State *before = nullptr) {
  const Simulation simulation = prepare(input, std::move(mesh));
  const RadiatingSurface surface = find_radiating_surface(input, simulation.problem);
  const GlobalState order(simulation.problem, surface.keys);
  SchemeInput scheme_input{simulation.problem, simulation.sources, simulation.probes,
                           simulation.plan};
  scheme_input.surface = &surface;
  scheme_input.frequencies_hz = input.frequencies_hz;
  const auto scheme = find_variant("fused").make(Backend::serial, scheme_input);
  RunRecord recorder;
  if (before != nullptr) {
    scheme->load(order.scatter(*before));
    recorder.end.step = simulation.plan.steps / 2;
  }
  run(simulation, *scheme, recorder);
  return order.gather(scheme->save());
}

double difference(const std::vector<double> &a, const std::vector<double> &b) {
  double largest = 0, error = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::abs(b[i]));
    error = std::max(error, std::abs(a[i] - b[i]));
  }
  return error / largest;
}

TEST(DgatdRanks, SurfaceSumsAreThoseOfOneRank) {
  const TetMesh mesh = room();
  const Case input = radiating_room();
  const State whole = state_of(input, whole_mesh(mesh));
  Case half = input;
  half.time.steps = *input.time.steps / 2;
  const State before = state_of(half, whole_mesh(mesh));
  for (const Division &division : divisions(input, mesh)) {
    const State sums = state_of(input, cut(mesh, division.owner));
    const State nothing;
    const State restarted =
        state_of(input, cut(mesh, division.owner), all().is_root() ? &before : &nothing);
    if (!all().is_root())
      continue;
    const std::vector<double> &expected = whole.at(k_surface_sums);
    ASSERT_EQ(sums.at(k_surface_sums).size(), expected.size()) << division.name;
    EXPECT_LT(difference(sums.at(k_surface_sums), expected), 1e-12) << division.name;
    EXPECT_LT(difference(restarted.at(k_surface_sums), expected), 1e-12) << division.name;
  }
  // Twin: half of the run has other sums.
  if (all().is_root()) {
    EXPECT_GT(difference(before.at(k_surface_sums), whole.at(k_surface_sums)), 1e-3);
  }
}

} // namespace
} // namespace curlew::dgatd::testing
